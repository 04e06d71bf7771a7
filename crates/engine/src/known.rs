//! All that a seat gets to know, gathered in one place, so that two positions can be compared through its eyes.
//!
//! A secret leaks through whatever is forgotten: a view, an event's words, a list of choices, odds, what may be undone. [`Known`] is
//! what a seat knows of a position, [`Heard`] what it hears of an action. Cases (`hides`) and the harness compare both.

use crate::game::{Game, Wait};
use crate::odds::Odds;
use crate::present::{Choice, Present, Told, View};
use crate::side::Seat;
use crate::text::Lexicon;

/// What a seat knows of a position: its board, its choices, its odds, what is waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The board.
    pub view: View,
    /// What is waited for.
    pub wait: Wait,
    /// The seat's choices, when it decides: notation, words, and whether an answer shows something new and so cannot be taken back.
    pub choices: Vec<(String, Choice, bool)>,
    /// The odds it is shown.
    pub odds: Option<Odds>,
}

/// What a seat hears of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// Its notation, with `?` for what is hidden.
    pub line: String,
    /// Its events.
    pub told: Vec<Told>,
}

impl Known {
    /// What the seat knows of the position.
    pub fn of<G: Present>(game: &G, position: &G::Position, seat: Seat, words: &Lexicon) -> Self {
        let seen = game.seen(position, seat);
        let wait = game.wait(position);
        Known {
            view: game.view(&seen, seat, words),
            wait,
            choices: if wait.side().map(Seat::from) == Some(seat) {
                choices(game, position)
            } else {
                Vec::new()
            },
            odds: game.odds(&seen, seat),
        }
    }
}

fn choices<G: Present>(game: &G, position: &G::Position) -> Vec<(String, Choice, bool)> {
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    let shown = |action| {
        let mut line = String::new();
        game.print(position, action, &mut line);
        (line, game.choice(position, action), game.reveals(position, action))
    };
    legal.into_iter().map(shown).collect()
}

impl Heard {
    /// What the seat hears of an action taken in this position, of which these events came.
    pub fn of<G: Present>(
        game: &G,
        before: &G::Position,
        action: G::Action,
        events: &[G::Event],
        seat: Seat,
    ) -> Self {
        let told = events.iter().filter(|e| game.tells(e, seat)).map(|e| game.tell(e)).collect();
        Heard { line: shown_line(game, before, action, seat), told }
    }
}

/// The notation of an action as the seat may read it.
pub fn shown_line<G: Game>(game: &G, before: &G::Position, action: G::Action, seat: Seat) -> String {
    let mut line = String::new();
    if game.hides(before, action, seat) {
        game.print_hidden(before, action, &mut line);
    } else {
        game.print(before, action, &mut line);
    }
    line
}
