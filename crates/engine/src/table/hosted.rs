//! The match behind the door: everything that a table is asked, answered by a match of one game.

use super::{
    Asked, ChoiceView, Code, Denied, EntryView, EventView, FindPlayer, InFight, Mind, Question, SheetView,
    ShortcutView, State, Table, TurnPoint, WaitKind, Waits, WhyView, asked, choices,
};
use crate::chance::{Dice, Rng, Seed, Share};
use crate::game::{Game, OpenError, Options, Playable, Wait};
use crate::look::Looks;
use crate::notation::Notation;
use crate::odds::OddsView;
use crate::present::{Ask, Flow, Overlay, View};
use crate::protocol::DiceKind;
use crate::record::{Carried, Differs, Ending, LoadError, Match, MatchError, Throws};
use crate::rule::Reference;
use crate::side::{Seat, Side};
use crate::text::{Lexicon, Message};
use crate::{About, SetupError};
use frente_board::data::DataSource;
use std::sync::Arc;

/// A match of one game, hosted behind the door.
pub struct Hosted<G: Playable> {
    record: Match<G>,
    pub(super) words: Arc<Lexicon>,
    rules: Arc<Reference>,
    about: Arc<About>,
    looks: Arc<Looks>,
    players: FindPlayer<G>,
}

/// How a match is opened.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The scenario.
    pub scenario: String,
    /// Options that differ from their defaults.
    pub options: Options,
    /// The seed of the dice; typed dice without one.
    pub seed: Option<Seed>,
    /// Differences from the scenario's set-up, as in a case's `[set]`.
    pub set: Option<toml::Table>,
}

/// Why a table could not be opened.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The game, scenario or data.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The save.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl<G: Playable> Hosted<G> {
    /// Opens a match.
    ///
    /// # Errors
    /// When scenario, options, data or set-up are wrong.
    pub fn open(source: &DataSource, opening: &Opening, players: FindPlayer<G>) -> Result<Self, TableError> {
        let game = Arc::new(G::open(source, &opening.scenario, &opening.options)?);
        let start = match &opening.set {
            Some(set) => Some((set.clone(), game.arrange(set)?)),
            None => None,
        };
        let throws = opening.seed.map_or(Throws::Typed, |seed| Throws::Seeded(Dice::new(seed)));
        Self::host(source, Match::from_position(game, start, throws), players)
    }

    /// Opens a saved match.
    ///
    /// # Errors
    /// When the save is damaged, foreign or of other rules or data.
    pub fn load(source: &DataSource, save: &str, players: FindPlayer<G>) -> Result<Self, TableError> {
        Self::host(source, Match::load(source, save)?, players)
    }

    /// Opens a saved match; of one of earlier rules, as much as means the same by those of this program.
    ///
    /// # Errors
    /// When the save is damaged, foreign or of later rules or other data.
    pub fn carry(
        source: &DataSource,
        save: &str,
        players: FindPlayer<G>,
    ) -> Result<(Self, Option<Differs>), TableError> {
        let Carried { record, differs } = Match::carry(source, save)?;
        Ok((Self::host(source, record, players)?, differs))
    }

    fn host(source: &DataSource, record: Match<G>, players: FindPlayer<G>) -> Result<Self, TableError> {
        let words = record.game().lexicon("en");
        let rules = Arc::new(crate::game::reference::<G>(source).map_err(OpenError::from)?);
        let about = Arc::new(crate::game::about::<G>(source).map_err(OpenError::from)?);
        let looks = Arc::new(crate::game::looks::<G>(source).map_err(OpenError::from)?);
        Ok(Hosted { record, words, rules, about, looks, players })
    }

    /// Another match at a table of the same sort.
    fn with(&self, record: Match<G>) -> Self {
        Hosted {
            record,
            words: Arc::clone(&self.words),
            rules: Arc::clone(&self.rules),
            about: Arc::clone(&self.about),
            looks: Arc::clone(&self.looks),
            players: self.players,
        }
    }

    /// The match itself.
    pub fn record(&self) -> &Match<G> {
        &self.record
    }

    pub(super) fn game(&self) -> &G {
        self.record.game()
    }

    fn say(&self, message: &Message) -> String {
        self.words.say(message)
    }

    /// A refusal in words.
    fn refusal(&self, refusal: &crate::Refusal) -> String {
        self.say(&self.game().explain(refusal, &self.words))
    }

    pub(super) fn denied(&self, error: &MatchError) -> Denied {
        let code = match error {
            MatchError::Refused(refusal) => {
                return Denied {
                    code: Code::Refused,
                    message: self.refusal(refusal),
                    rule: Some(refusal.rule),
                };
            }
            MatchError::NotALine(_) => Code::NotALine,
            MatchError::WrongSide { .. } => Code::WrongSide,
            MatchError::Over => Code::Over,
            MatchError::CannotUndo(_) => Code::CannotUndo,
            _ => Code::BadRequest,
        };
        Denied::new(code, error.to_string())
    }

    fn waits(&self, wait: Wait, position: &G::Position, seat: Seat) -> Waits {
        let mut waits = Waits {
            kind: WaitKind::Decision,
            side: None,
            text: String::new(),
            winner: None,
            rule: None,
            outcomes: Vec::new(),
        };
        match wait {
            Wait::Decision(side) => waits.side = Some(side),
            Wait::Chance(chance) => {
                waits.kind = WaitKind::Chance;
                waits.side = chance.by;
                let by = chance.by.map_or("nobody", Side::key);
                waits.text = self.say(&Message::new(chance.what).with("side", by));
                let missing: Vec<String> = self
                    .shares()
                    .iter()
                    .filter(|share| share.is_missing())
                    .map(|share| share.by.to_string())
                    .collect();
                if !missing.is_empty() {
                    let who = missing.join(", ");
                    waits.text.push_str(&format!(
                        " The dice wait until everybody has been here and added to them (missing: {who})."
                    ));
                }
                // What can still be drawn tells what was: only whose throw it is may see the list.
                if !self.seeded() && chance.by.is_none_or(|side| seat.knows(side)) {
                    waits.outcomes =
                        outcomes(self.game(), position).into_iter().map(|(line, _)| line).collect();
                }
            }
            Wait::Over(outcome) => {
                waits.kind = WaitKind::Over;
                waits.winner = outcome.winner;
                match self.record.ending() {
                    Some(Ending::Resigned(Side::Republican)) => {
                        waits.text = "The Republican side resigned.".to_owned();
                    }
                    Some(Ending::Resigned(Side::Nationalist)) => {
                        waits.text = "The Nationalist side resigned.".to_owned();
                    }
                    Some(Ending::Drawn) => waits.text = "Both sides agreed on it.".to_owned(),
                    None => {
                        waits.rule = Some(outcome.rule);
                        waits.text = self.say(&self.game().conclude(&outcome));
                    }
                }
            }
        }
        waits
    }

    fn snapshot(&self, seat: Seat, point: usize) -> State {
        let game = self.game();
        let position = self.record.at(point);
        let live = point >= self.record.log().len();
        let wait = if live { self.record.wait() } else { game.wait(&position) };
        let seen = game.seen(&position, seat);
        let over = self.wait().is_over();
        let view = game.view(&seen, seat, &self.words);
        let decides = live && wait.side().is_some_and(|s| seat.knows(s));
        let (mut shown, mut shortcuts, mut asks) = (Vec::new(), Vec::new(), Asked::default());
        if let Some(side) = wait.side().filter(|_| decides) {
            shown = choices(game, &position, side, &view, &self.words);
            asks = asked(&self.record, &self.words, (seat, side), &view, &mut shown);
            shortcuts = self.shortcuts(&position);
        }
        let stuck = decides && !shown.iter().any(|c| c.flow == Flow::Ends);
        let fighting = live && view.fight.is_some();
        State {
            game: G::KEY,
            scenario: game.scenario().to_owned(),
            options: game.options().clone(),
            dice: if self.seeded() { DiceKind::Seeded } else { DiceKind::Typed },
            commitment: self.seed().map(|s| s.commitment()),
            seed: self.seed().filter(|_| over).map(|s| s.to_string()),
            shares: self.shares().to_vec(),
            point: point.min(self.record.log().len()),
            length: self.record.log().len(),
            turns: self.record.turns().into_iter().map(|(turn, point)| TurnPoint { turn, point }).collect(),
            waits: self.waits(wait, &position, seat),
            shortcuts,
            undo: live && self.record.may_undo(seat).is_ok(),
            back: decides && self.is_intention(seat, &view),
            together: asks.together,
            alone: asks.alone,
            odds: if fighting { game.odds(&seen, seat).map(|odds| odds.view(&self.words)) } else { None },
            blocked: if stuck { self.why(seat, &Ask::default()) } else { None },
            boxes: self.boxes(&view),
            choices: shown,
            view,
        }
    }

    /// Was the last action an intention of this seat, after which everything lies as before?
    fn is_intention(&self, seat: Seat, now: &View) -> bool {
        if self.record.may_undo(seat).is_err() {
            return false;
        }
        let game = self.game();
        let before = game.seen(&self.record.at(self.point() - 1), seat);
        game.view(&before, seat, &self.words).lies_as(now)
    }

    /// What the boxes off the map are called in which pieces lie.
    fn boxes(&self, view: &View) -> Vec<(String, String)> {
        let mut boxes: Vec<(String, String)> = Vec::new();
        for key in view.pieces.iter().filter_map(|p| p.off_map.as_deref()) {
            if !boxes.iter().any(|(known, _)| known == key) {
                boxes.push((key.to_owned(), self.words.box_title(key)));
            }
        }
        boxes
    }

    fn shortcuts(&self, position: &G::Position) -> Vec<ShortcutView> {
        let shown = |(line, text): (String, Message)| ShortcutView { line, text: self.say(&text) };
        self.game().shortcuts(position).into_iter().map(shown).collect()
    }
}

fn outcomes<G: Game>(game: &G, position: &G::Position) -> Vec<(String, u32)> {
    let mut chance = Vec::new();
    game.chance(position, &mut chance);
    chance
        .into_iter()
        .map(|(action, weight)| {
            let mut line = String::new();
            game.print(position, action, &mut line);
            (line, weight)
        })
        .collect()
}

impl<G: Playable> Table for Hosted<G> {
    fn names(&self) -> (&'static str, &str) {
        (G::KEY, self.game().scenario())
    }

    fn notation(&self) -> Notation {
        G::NOTATION
    }

    fn options(&self) -> &Options {
        self.record.game().options()
    }

    fn point(&self) -> usize {
        self.record.log().len()
    }

    fn wait(&self) -> Wait {
        self.record.wait()
    }

    fn turn(&self) -> u8 {
        self.game().turn(self.record.position())
    }

    fn seeded(&self) -> bool {
        matches!(self.record.throws(), Throws::Seeded(_))
    }

    fn seed(&self) -> Option<Seed> {
        if let Throws::Seeded(dice) = self.record.throws() { Some(dice.seed()) } else { None }
    }

    fn shares(&self) -> &[Share] {
        if let Throws::Seeded(dice) = self.record.throws() { dice.shares() } else { &[] }
    }

    fn set_shares(&mut self, shares: Vec<Share>) -> Result<(), Denied> {
        self.record.set_shares(shares).map_err(|e| self.denied(&e))
    }

    fn state(&self, seat: Seat) -> State {
        self.snapshot(seat, self.point())
    }

    fn state_at(&self, seat: Seat, point: usize) -> State {
        self.snapshot(seat, point)
    }

    fn entries(&self, seat: Seat, from: usize, to: usize) -> Vec<EntryView> {
        let (game, log) = (self.game(), self.record.log());
        let to = to.min(log.len());
        let from = from.min(to);
        let mut position = self.record.at(from);
        let fight = |position: &G::Position| game.fight(&game.seen(position, seat), seat, &self.words);
        let mut before = fight(&position);
        let mut views = Vec::with_capacity(to - from);
        for (point, entry) in log.iter().enumerate().take(to).skip(from) {
            let mut line = String::new();
            if game.hides(&position, entry.action, seat) {
                game.print_hidden(&position, entry.action, &mut line);
            } else {
                line.clone_from(&entry.line);
            }
            let events = entry.events.iter().filter(|e| game.tells(e, seat)).map(|e| {
                let told = game.tell(e);
                EventView {
                    text: self.say(&told.text),
                    rule: told.rule,
                    pieces: told.pieces,
                    places: told.places,
                    die: told.die,
                    weight: told.weight,
                }
            });
            let roller = match game.wait(&position) {
                Wait::Chance(chance) => chance.by,
                _ => None,
            };
            let events = events.collect();
            game.apply(&mut position, entry.action, &mut ());
            let after = fight(&position);
            let first = before.is_none();
            let fought =
                before.or_else(|| after.clone()).map(|f| InFight { kind: f.kind, target: f.target, first });
            before = after;
            views.push(EntryView {
                point,
                by: entry.by.key(),
                roller,
                line,
                turn: entry.turn,
                fight: fought,
                events,
            });
        }
        views
    }

    fn lines(&self) -> Vec<String> {
        let position = self.record.position();
        let mut legal = Vec::new();
        self.game().legal(position, &mut legal);
        legal
            .into_iter()
            .map(|action| {
                let mut line = String::new();
                self.game().print(position, action, &mut line);
                line
            })
            .collect()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        outcomes(self.game(), self.record.position())
    }

    fn record_lines(&self, from: usize) -> Vec<&str> {
        self.record.log().iter().skip(from).map(|e| e.line.as_str()).collect()
    }

    fn header(&self) -> String {
        self.record.header()
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.with(self.record.clone()))
    }

    fn may_undo(&self, seat: Seat) -> bool {
        self.record.may_undo(seat).is_ok()
    }

    fn play(&mut self, seat: Seat, line: &str) -> Result<(), Denied> {
        self.record.play_line(seat, line).map_err(|e| self.denied(&e))
    }

    fn ways_together(&self, seat: Seat, pieces: &[String]) -> Result<Vec<ChoiceView>, Denied> {
        self.record.may_play(seat).map_err(|e| self.denied(&e))?;
        Ok(self.common_ways(seat, pieces))
    }

    fn play_together(&mut self, seat: Seat, pieces: &[String], place: Option<&str>) -> Result<(), Denied> {
        let lines = self.lines_together(seat, pieces, place)?;
        lines.iter().try_for_each(|line| self.play(seat, line))
    }

    fn end(&mut self, ending: Ending) -> Result<(), Denied> {
        self.record.end(ending).map_err(|e| self.denied(&e))
    }

    fn throw(&mut self) -> Result<(), Denied> {
        self.record.throw().map_err(|e| self.denied(&e))
    }

    fn type_throw(&mut self, line: &str) -> Result<(), Denied> {
        self.record.type_throw(line).map_err(|e| self.denied(&e))
    }

    fn replay(&mut self, line: &str) -> Result<(), Denied> {
        self.record.replay_line(line).map_err(|e| self.denied(&e))
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Denied> {
        self.record.undo(seat).map_err(|e| self.denied(&e))
    }

    fn sheet(&self) -> SheetView {
        let mut sheet = self.game().sheet();
        self.looks.dress(&mut sheet);
        SheetView {
            sheet,
            looks: self.looks.play().clone(),
            rules: Arc::clone(&self.rules),
            about: Arc::clone(&self.about),
        }
    }

    fn rule(&self, id: &str) -> Option<String> {
        self.rules.text(id)
    }

    fn odds_at(&self, seat: Seat, point: usize) -> Option<OddsView> {
        let seen = self.game().seen(&self.record.at(point), seat);
        self.game().odds(&seen, seat).map(|odds| odds.view(&self.words))
    }

    fn odds(&self, seat: Seat, lines: &[String]) -> Result<Option<OddsView>, Denied> {
        let game = self.game();
        let mut copy = self.record.clone();
        for line in lines {
            // A line that cannot be read says something of the position: only who decides is answered about it.
            self.record.may_play(seat).map_err(|e| self.denied(&e))?;
            let parts = game.expand(copy.position(), line).unwrap_or_else(|| vec![line.clone()]);
            for (part, line) in parts.into_iter().enumerate() {
                copy.may_play(seat).map_err(|e| self.denied(&e))?;
                let action = game.parse(copy.position(), &line).map_err(|e| self.denied(&e.into()))?;
                game.check(copy.position(), action).map_err(|r| self.denied(&MatchError::Refused(r)))?;
                if game.reveals(copy.position(), action) {
                    // An attack in one line ends with what may reveal something: its odds are those before that.
                    if part > 0 {
                        break;
                    }
                    return Err(Denied::new(
                        Code::BadRequest,
                        format!("{line:?} would show a secret; it cannot be tried out"),
                    ));
                }
                copy.play(seat, action).map_err(|e| self.denied(&e))?;
            }
        }
        let seen = game.seen(copy.position(), seat);
        Ok(game.odds(&seen, seat).map(|odds| odds.view(&self.words)))
    }

    fn why(&self, seat: Seat, ask: &Ask) -> Option<WhyView> {
        let side = self.wait().side()?;
        if !seat.knows(side) {
            return None;
        }
        let refusal = self.game().why_not(self.record.position(), ask)?;
        Some(WhyView { text: self.refusal(&refusal), rule: refusal.rule })
    }

    fn overlay(&self, seat: Seat, key: &str) -> Option<Overlay> {
        self.game().overlay(&self.game().seen(self.record.position(), seat), seat, key)
    }

    fn save(&self) -> String {
        self.record.save()
    }

    fn verify(&self) -> Result<u64, String> {
        self.record.verify()
    }

    fn branch(&self, point: usize, seed: Option<Seed>) -> Box<dyn Table> {
        let throws = seed.map_or(Throws::Typed, |seed| Throws::Seeded(Dice::new(seed)));
        Box::new(self.with(self.record.branch(point, throws)))
    }

    fn go_on(&self, spent: u64) -> Box<dyn Table> {
        Box::new(self.with(self.record.go_on(spent)))
    }

    fn spent(&self) -> u64 {
        self.record.spent()
    }

    fn suggest(&self, mind: &mut Mind, rng: &mut Rng) -> Result<String, Denied> {
        let Some(side) = self.wait().side() else {
            return Err(Denied::new(Code::BadRequest, "no decision is waited for"));
        };
        let (game, position) = (self.game(), self.record.position());
        let mut legal = Vec::new();
        game.legal(position, &mut legal);
        let (seen, thinking) = (game.seen(position, side.into()), mind.thinking.clone());
        let name = mind.player().to_owned();
        let player = mind
            .player_of(self.players)
            .ok_or_else(|| Denied::new(Code::BadRequest, format!("there is no computer player {name:?}")))?;
        let question = Question { game, side, seen: &seen, legal: &legal, thinking: &thinking };
        let action = player.choose(&question, rng);
        let mut line = String::new();
        game.print(position, action, &mut line);
        Ok(line)
    }
}
