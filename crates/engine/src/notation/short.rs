//! Lines that stand for several, where games share them.

use crate::game::Game;

/// `attack HEX with UNIT UNIT …`: the attack, each unit that `joins`, and that it is declared.
pub fn attack(line: &str, joins: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut words = line.split_whitespace();
    let (Some("attack"), Some(hex), Some("with")) = (words.next(), words.next(), words.next()) else {
        return None;
    };
    let mut lines = vec![format!("attack {hex}")];
    let mut units = words.peekable();
    units.peek()?;
    lines.extend(units.filter(|unit| joins(unit)).map(|unit| format!("with {unit}")));
    lines.push("declare".to_owned());
    Some(lines)
}

/// What several units can do in one line.
const TOGETHER: [&str; 4] = ["move", "enter", "place", "advance"];

/// `move UNIT UNIT … ROUTE`, and so with `enter`, `place` and `advance`: each unit by itself, taken up first where that is needed, after
/// the unit before it has stopped where that is needed.
pub fn group<G: Game>(game: &G, position: &G::Position, line: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (verb, rest) = words.split_first().filter(|(verb, _)| TOGETHER.contains(verb))?;
    let (goal, units) = rest.split_last().filter(|(_, units)| units.len() > 1)?;
    if line.contains(',') || game.parse(position, line).is_ok() {
        return None;
    }
    let mut position = *position;
    let mut lines = Vec::new();
    for unit in units {
        let (stop, take, act) = ("stop".to_owned(), format!("unit {unit}"), format!("{verb} {unit} {goal}"));
        let ways =
            [vec![act.clone()], vec![take.clone(), act.clone()], vec![stop, take.clone(), act.clone()]];
        let fits = ways.into_iter().find_map(|way| Some((after(game, position, &way)?, way)));
        match fits {
            Some((after, way)) => {
                position = after;
                lines.extend(way);
            }
            // The refusal names what is wrong with it.
            None => {
                let known = game.parse(&position, &take).is_ok_and(|a| game.check(&position, a).is_ok());
                lines.extend(known.then_some(take).into_iter().chain([act]));
                break;
            }
        }
    }
    Some(lines)
}

/// The lines that finish what the side that decides is about, for a player who leaves the rest to the program: as long as the same side
/// decides, what `choose` takes out of each list, until it takes nothing.
pub fn rest<G: Game>(
    game: &G,
    position: &G::Position,
    choose: impl Fn(&G::Position, &[G::Action]) -> Option<G::Action>,
) -> Vec<String> {
    let side = game.wait(position).side();
    let mut position = *position;
    let (mut legal, mut lines) = (Vec::new(), Vec::new());
    while side.is_some() && game.wait(&position).side() == side {
        game.legal(&position, &mut legal);
        let Some(action) = choose(&position, &legal) else { break };
        let mut line = String::new();
        game.print(&position, action, &mut line);
        lines.push(line);
        game.apply(&mut position, action, &mut ());
    }
    lines
}

/// The position after the lines, if all of them can be played.
fn after<G: Game>(game: &G, mut position: G::Position, lines: &[String]) -> Option<G::Position> {
    for line in lines {
        let action = game.parse(&position, line).ok()?;
        game.play(&mut position, action, &mut ()).ok()?;
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::attack;

    #[test]
    fn an_attack_in_one_line_is_declared() {
        assert_eq!(
            attack("attack 1604 with 3a 3b", |_| true).unwrap(),
            ["attack 1604", "with 3a", "with 3b", "declare"]
        );
        assert_eq!(
            attack("attack 1604 with 3a 3b", |u| u != "3a").unwrap(),
            ["attack 1604", "with 3b", "declare"]
        );
        assert_eq!(attack("attack 1604 with", |_| true), None);
        assert_eq!(attack("attack 1604", |_| true), None);
    }
}
