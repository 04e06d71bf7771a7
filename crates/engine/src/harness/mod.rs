//! The harness: random play as the first reviewer. Every game must pass it.
//!
//! At every step of random games, from the start to the end, it checks that
//! * something is legal, and nothing is listed twice; the action taken, and a handful of others drawn from the list, are accepted and
//!   their notation parses back to them;
//! * what a seat knows is the same after imagining the rest anew, and nothing it is shown, told, offered, refused or explained depends on
//!   the rest (`secrecy`);
//! * "why not?", odds and layers answer for every piece and place, on the map or off it, alive or dead;
//! * the game's own [`audit`](crate::Testable::audit) holds;
//! * keeping events and throwing them away gives the same position;
//! * actions thrown at random (other moments' actions, other sides' actions) are accepted exactly when they are listed, and change
//!   nothing when refused;
//! * the game ends within a bound, and survives save and load: now and then on the way, and at its end, where every hundredth position of
//!   the loaded match is compared with the one that was played.

mod secrecy;
mod walk;

pub(crate) use secrecy::first_difference;
pub use walk::Walk;

use crate::case::Testable;
use crate::chance::{Rng, Seed};
use crate::game::{Game, Outcome, Wait};
use crate::present::{Ask, Present};
use crate::record::Match;
use crate::side::Seat;
use crate::text::Lexicon;
use std::collections::HashSet;
use std::sync::Arc;

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Of each list, try this many actions (accepted, printed, parsed back), drawn at random, and all of it when it is no longer.
    pub tried: usize,
    /// Check what seats know at every n-th step.
    pub secrets_every: usize,
    /// Ask "why not?" about pieces and places, odds and layers at every n-th step.
    pub asks_every: usize,
    /// Throw this many actions of other moments at each position.
    pub foreign: usize,
    /// Save and load at every n-th step.
    pub save_every: usize,
    /// Say every event, choice and view in words at every n-th step, so that a gap in the texts shows.
    pub words_every: usize,
    /// A game longer than this never ends.
    pub most_steps: usize,
}

impl Default for Care {
    fn default() -> Self {
        Care {
            tried: 12,
            secrets_every: 3,
            asks_every: 40,
            foreign: 8,
            save_every: 500,
            words_every: 50,
            most_steps: 200_000,
        }
    }
}

/// At the end of a game every n-th position is compared with the loaded match's and with the replay's.
const COMPARED_EVERY: usize = 100;

/// What a checked game was like.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Decisions taken.
    pub decisions: u64,
    /// Rolls and draws.
    pub throws: u64,
    /// The longest list of legal actions.
    pub widest: usize,
    /// How it ended.
    pub outcome: Outcome,
}

/// A fault, with what is needed to see it again.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{key}/{scenario} seed {seed} step {step}: {problem}\nlast lines:\n  {}", .last.join("\n  "))]
pub struct Fault {
    /// The game.
    pub key: &'static str,
    /// The scenario.
    pub scenario: String,
    /// The seed of the random game.
    pub seed: u64,
    /// The step at which it showed.
    pub step: usize,
    /// What does not hold.
    pub problem: String,
    /// The last dozen lines.
    pub last: Vec<String>,
}

/// Plays one random game from the scenario's start, checking everything.
///
/// # Errors
/// The first fault.
pub fn check_game<G: Testable + Present>(game: &Arc<G>, seed: u64, care: Care) -> Result<Tally, Box<Fault>> {
    let mut run = Run {
        game,
        seed,
        care,
        rng: Rng::new(seed),
        record: Match::new(Arc::clone(game), Seed::from_number(seed)),
        pool: Vec::new(),
        listed: HashSet::new(),
        tally: (0, 0, 0),
        asks: Asks::of(game.as_ref()),
        words: game.lexicon("en"),
    };
    run.play().map_err(|problem| {
        let log = run.record.log();
        Box::new(Fault {
            key: G::KEY,
            scenario: game.scenario().to_owned(),
            seed,
            step: log.len(),
            problem,
            last: log[log.len().saturating_sub(12)..].iter().map(|e| e.line.clone()).collect(),
        })
    })
}

struct Run<'a, G: Game> {
    game: &'a Arc<G>,
    seed: u64,
    care: Care,
    rng: Rng,
    record: Match<G>,
    /// Actions of earlier moments, to throw at later ones.
    pool: Vec<G::Action>,
    /// The list at hand.
    listed: HashSet<G::Action>,
    tally: (u64, u64, usize),
    asks: Asks,
    words: Arc<Lexicon>,
}

/// Everything on the sheet that can be asked about.
struct Asks {
    pieces: Vec<String>,
    places: Vec<String>,
    layers: Vec<String>,
}

impl Asks {
    fn of<G: Present>(game: &G) -> Self {
        let sheet = game.sheet();
        Asks {
            pieces: sheet.pieces.iter().map(|p| p.id.clone()).collect(),
            places: sheet.map.places(),
            layers: sheet.overlays.into_iter().map(|(key, _)| key).collect(),
        }
    }
}

impl<G: Testable + Present> Run<'_, G> {
    fn play(&mut self) -> Result<Tally, String> {
        let mut legal = Vec::new();
        let mut chance = Vec::new();
        for step in 0.. {
            let position = *self.record.position();
            self.game.audit(&position)?;
            let wait = self.game.wait(&position);
            self.game.legal(&position, &mut legal);
            self.game.chance(&position, &mut chance);
            match wait {
                Wait::Over(outcome) => {
                    if !legal.is_empty() || !chance.is_empty() {
                        return Err("something is legal after the end".to_owned());
                    }
                    self.ended()?;
                    let (decisions, throws, widest) = self.tally;
                    return Ok(Tally { decisions, throws, widest, outcome });
                }
                Wait::Decision(_) if legal.is_empty() => return Err(format!("{wait:?}: a dead end")),
                Wait::Decision(_) if !chance.is_empty() => {
                    return Err("a decision and a throw at once".to_owned());
                }
                Wait::Chance(_) if chance.is_empty() => return Err(format!("{wait:?}: no outcome")),
                Wait::Chance(_) if !legal.is_empty() => {
                    return Err("a throw and a decision at once".to_owned());
                }
                _ => {}
            }
            if step >= self.care.most_steps {
                return Err(format!("no end after {step} steps"));
            }
            let all: Vec<G::Action> = legal.iter().copied().chain(chance.iter().map(|(a, _)| *a)).collect();
            self.listed(&position, &all)?;
            if step % self.care.secrets_every == 0 {
                self.secrets(&position, wait, &legal)?;
            }
            if step % self.care.asks_every == self.care.asks_every / 2 {
                self.asks(&position)?;
            }
            self.foreign(&position)?;
            if step % self.care.words_every == 0 {
                self.words(&position, &legal)?;
            }
            if step % self.care.save_every == self.care.save_every / 2 {
                self.saved()?;
            }
            self.advance(wait, &all, &chance)?;
        }
        unreachable!("the loop ends with the game or a fault")
    }

    fn advance(&mut self, wait: Wait, all: &[G::Action], chance: &[(G::Action, u32)]) -> Result<(), String> {
        let before = *self.record.position();
        let action = match wait {
            Wait::Decision(side) => {
                let action = all[self.rng.below(all.len())];
                self.tally.0 += 1;
                self.tally.2 = self.tally.2.max(all.len());
                self.record.play(side.into(), action).map_err(|e| format!("a listed action: {e}"))?;
                action
            }
            _ => {
                self.tally.1 += 1;
                if chance.iter().any(|(_, weight)| *weight == 0) {
                    return Err("an outcome without weight".to_owned());
                }
                self.record.throw().map_err(|e| format!("a throw: {e}"))?;
                self.record.log()[self.record.log().len() - 1].action
            }
        };
        let line = &self.record.log()[self.record.log().len() - 1].line;
        if self.game.parse(&before, line) != Ok(action) {
            return Err(format!("{action:?} was written {line:?}, which does not parse back"));
        }
        let mut quiet = before;
        self.game.apply(&mut quiet, action, &mut ());
        if quiet != *self.record.position() {
            return Err(format!("{action:?}: events change the position"));
        }
        Ok(())
    }

    fn listed(&mut self, position: &G::Position, all: &[G::Action]) -> Result<(), String> {
        self.listed.clear();
        if let Some(twice) = all.iter().find(|a| !self.listed.insert(**a)) {
            return Err(format!("{twice:?} is listed twice"));
        }
        // A stretch of the list from a random place, round its end: every action has the same chance to be tried.
        let first = if all.len() > self.care.tried { self.rng.below(all.len()) } else { 0 };
        let mut line = String::new();
        for action in all.iter().cycle().skip(first).take(self.care.tried.min(all.len())) {
            line.clear();
            self.game.print(position, *action, &mut line);
            if line.contains('\n') || line.trim() != line || line.is_empty() {
                return Err(format!("{action:?}: {line:?} is not one clean line"));
            }
            // What parses back to itself is written like no other action.
            match self.game.parse(position, &line) {
                Ok(back) if back == *action => {}
                other => return Err(format!("{action:?} prints {line:?}, which parses as {other:?}")),
            }
            if let Err(refusal) = self.game.check(position, *action) {
                return Err(format!("{line:?} is listed and refused: {refusal:?}"));
            }
        }
        if !all.is_empty() {
            let sample = all[self.rng.below(all.len())];
            if self.pool.len() < 512 {
                self.pool.push(sample);
            } else {
                let i = self.rng.below(512);
                self.pool[i] = sample;
            }
        }
        Ok(())
    }

    fn secrets(&mut self, position: &G::Position, wait: Wait, legal: &[G::Action]) -> Result<(), String> {
        for seat in Seat::ALL {
            let seen = self.game.seen(position, seat);
            let imagined = self.game.imagine(&seen, &mut self.rng);
            if self.game.seen(&imagined, seat) != seen {
                return Err(format!("{seat} can tell an imagined position from the true one"));
            }
            self.game.audit(&imagined).map_err(|e| format!("an imagined position: {e}"))?;
            if wait != self.game.wait(&imagined) {
                return Err(format!("what is waited for depends on what {seat} cannot know"));
            }
            if wait.side().map(Seat::from) == Some(seat) {
                let mut again = Vec::new();
                self.game.legal(&imagined, &mut again);
                if again != legal {
                    return Err(format!("{seat}'s list of actions depends on what {seat} cannot know"));
                }
                for _ in 0..self.care.foreign.min(self.pool.len()) {
                    let action = self.pool[self.rng.below(self.pool.len())];
                    secrecy::refuses_the_same(self.game.as_ref(), position, &imagined, seat, action)?;
                }
                let action = legal[self.rng.below(legal.len())];
                secrecy::action_tells_no_more(self.game.as_ref(), position, action, &mut self.rng)?;
            }
        }
        Ok(())
    }

    /// Every question is answered, about whatever is on the sheet, and the answer gives nothing away.
    fn asks(&mut self, position: &G::Position) -> Result<(), String> {
        let game = self.game.as_ref();
        for seat in Seat::ALL {
            let seen = game.seen(position, seat);
            let imagined = game.imagine(&seen, &mut self.rng);
            secrecy::looks_the_same(game, position, &imagined, seat, &self.words)?;
            for layer in &self.asks.layers {
                if game.overlay(&seen, seat, layer).is_none() {
                    return Err(format!("the layer {layer:?} of the sheet does not exist"));
                }
            }
            if game.wait(position).side().map(Seat::from) != Some(seat) {
                continue;
            }
            let any = |from: &[String], rng: &mut Rng| from.get(rng.below(from.len().max(1))).cloned();
            let pieces = self.asks.pieces.iter().map(|piece| (Some(piece.clone()), true));
            let places = self.asks.places.iter().map(|place| (Some(place.clone()), false));
            for (what, is_piece) in pieces.chain(places).chain([(None, true)]) {
                let other = any(if is_piece { &self.asks.places } else { &self.asks.pieces }, &mut self.rng);
                let both = if is_piece {
                    [(what.clone(), other), (what, None)]
                } else {
                    [(other, what.clone()), (None, what)]
                };
                for (piece, place) in both {
                    let ask = Ask { piece, place };
                    secrecy::explains_the_same(game, position, &imagined, seat, &ask)?;
                }
            }
        }
        Ok(())
    }

    /// Accepted exactly when listed; nothing changes when refused.
    fn foreign(&mut self, position: &G::Position) -> Result<(), String> {
        for _ in 0..self.care.foreign.min(self.pool.len()) {
            let action = &self.pool[self.rng.below(self.pool.len())];
            let mut copy = *position;
            let accepted = self.game.play(&mut copy, *action, &mut ()).is_ok();
            if accepted != self.listed.contains(action) {
                let mut line = String::new();
                self.game.print(position, *action, &mut line);
                return Err(format!("{line:?} ({action:?}): accepted {accepted}, listed {}", !accepted));
            }
            if !accepted && copy != *position {
                return Err(format!("{action:?} was refused and changed the position"));
            }
        }
        Ok(())
    }

    fn words(&self, position: &G::Position, legal: &[G::Action]) -> Result<(), String> {
        let words = &self.words;
        let gap = |text: &str| text.starts_with('[').then(|| format!("no words for {text}"));
        let mut said = Vec::new();
        for action in legal {
            let choice = self.game.choice(position, *action);
            said.extend(choice.text.iter().chain(&choice.price).chain(&choice.warning).map(|m| words.say(m)));
        }
        for entry in &self.record.log()[self.record.log().len().saturating_sub(self.care.words_every)..] {
            said.extend(entry.events.iter().map(|e| words.say(&self.game.tell(e).text)));
        }
        for seat in Seat::ALL {
            let seen = self.game.seen(position, seat);
            let view = self.game.view(&seen, seat, words);
            said.push(view.prompt);
            said.extend(
                self.game.odds(&seen, seat).iter().flat_map(|o| &o.items).map(|i| words.say(&i.text)),
            );
        }
        said.iter().find_map(|s| gap(s)).map_or(Ok(()), Err)
    }

    fn saved(&self) -> Result<Match<G>, String> {
        let text = self.record.save();
        let back = Match::load_into(self.game, &text).map_err(|e| format!("a save: {e}"))?;
        if back.position() != self.record.position() {
            return Err("a loaded save is another position".to_owned());
        }
        Ok(back)
    }

    fn ended(&self) -> Result<(), String> {
        let back = self.saved()?;
        self.record.verify().map_err(|e| format!("the dice of seed {}: {e}", self.seed))?;
        let log = self.record.log();
        let mut walked = self.record.at(0);
        for (point, entry) in log.iter().enumerate() {
            if point % COMPARED_EVERY == 0 && (walked != self.record.at(point) || walked != back.at(point)) {
                return Err(format!("stepping to point {point} gives another position"));
            }
            self.game.apply(&mut walked, entry.action, &mut ());
        }
        if walked == *self.record.position() {
            Ok(())
        } else {
            Err("walking to the end leads elsewhere".to_owned())
        }
    }
}
