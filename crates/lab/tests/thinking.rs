//! A commander answers at once when it is told to stop.

use frente_aragon::Aragon;
use frente_board::data::DataSource;
use frente_engine::table::{Question, Thinking};
use frente_engine::{Game, Options, Rng, Wait};
use std::time::{Duration, Instant};

/// Far more than a stopped thought takes on a loaded machine, and far less than the hour it was given.
const AT_ONCE: Duration = Duration::from_secs(20);

/// How many decisions lie between two at which it is asked.
const EACH: usize = 20;

#[test]
fn a_stopped_commander_answers_at_once() {
    let game = Aragon::open(&DataSource::Embedded, "belchite", &Options::default()).unwrap();
    let mut rng = Rng::new(3);
    let mut position = game.start();
    let (mut legal, mut chance) = (Vec::new(), Vec::new());
    let thinking = Thinking::default();
    thinking.stop();
    let (mut decisions, mut asked) = (0, 0);
    while asked < 3 {
        let action = match game.wait(&position) {
            Wait::Over(outcome) => panic!("over after {asked} questions: {outcome:?}"),
            Wait::Chance(_) => {
                game.chance(&position, &mut chance);
                chance[rng.weighted(chance.iter().map(|(_, weight)| *weight))].0
            }
            Wait::Decision(side) => {
                game.legal(&position, &mut legal);
                decisions += 1;
                if decisions % EACH == 0 && legal.len() > 1 {
                    asked += 1;
                    let mut general = frente_ai::player::<Aragon>("general@3600s").unwrap();
                    let seen = game.seen(&position, side.into());
                    let question =
                        Question { game: &game, side, seen: &seen, legal: &legal, thinking: &thinking };
                    let begun = Instant::now();
                    let chosen = general.choose(&question, &mut rng);
                    assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
                    assert!(legal.contains(&chosen));
                }
                legal[rng.below(legal.len())]
            }
        };
        game.apply(&mut position, action, &mut ());
    }
}
