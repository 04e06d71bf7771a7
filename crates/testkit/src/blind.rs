//! No peeking: what a computer player chooses depends on nothing that its side may not know.
//!
//! Random play stops now and then where a side decides. Another position is imagined that the side cannot tell from the true one, and
//! every player is asked in both, with the same seed and the same amount of work: its answers must be the same.

use frente_engine::harness::Walk;
use frente_engine::table::{Question, Thinking};
use frente_engine::{Options, Playable, Rng, Side, Wait};
use libtest_mimic::Trial;
use std::any::TypeId;

/// How many decisions lie between two that are compared.
const EACH: usize = 37;
/// The same in the games that are played when too few were compared.
const OFTEN: usize = 3;
/// How many decisions are compared in a scenario; the test fails if it finds fewer.
const COMPARED: usize = 6;
/// Random games that must have shown so many.
const GAMES: u64 = 20;
const SEED: u64 = 16;
/// Random play that takes more steps than this has no more to show.
const MOST_STEPS: usize = 20_000;
/// How many times another position is imagined before the side is taken to know everything.
const TRIES: usize = 8;
/// Positions a commander may judge in a turn: enough for playouts at every level.
const WORK: &str = "6000p";

pub fn trial<G: Playable>(scenario: &str) -> Trial {
    let key = scenario.to_owned();
    crate::trial(format!("blind::{scenario}"), move || check::<G>(&key))
}

/// Can a side be kept from knowing something? A game without secrets shows its positions as they are.
pub fn has_secrets<G: Playable>() -> bool {
    TypeId::of::<G::Seen>() != TypeId::of::<G::Position>()
}

fn check<G: Playable>(scenario: &str) -> Result<(), String> {
    let game = crate::open::<G>(scenario, &Options::default())?;
    let compared = (0..GAMES).try_fold(0, |done, n| {
        // Where games are short or secrets soon out, more often.
        let each = if n < GAMES / 2 { EACH } else { OFTEN };
        compare_along(game.as_ref(), SEED + n, each, done)
    })?;
    if compared < COMPARED {
        return Err(format!("only {compared} decisions of {GAMES} games were compared, not {COMPARED}"));
    }
    Ok(())
}

/// Compares decisions of one random game; says how many have been compared, with those of the games before.
fn compare_along<G: Playable>(
    game: &G,
    seed: u64,
    each: usize,
    mut compared: usize,
) -> Result<usize, String> {
    let mut walk = Walk::new(game, seed);
    let mut decisions = 0;
    for _ in 0..MOST_STEPS {
        if walk.is_over() || compared == COMPARED {
            break;
        }
        if let Wait::Decision(side) = game.wait(&walk.position) {
            decisions += 1;
            if decisions % each == 0
                && walk.legal.len() > 1
                && let Some(other) = another(game, &walk.position, side, &mut walk.rng)
            {
                compare(game, side, &walk.position, &other, walk.rng.bits())?;
                compared += 1;
            }
        }
        walk.step(&mut ());
    }
    Ok(compared)
}

/// A position that the side cannot tell from the true one; `None` when it knows all there is to know.
fn another<G: Playable>(game: &G, position: &G::Position, side: Side, rng: &mut Rng) -> Option<G::Position> {
    let seen = game.seen(position, side.into());
    (0..TRIES).map(|_| game.imagine(&seen, rng)).find(|other| other != position)
}

fn compare<G: Playable>(
    game: &G,
    side: Side,
    position: &G::Position,
    other: &G::Position,
    seed: u64,
) -> Result<(), String> {
    for name in frente_ai::PLAYERS {
        let name = frente_ai::with_time(name, WORK.parse().ok());
        let (here, there) =
            (choice(game, side, position, &name, seed)?, choice(game, side, other, &name, seed)?);
        if here != there {
            return Err(format!(
                "{name} for {side} plays {here:?}, and {there:?} if only what it cannot know differs"
            ));
        }
    }
    Ok(())
}

/// What a player without a past would play, in notation.
fn choice<G: Playable>(
    game: &G,
    side: Side,
    position: &G::Position,
    name: &str,
    seed: u64,
) -> Result<String, String> {
    let mut player = frente_ai::player::<G>(name).ok_or_else(|| frente_ai::unknown(name))?;
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    let (seen, thinking) = (game.seen(position, side.into()), Thinking::default());
    let question = Question { game, side, seen: &seen, legal: &legal, thinking: &thinking };
    let action = player.choose(&question, &mut Rng::new(seed));
    if !legal.contains(&action) {
        return Err(format!("{name} chose what is not legal: {action:?}"));
    }
    let mut line = String::new();
    game.print(position, action, &mut line);
    Ok(line)
}
