//! Secrets stay secret: what a seat gets to know is compared between the true position and others it cannot tell from it.
//!
//! For a seat with its knowledge `seen`, imagine another position with the same `seen`. Then
//! * the seat sees the same board, choices, odds, reasons and refusals in both;
//! * an action of its own that has other consequences for its knowledge in the two **reveals**, and the game must say so;
//! * whether an action reveals does not itself depend on a secret;
//! * of an action that leaves it with the same knowledge in both it hears the same: the log tells no more than the board.

use crate::case::Testable;
use crate::chance::Rng;
use crate::game::Wait;
use crate::known::{Heard, Known, shown_line};
use crate::present::{Ask, Present};
use crate::side::Seat;
use crate::text::Lexicon;

/// How many actions of an imagined position are looked through for one that reads as the true one did.
const MOST_LOOKED_THROUGH: usize = 400;

/// The position looks the same to those who cannot know better: boards, lists, choices, odds.
pub(super) fn looks_the_same<G: Testable + Present>(
    game: &G,
    position: &G::Position,
    imagined: &G::Position,
    seat: Seat,
    words: &Lexicon,
) -> Result<(), String> {
    let (known, other) = (Known::of(game, position, seat, words), Known::of(game, imagined, seat, words));
    if known == other {
        return Ok(());
    }
    let (a, b) = (format!("{known:?}"), format!("{other:?}"));
    Err(format!("{seat} can tell an imagined position from the true one: {}", first_difference(&a, &b)))
}

/// A refusal gives the same reason whatever the seat cannot know.
pub(super) fn refuses_the_same<G: Testable>(
    game: &G,
    position: &G::Position,
    imagined: &G::Position,
    seat: Seat,
    action: G::Action,
) -> Result<(), String> {
    let (here, there) = (game.check(position, action), game.check(imagined, action));
    if here == there {
        return Ok(());
    }
    let line = shown_line(game, position, action, seat);
    Err(format!("{line:?}: {seat} is answered {here:?}, and {there:?} if only what it cannot know differs"))
}

/// "Why not?" gives the same reason whatever the seat cannot know. Asking never fails.
pub(super) fn explains_the_same<G: Present>(
    game: &G,
    position: &G::Position,
    imagined: &G::Position,
    seat: Seat,
    ask: &Ask,
) -> Result<(), String> {
    let (here, there) = (game.why_not(position, ask), game.why_not(imagined, ask));
    if here == there {
        return Ok(());
    }
    Err(format!("{ask:?}: {seat} is told {here:?}, and {there:?} if only what it cannot know differs"))
}

/// An action taken by the side that decides, through the eyes of every seat.
pub(super) fn action_tells_no_more<G: Testable + Present>(
    game: &G,
    position: &G::Position,
    action: G::Action,
    rng: &mut Rng,
) -> Result<(), String> {
    let Wait::Decision(side) = game.wait(position) else { return Ok(()) };
    let (after, events) = applied(game, position, action);
    for seat in Seat::ALL {
        let imagined = game.imagine(&game.seen(position, seat), rng);
        if imagined == *position {
            continue;
        }
        let knows = game.seen(&after, seat);
        let heard = Heard::of(game, position, action, &events, seat);
        if seat == Seat::from(side) {
            let (other_after, other_events) = applied(game, &imagined, action);
            let other_heard = Heard::of(game, &imagined, action, &other_events, seat);
            let says = game.reveals(position, action);
            if says != game.reveals(&imagined, action) {
                return Err(format!("whether {:?} reveals depends on what {seat} cannot know", heard.line));
            }
            if !says && game.seen(&other_after, seat) != knows {
                return Err(format!(
                    "{:?} shows {seat} something new, but is not said to reveal: {}",
                    heard.line,
                    first_difference(&format!("{knows:?}"), &format!("{:?}", game.seen(&other_after, seat)))
                ));
            }
            if !says && other_heard != heard {
                return Err(differently_heard(seat, &heard, &other_heard, "is not said to reveal"));
            }
            continue;
        }
        // What the other seats hear is compared with the action that reads the same to them and leaves them as wise.
        let mut legal = Vec::new();
        game.legal(&imagined, &mut legal);
        for other in legal.into_iter().take(MOST_LOOKED_THROUGH) {
            if shown_line(game, &imagined, other, seat) != heard.line {
                continue;
            }
            let (other_after, other_events) = applied(game, &imagined, other);
            let other_heard = Heard::of(game, &imagined, other, &other_events, seat);
            if game.seen(&other_after, seat) == knows && other_heard != heard {
                return Err(differently_heard(seat, &heard, &other_heard, "it knows the same afterwards"));
            }
        }
    }
    Ok(())
}

fn applied<G: Testable>(game: &G, position: &G::Position, action: G::Action) -> (G::Position, Vec<G::Event>) {
    let (mut after, mut events) = (*position, Vec::new());
    game.apply(&mut after, action, &mut events);
    (after, events)
}

fn differently_heard(seat: Seat, heard: &Heard, other: &Heard, why: &str) -> String {
    let differs = first_difference(&format!("{heard:?}"), &format!("{other:?}"));
    format!("{:?}: {seat} hears of it what it cannot know ({why}): {differs}", heard.line)
}

/// Where two texts part, with a little before and after.
pub(crate) fn first_difference(a: &str, b: &str) -> String {
    let at = a.chars().zip(b.chars()).position(|(x, y)| x != y).unwrap_or(0).saturating_sub(60);
    let cut = |s: &str| s.chars().skip(at).take(160).collect::<String>();
    format!("…{}… against …{}…", cut(a), cut(b))
}
