//! Only legal actions: what is not in the list, or comes from the wrong seat, is refused with a typed error and changes nothing.

use frente_engine::table::{Opening, Table};
use frente_engine::{Rng, Seat, Seed, Wait};
use std::collections::BTreeSet;

/// A line with something about it changed.
fn mutated(line: &str, others: &[String], rng: &mut Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    let other: Vec<&str> = others[rng.below(others.len())].split(' ').collect();
    match rng.below(5) {
        0 => words[0] = other[0],
        1 => *words.last_mut().unwrap() = other.last().unwrap(),
        2 => words.extend(other.last()),
        3 => {
            words.pop();
        }
        _ => return others[rng.below(others.len())].clone(),
    }
    words.join(" ")
}

fn try_out(table: &mut dyn Table, pool: &[String], rng: &mut Rng) -> (u64, u64) {
    let legal: BTreeSet<String> = table.lines().into_iter().collect();
    let outcomes: Vec<String> = table.outcomes().into_iter().map(|(line, _)| line).collect();
    let before = table.save();
    let (mut tried, mut refused) = (0, 0);
    for _ in 0..20 {
        let line = mutated(&pool[rng.below(pool.len())], pool, rng);
        for seat in Seat::ALL {
            let rightful = table.wait().side().is_some_and(|side| seat.knows(side));
            if rightful && (legal.contains(&line) || line.contains(" with ")) {
                continue;
            }
            tried += 1;
            let mut copy = table.fork();
            match copy.play(seat, &line) {
                Err(denied) => {
                    refused += 1;
                    assert!(
                        ["refused", "not-a-line", "wrong-side", "bad-request", "over"].contains(&denied.code),
                        "{line:?}: {denied:?}"
                    );
                    assert_eq!(
                        denied.code == "refused",
                        denied.rule.is_some(),
                        "a refusal names its rule: {denied:?}"
                    );
                }
                // A line may be written in another way than the list writes it, or stand for several actions (`unit` and `move` in one);
                // what it did must be in the list.
                Ok(()) => {
                    let done = copy.record_lines(table.point())[0].to_owned();
                    assert!(rightful && legal.contains(&done), "{line:?} by {seat} was accepted as {done:?}");
                }
            }
            if copy.point() == table.point() {
                assert_eq!(copy.save(), before, "{line:?} was refused and changed something");
            }
        }
    }
    for line in outcomes {
        tried += 1;
        refused += 1;
        assert!(
            table.play(Seat::Republican, &line).is_err() && table.type_throw(&line).is_err(),
            "{line:?}: dice were chosen"
        );
    }
    (tried, refused)
}

#[test]
fn thousands_of_illegal_actions_are_refused() {
    for about in frente_catalog::about(None).unwrap() {
        for scenario in &about.scenario {
            let opening = Opening {
                scenario: scenario.key.clone(),
                seed: Some(Seed::from_number(3)),
                ..Opening::default()
            };
            let mut table = frente_catalog::open(&about.key, None, &opening).unwrap();
            let mut rng = Rng::new(11);
            let mut pool: Vec<String> = vec!["end".to_owned()];
            let (mut tried, mut steps) = (0, 0);
            loop {
                let side = match table.wait() {
                    Wait::Over(_) => break,
                    Wait::Chance(_) => {
                        table.throw().unwrap();
                        continue;
                    }
                    Wait::Decision(side) => side,
                };
                let lines = table.lines();
                let line = lines[rng.below(lines.len())].clone();
                pool.push(line.clone());
                if steps % 12 == 0 {
                    tried += try_out(table.as_mut(), &pool, &mut rng).0;
                }
                table.play(side.into(), &line).unwrap();
                steps += 1;
                if steps > 1500 {
                    break;
                }
            }
            assert!(tried > 1000, "{}/{}: only {tried} tried", about.key, scenario.key);
        }
    }
}
