//! A position of whatever game, behind one door: what Python holds, clones and steps.

use crate::observe::Layout;
use frente_board::data::DataSource;
use frente_catalog::Visitor;
use frente_engine::table::{Question, Thinking};
use frente_engine::{Lexicon, Options, Playable, Rng, Seat, Side, Wait};
use std::path::Path;
use std::sync::Arc;

/// A position of whatever game with its list of what is legal.
pub trait World: Send + Sync {
    /// The same position once more.
    fn fork(&self) -> Box<dyn World>;
    /// The start of the scenario again.
    fn restart(&mut self);
    fn wait(&self) -> Wait;
    fn turn(&self) -> u8;
    /// How many actions are legal.
    fn count(&self) -> usize;
    /// Their notations.
    fn lines(&self) -> Vec<String>;
    /// The notations of what can be thrown, with their weights.
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// Takes the legal action of this number; false when there is none.
    fn play(&mut self, action: usize) -> bool;
    /// Takes an action or a throw in notation.
    fn play_line(&mut self, line: &str) -> Result<(), String>;
    /// Throws what is waited for; false when nothing is.
    fn throw(&mut self, rng: &mut Rng) -> bool;
    /// What a seat sees, as numbers, into a slice of the layout's length.
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// What a seat sees, as JSON.
    fn view(&self, seat: Seat) -> Result<String, String>;
    /// Odds of the combat at hand as a seat knows them, as JSON.
    fn odds(&self, seat: Seat) -> Result<Option<String>, String>;
    /// A position that the seat cannot tell from this one.
    fn imagine(&self, seat: Seat, rng: &mut Rng) -> Box<dyn World>;
    /// For each legal action what its side would see after it, averaged over the throws that follow at once; the unknown is imagined.
    fn afterstates(&self, rng: &mut Rng) -> Vec<f32>;
    /// The action that a computer player would take.
    fn suggest(&self, player: &str, rng: &mut Rng) -> Result<usize, String>;
    fn layout(&self) -> &Layout;
}

/// What all positions of a scenario share.
struct Shared<G: Playable> {
    game: G,
    words: Arc<Lexicon>,
    layout: Layout,
}

struct Live<G: Playable> {
    shared: Arc<Shared<G>>,
    position: G::Position,
    legal: Vec<G::Action>,
    /// Used over and over for what can be thrown.
    chance: Vec<(G::Action, u32)>,
}

/// Opens a scenario at its start.
pub fn open(scenario: &str, options: &Options, data: Option<&Path>) -> Result<Box<dyn World>, String> {
    let Some((game, scenario)) = scenario.split_once('/') else {
        return Err(format!("{scenario:?}: expected game and scenario, such as aragon/belchite"));
    };
    let source = frente_catalog::source(game, data);
    frente_catalog::visit(game, Opening { scenario, options, source }).map_err(|e| e.to_string())?
}

struct Opening<'a> {
    scenario: &'a str,
    options: &'a Options,
    source: DataSource,
}

impl Visitor for Opening<'_> {
    type Out = Result<Box<dyn World>, String>;
    fn visit<G: Playable>(self) -> Self::Out {
        let game = G::open(&self.source, self.scenario, self.options).map_err(|e| e.to_string())?;
        let shared = Shared { words: game.lexicon("en"), layout: Layout::new(&game.sheet()), game };
        Ok(Box::new(Live::at(&Arc::new(shared), None)))
    }
}

impl<G: Playable> Live<G> {
    fn at(shared: &Arc<Shared<G>>, position: Option<G::Position>) -> Self {
        let position = position.unwrap_or_else(|| shared.game.start());
        let mut live = Live { shared: Arc::clone(shared), position, legal: Vec::new(), chance: Vec::new() };
        live.list();
        live
    }

    fn game(&self) -> &G {
        &self.shared.game
    }

    fn list(&mut self) {
        if self.shared.game.wait(&self.position).side().is_some() {
            self.shared.game.legal(&self.position, &mut self.legal);
        } else {
            self.legal.clear();
        }
    }

    fn apply(&mut self, action: G::Action) {
        self.shared.game.apply(&mut self.position, action, &mut ());
        self.list();
    }

    /// Adds to an observation what a seat sees in a position.
    fn see(&self, position: &G::Position, seat: Seat, legal: usize, weight: f32, out: &mut [f32]) {
        let view = self.game().view(&self.game().seen(position, seat), seat, &self.shared.words);
        self.shared.layout.write(&view, seat, self.game().wait(position).side(), legal, weight, out);
    }

    fn print(&self, action: G::Action) -> String {
        let mut line = String::new();
        self.game().print(&self.position, action, &mut line);
        line
    }
}

impl<G: Playable> World for Live<G> {
    fn fork(&self) -> Box<dyn World> {
        let legal = self.legal.clone();
        Box::new(Live {
            shared: Arc::clone(&self.shared),
            position: self.position,
            legal,
            chance: Vec::new(),
        })
    }

    fn restart(&mut self) {
        self.position = self.shared.game.start();
        self.list();
    }

    fn wait(&self) -> Wait {
        self.game().wait(&self.position)
    }

    fn turn(&self) -> u8 {
        self.game().turn(&self.position)
    }

    fn count(&self) -> usize {
        self.legal.len()
    }

    fn lines(&self) -> Vec<String> {
        self.legal.iter().map(|action| self.print(*action)).collect()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.game().chance(&self.position, &mut outcomes);
        outcomes.into_iter().map(|(action, weight)| (self.print(action), weight)).collect()
    }

    fn play(&mut self, action: usize) -> bool {
        let Some(action) = self.legal.get(action).copied() else { return false };
        self.apply(action);
        true
    }

    fn play_line(&mut self, line: &str) -> Result<(), String> {
        let action = self.game().parse(&self.position, line).map_err(|e| e.to_string())?;
        self.game().check(&self.position, action).map_err(|refusal| {
            let words = self.shared.words.say(&self.game().explain(&refusal, &self.shared.words));
            format!("{line:?} is refused by rule {}: {words}", refusal.rule)
        })?;
        self.apply(action);
        Ok(())
    }

    fn throw(&mut self, rng: &mut Rng) -> bool {
        self.shared.game.chance(&self.position, &mut self.chance);
        if self.chance.is_empty() {
            return false;
        }
        let chosen = self.chance[rng.weighted(self.chance.iter().map(|(_, weight)| *weight))].0;
        self.apply(chosen);
        true
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        out.fill(0.0);
        // How much the other side has to choose from is nobody else's business.
        let mine = self.wait().side().is_some_and(|side| seat.knows(side));
        self.see(&self.position, seat, if mine { self.legal.len() } else { 0 }, 1.0, out);
    }

    fn view(&self, seat: Seat) -> Result<String, String> {
        let view = self.game().view(&self.game().seen(&self.position, seat), seat, &self.shared.words);
        serde_json::to_string(&view).map_err(|e| e.to_string())
    }

    fn odds(&self, seat: Seat) -> Result<Option<String>, String> {
        let odds = self.game().odds(&self.game().seen(&self.position, seat), seat);
        let odds = odds.map(|odds| serde_json::to_string(&odds.view(&self.shared.words)));
        odds.transpose().map_err(|e| e.to_string())
    }

    fn imagine(&self, seat: Seat, rng: &mut Rng) -> Box<dyn World> {
        let position = self.game().imagine(&self.game().seen(&self.position, seat), rng);
        Box::new(Live::at(&self.shared, Some(position)))
    }

    fn afterstates(&self, rng: &mut Rng) -> Vec<f32> {
        let Wait::Decision(side) = self.wait() else { return Vec::new() };
        let (game, seat, size) = (self.game(), Seat::from(side), self.shared.layout.len());
        let imagined = game.imagine(&game.seen(&self.position, seat), rng);
        let mut out = vec![0.0; size * self.legal.len()];
        let mut outcomes = Vec::new();
        for (action, row) in self.legal.iter().zip(out.chunks_exact_mut(size)) {
            let mut next = imagined;
            game.apply(&mut next, *action, &mut ());
            game.chance(&next, &mut outcomes);
            if outcomes.is_empty() {
                self.see(&next, seat, 0, 1.0, row);
            }
            let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
            for (outcome, weight) in &outcomes {
                let mut then = next;
                game.apply(&mut then, *outcome, &mut ());
                self.see(&then, seat, 0, *weight as f32 / total as f32, row);
            }
        }
        out
    }

    fn suggest(&self, player: &str, rng: &mut Rng) -> Result<usize, String> {
        let Wait::Decision(side) = self.wait() else { return Err("no decision is waited for".to_owned()) };
        let mut mind = frente_ai::player::<G>(player).ok_or_else(|| frente_ai::unknown(player))?;
        let seen = self.game().seen(&self.position, side.into());
        let thinking = Thinking::default();
        let question =
            Question { game: self.game(), side, seen: &seen, legal: &self.legal, thinking: &thinking };
        let action = mind.choose(&question, rng);
        self.legal
            .iter()
            .position(|a| *a == action)
            .ok_or_else(|| "a player chose what is not legal".to_owned())
    }

    fn layout(&self) -> &Layout {
        &self.shared.layout
    }
}

/// Throws until a side decides or all is over.
pub fn settle(world: &mut dyn World, rng: &mut Rng) {
    while matches!(world.wait(), Wait::Chance(_)) && world.throw(rng) {}
}

/// 0 for the Republican, 1 for the Nationalist side, 2 for nobody.
pub fn number(side: Option<Side>) -> u8 {
    side.map_or(2, |side| side.index() as u8)
}
