//! Notation: one line for each action, which prints and parses back.

use crate::Side;
use crate::action::{Action, Activity, Group};
use crate::book::Book;
use crate::chits::{Alternative, Chit, alternative_word, alternatives};
use crate::counters::Unit;
use crate::losses::Loss;
use frente_board::Area;
use frente_engine::ParseError;
use std::fmt::Write;

fn loss_word(loss: Loss) -> &'static str {
    match loss {
        Loss::Flip => "flip",
        Loss::Retreat => "retreat",
        Loss::Eliminate => "eliminate",
    }
}

fn group_word(group: Group) -> &'static str {
    match group {
        Group::Communists => "communists",
        Group::Anarchists => "anarchists",
    }
}

impl Book {
    /// The word players write for a chit.
    pub fn chit_word(&self, chit: Chit) -> &str {
        &self.tables.chits[chit.index()].key
    }

    /// The label of a unit.
    pub fn unit_word(&self, unit: Unit) -> &str {
        &self.counter(unit).label
    }

    /// Writes an action.
    pub fn print(&self, action: Action, out: &mut String) {
        let unit = |u: Unit| self.unit_word(u);
        let place = |a: Area| self.map.label(a);
        let chit = |c: Chit| self.chit_word(c);
        let written = match action {
            Action::Start(turn) => write!(out, "start {turn}"),
            Action::Place(u, a) => write!(out, "place {} {}", unit(u), place(a)),
            Action::Hold(u) => write!(out, "hold {}", unit(u)),
            Action::DeclarePause => write!(out, "pause"),
            Action::EndPause => write!(out, "resume"),
            Action::Buy => write!(out, "buy"),
            Action::Draw(c) => write!(out, "draw {}", chit(c)),
            Action::Rebuild(u, v) if v.is_some() => write!(out, "rebuild {} for {}", unit(u), unit(v)),
            Action::Rebuild(u, _) => write!(out, "rebuild {}", unit(u)),
            Action::Done => write!(out, "done"),
            Action::Pass => write!(out, "pass"),
            Action::Activate(activity, a) => write!(out, "{} {}", activity.word(), place(a)),
            Action::With(u) => write!(out, "with {}", unit(u)),
            Action::Prepare => write!(out, "prepare"),
            Action::Ready => write!(out, "ready"),
            Action::Against(a) => write!(out, "against {}", place(a)),
            Action::Let(group) => write!(out, "let {}", group_word(group)),
            Action::To(a) => write!(out, "to {}", place(a)),
            Action::Stop => write!(out, "stop"),
            Action::Point(u) => write!(out, "point {}", unit(u)),
            Action::Cancel => write!(out, "cancel"),
            Action::Play(c, alternative) => match alternative_word(c, alternative) {
                Some(word) => write!(out, "play {} {word}", chit(c)),
                None => write!(out, "play {}", chit(c)),
            },
            Action::Decline => write!(out, "decline"),
            Action::Counter(u) => write!(out, "counter {}", unit(u)),
            Action::Lose(u, loss) => write!(out, "lose {} {}", unit(u), loss_word(loss)),
            Action::Retreat(u, a) => write!(out, "retreat {} {}", unit(u), place(a)),
            Action::Target(a) => write!(out, "target {}", place(a)),
            Action::Turn(u) => write!(out, "turn {}", unit(u)),
            Action::Return(c) => write!(out, "return {}", chit(c)),
            Action::Roll(dice) => {
                out.push_str("roll");
                dice.iter().filter(|d| **d > 0).try_for_each(|d| write!(out, " {d}"))
            }
        };
        written.expect("writing to a string");
    }

    /// Reads a line. `side` is who is asked, so that the chits both sides have by the same name are told apart.
    ///
    /// # Errors
    /// When the line is no action, or names what does not exist.
    pub fn parse(&self, side: Side, line: &str) -> Result<Action, ParseError> {
        let wrong = |problem: String| ParseError::new(line, problem);
        let words: Vec<&str> = line.split_whitespace().collect();
        let unit = |s: &str| self.find(s).ok_or_else(|| wrong(format!("there is no unit {s:?}")));
        let place =
            |s: &str| self.map.areas.find(s).ok_or_else(|| wrong(format!("there is no area or box {s:?}")));
        let chit = |s: &str| self.find_chit(side, s).ok_or_else(|| wrong(format!("there is no chit {s:?}")));
        let number = |s: &str| s.parse::<u8>().map_err(|_| wrong(format!("{s:?} is no number")));
        let action = match words[..] {
            ["start", turn] => Action::Start(number(turn)?),
            ["place", u, a] => Action::Place(unit(u)?, place(a)?),
            ["hold", u] => Action::Hold(unit(u)?),
            ["pause"] => Action::DeclarePause,
            ["resume"] => Action::EndPause,
            ["buy"] => Action::Buy,
            ["draw", c] => Action::Draw(chit(c)?),
            ["rebuild", u] => Action::Rebuild(unit(u)?, Unit::NONE),
            ["rebuild", u, "for", v] => Action::Rebuild(unit(u)?, unit(v)?),
            ["done"] => Action::Done,
            ["pass"] => Action::Pass,
            ["with", u] => Action::With(unit(u)?),
            ["prepare"] => Action::Prepare,
            ["ready"] => Action::Ready,
            ["against", a] => Action::Against(place(a)?),
            ["let", word] => [Group::Communists, Group::Anarchists]
                .into_iter()
                .find(|g| group_word(*g) == word)
                .map(Action::Let)
                .ok_or_else(|| wrong(format!("{word:?}; expected communists or anarchists")))?,
            ["to", a] => Action::To(place(a)?),
            ["stop"] => Action::Stop,
            ["point", u] => Action::Point(unit(u)?),
            ["cancel"] => Action::Cancel,
            ["play", c] => Action::Play(chit(c)?, Alternative::First),
            ["play", c, word] => {
                let chit = chit(c)?;
                let found = Alternative::ALL.into_iter().find(|a| alternative_word(chit, *a) == Some(word));
                Action::Play(chit, found.ok_or_else(|| wrong(self.alternatives_of(chit)))?)
            }
            ["decline"] => Action::Decline,
            ["counter", u] => Action::Counter(unit(u)?),
            ["lose", u, word] => {
                let loss = Loss::ALL.into_iter().find(|l| loss_word(*l) == word);
                let loss =
                    loss.ok_or_else(|| wrong(format!("{word:?}; expected flip, retreat or eliminate")))?;
                Action::Lose(unit(u)?, loss)
            }
            ["retreat", u, a] => Action::Retreat(unit(u)?, place(a)?),
            ["target", a] => Action::Target(place(a)?),
            ["turn", u] => Action::Turn(unit(u)?),
            ["return", c] => Action::Return(chit(c)?),
            ["roll", ref dice @ ..] if (1..=3).contains(&dice.len()) => {
                let dice = dice.iter().map(|d| number(d)).collect::<Result<Vec<_>, _>>()?;
                if dice.iter().any(|d| !(1..=6).contains(d)) {
                    return Err(wrong("a die shows 1 to 6".to_owned()));
                }
                Action::dice(&dice)
            }
            [word, a] => {
                let activity = Activity::ALL.into_iter().find(|x| x.word() == word);
                Action::Activate(activity.ok_or_else(|| wrong("no such action".to_owned()))?, place(a)?)
            }
            _ => return Err(wrong("no such action".to_owned())),
        };
        Ok(action)
    }

    fn find_chit(&self, side: Side, word: &str) -> Option<Chit> {
        let of = |side: Side| Chit::of(side).iter().copied().find(|c| self.chit_word(*c) == word);
        of(side).or_else(|| of(side.other()))
    }

    fn alternatives_of(&self, chit: Chit) -> String {
        let words: Vec<_> = Alternative::ALL[..alternatives(chit)]
            .iter()
            .filter_map(|a| alternative_word(chit, *a))
            .collect();
        format!("{} has no such alternative; expected one of: {}", self.chit_word(chit), words.join(", "))
    }
}

/// Lets people write an impulse in one line: `move D with VI-Bandera I-Tetuan to N`, `assault Q with Acero prepared against AC`,
/// `combat AC with Garibaldi point Garibaldi`. The lines it stands for.
pub fn expand(line: &str) -> Option<Vec<String>> {
    let mut words = line.split_whitespace().peekable();
    let activity = words.next().filter(|w| Activity::ALL.iter().any(|a| a.word() == *w))?;
    let from = words.next()?;
    words.peek()?;
    let mut lines = vec![format!("{activity} {from}")];
    let mut verb = "";
    let mut ready = matches!(activity, "bombard" | "assault");
    for word in words {
        match word {
            "with" | "against" => verb = word,
            "prepared" => lines.push("prepare".to_owned()),
            "to" | "point" => {
                if !ready {
                    lines.push("ready".to_owned());
                    ready = true;
                }
                verb = word;
            }
            _ if verb.is_empty() => return None,
            _ => lines.push(format!("{verb} {word}")),
        }
    }
    if !ready {
        lines.push("ready".to_owned());
    }
    Some(lines)
}
