//! A refusal names the rule that would have to give way. On positions of random games the rules are stated here once more, in another form,
//! with their conditions one by one: where lifting a single one makes the act legal, the refusal must name one of those.

use frente_aragon::Aragon;
use frente_aragon::action::Action;
use frente_aragon::frame::{Frame, March};
use frente_aragon::ids::Unit;
use frente_aragon::position::{Place, Position, Public};
use frente_board::{DataSource, Hex};
use frente_engine::present::Ask;
use frente_engine::{Game, Options, Present, Rng, Side, Wait};
use std::collections::BTreeSet;

/// What stands in the way of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lift {
    Points,
    Zones,
    Forts,
    Friends,
    Enemies,
}

const LIFTS: [Lift; 5] = [Lift::Points, Lift::Zones, Lift::Forts, Lift::Friends, Lift::Enemies];

/// Which lifting a refusal of a move speaks of.
fn spoken(rule: &str) -> Option<Lift> {
    Some(match rule {
        "5.1f" | "5.1i" | "5.2f" => Lift::Points,
        "6.1a" | "6.1b" | "6.1d" | "6.1e" => Lift::Zones,
        "6.1g" => Lift::Forts,
        "6.1-r2" | "5.3c" => Lift::Friends,
        "5.1c" => Lift::Enemies,
        _ => return None,
    })
}

/// 5.0 to 6.1 stated anew: can the unit come to stand in the hex, with these conditions lifted? A plain search over hexes with the points
/// left and whether the move is over there.
fn reaches(game: &Aragon, p: &Public, march: &March, to: Hex, lifted: &[Lift]) -> bool {
    let off = |l: Lift| lifted.contains(&l);
    let (map, unit) = (&game.book.ground.map, march.unit);
    let (side, counter) = (game.book.side(unit), game.book.unit(unit));
    let own = |h: Hex| p.unit_in(h).is_some_and(|u| u != unit && game.book.side(u) == side);
    let enemy = |h: Hex| p.unit_in(h).is_some_and(|u| game.book.side(u) != side);
    let zone = |h: Hex| !off(Lift::Zones) && map.around(h).any(|(_, n)| enemy(n));
    let whole = 2 * counter.allowance;
    let mut best = vec![None::<u8>; map.len()];
    let mut open = vec![(march.at, if off(Lift::Points) { 200 } else { march.left })];
    while let Some((at, left)) = open.pop() {
        for (dir, next) in map.around(at) {
            let cost = game.book.ground.cost(at, dir);
            let (from, into) = (zone(at), zone(next));
            let barred = (enemy(next) && !off(Lift::Enemies))
                || (from && into && p.forts.has(next.index()) && !off(Lift::Forts));
            let extra = if into && counter.mobile() { 2 * (counter.allowance / 2) } else { 0 };
            if barred || cost + extra > left {
                continue;
            }
            let stop = into && !counter.mobile();
            let taken = own(next) && !off(Lift::Friends);
            if stop && (taken || (from && left < whole)) {
                continue;
            }
            if next == to && !taken {
                return true;
            }
            let rest = left - cost - extra;
            if !stop && best[next.index()].is_none_or(|b| b < rest) {
                best[next.index()] = Some(rest);
                open.push((next, rest));
            }
        }
    }
    false
}

/// A third of the map is asked about: a hex can be reached exactly if no reason is given against it, and the reason is one that counts.
fn moves(game: &Aragon, pos: &Position, march: &March, third: usize, seen: &mut BTreeSet<&'static str>) {
    let p = &pos.public;
    for hex in game.book.ground.map.hexes().skip(third).step_by(3).filter(|h| *h != march.at) {
        let label = game.label(hex).to_owned();
        let why = game.why_not(pos, &Ask { piece: None, place: Some(label.clone()) });
        let reachable = reaches(game, p, march, hex, &[]);
        assert_eq!(why.is_none(), reachable, "{} to {label}: {why:?}", game.name(march.unit));
        let Some(refusal) = why else { continue };
        let rule = refusal.rule.id();
        seen.insert(rule);
        let named = spoken(rule).unwrap_or_else(|| panic!("{label}: {rule} says nothing of a move"));
        let single: Vec<Lift> = LIFTS.into_iter().filter(|l| reaches(game, p, march, hex, &[*l])).collect();
        let bare = [Lift::Zones, Lift::Forts, Lift::Friends, Lift::Enemies];
        if !reaches(game, p, march, hex, &bare) {
            assert!(named == Lift::Points || rule == "5.1c", "{label} is too far, not {rule}");
        } else if !single.is_empty() && rule != "5.1c" {
            assert!(single.contains(&named), "{} to {label}: {rule}, but {single:?}", game.name(march.unit));
        }
    }
}

/// 7.0, 7.1: every reason why a unit cannot attack a hex.
fn reasons(game: &Aragon, p: &Public, unit: Unit, mobile: bool) -> BTreeSet<&'static str> {
    let i = unit.index();
    let hex = p.hex(unit).unwrap_or(Hex::NONE);
    let supplied = || game.supplied(p, p.active).has(hex.index());
    let all = [
        (mobile && !game.book.unit(unit).mobile(), "4.1l"),
        (p.advanced.has(i), "7.8k"),
        (p.displaced.has(i), "7.6.2g"),
        (p.fought.has(i), if mobile { "4.1i" } else { "7.1e" }),
        (mobile && !supplied(), "10.2e"),
    ];
    all.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule).collect()
}

/// Every enemy unit is asked about as a target.
fn attacks(game: &Aragon, pos: &Position, mobile: bool, seen: &mut BTreeSet<&'static str>) {
    let p = &pos.public;
    for unit in game.book.all_units().filter(|u| game.book.side(*u) != p.active) {
        let Some(target) = p.hex(unit) else { continue };
        let beside: Vec<_> = game
            .book
            .ground
            .map
            .around(target)
            .filter_map(|(_, h)| p.unit_in(h))
            .filter(|u| game.book.side(*u) == p.active)
            .map(|u| reasons(game, p, u, mobile))
            .collect();
        let fewest = beside.iter().map(BTreeSet::len).min();
        match game.check(pos, Action::Attack(target)) {
            Ok(()) => assert!(fewest == Some(0) && !p.attacked.has(unit.index())),
            Err(refusal) => {
                let rule = refusal.rule.id();
                seen.insert(rule);
                let right = match fewest {
                    _ if p.attacked.has(unit.index()) => rule == "7.1c",
                    None => rule == "7.0a",
                    Some(n) => n > 0 && beside.iter().any(|r| r.len() == n && r.contains(rule)),
                };
                assert!(right, "attack {}: {rule}, but {beside:?}", game.label(target));
            }
        }
    }
}

/// Every unit is asked about to be taken up: the rule named must be one that bars it.
fn picks(game: &Aragon, pos: &Position, mobile: bool, seen: &mut BTreeSet<&'static str>) {
    let p = &pos.public;
    for unit in game.book.all_units() {
        let (i, counter) = (unit.index(), game.book.unit(unit));
        let Place::Map(hex) = p.place[i] else { continue };
        let left = 2 * counter.allowance;
        let march = March { unit, at: hex, left, entered: false, fresh: true, from_zone: false };
        let bars = [
            (counter.side != p.active, "5.1a"),
            (mobile && !counter.mobile(), "4.1k"),
            (p.advanced.has(i), "7.8-r3"),
            (p.moved.has(i), if mobile { "4.1e" } else { "5.1h" }),
            (mobile && !game.supplied(p, counter.side).has(hex.index()), "10.2d"),
            (p.have_moved >= p.may_move, "14.0j"),
        ];
        let bars: Vec<_> = bars.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule).collect();
        match game.check(pos, Action::Pick(unit)) {
            Ok(()) => assert!(bars.is_empty(), "{}: {bars:?}", game.name(unit)),
            Err(refusal) => {
                let rule = refusal.rule.id();
                seen.insert(rule);
                if bars.is_empty() {
                    // It could be taken and has nowhere to go: lifting what is named opens some hex next to it.
                    let lift = spoken(rule).unwrap_or_else(|| panic!("{}: {rule}", game.name(unit)));
                    let near = game.book.ground.map.around(hex);
                    let opens = near.map(|(_, n)| n).any(|n| reaches(game, p, &march, n, &[lift]));
                    let alone = LIFTS.into_iter().any(|l| {
                        game.book.ground.map.around(hex).any(|(_, n)| reaches(game, p, &march, n, &[l]))
                    });
                    assert!(opens || !alone, "{} is hemmed in, not {rule}", game.name(unit));
                } else {
                    assert!(bars.contains(&rule), "{}: {rule}, but {bars:?}", game.name(unit));
                }
            }
        }
    }
}

/// 11.0: why a unit is not rebuilt.
fn rebuilds(game: &Aragon, pos: &Position, seen: &mut BTreeSet<&'static str>) {
    let p = &pos.public;
    for unit in game.book.all_units() {
        let Some(hex) = p.hex(unit) else { continue };
        let side = game.book.side(unit);
        let near = game.book.ground.map.around(hex).filter_map(|(_, h)| p.unit_in(h));
        let bars = [
            (side != p.active || !p.reduced.has(unit.index()), "11.0a"),
            (near.into_iter().any(|u| game.book.side(u) != side), "11.0d"),
            (!game.supplied(p, side).has(hex.index()), "11.0c"),
        ];
        let bars: Vec<_> = bars.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule).collect();
        match game.check(pos, Action::Rebuild(unit)) {
            Ok(()) => assert!(bars.is_empty()),
            Err(refusal) => {
                let rule = refusal.rule.id();
                seen.insert(rule);
                assert!(bars.contains(&rule), "rebuild {}: {rule}, but {bars:?}", game.name(unit));
            }
        }
    }
}

/// Plays at random and asks at every few decisions.
fn ask(scenario: &str, games: u64) -> BTreeSet<&'static str> {
    let game = Aragon::open(&DataSource::Embedded, scenario, &Options::default());
    let game = game.unwrap_or_else(|e| panic!("{e}"));
    let (mut seen, mut legal, mut chance) = (BTreeSet::new(), Vec::new(), Vec::new());
    for seed in 0..games {
        let (mut pos, mut rng) = (game.start(), Rng::new(seed));
        loop {
            if rng.below(4) == 0 {
                match pos.public.stack.top() {
                    Frame::Moving(march) if rng.below(5) == 0 => {
                        moves(&game, &pos, &march, rng.below(3), &mut seen);
                    }
                    Frame::Combat { mobile } => attacks(&game, &pos, mobile, &mut seen),
                    Frame::Movement { mobile } => picks(&game, &pos, mobile, &mut seen),
                    Frame::Rebuild => rebuilds(&game, &pos, &mut seen),
                    _ => {}
                }
            }
            let action = match game.wait(&pos) {
                Wait::Over(_) => break,
                Wait::Decision(_) => {
                    game.legal(&pos, &mut legal);
                    legal[rng.below(legal.len())]
                }
                Wait::Chance(_) => {
                    game.chance(&pos, &mut chance);
                    chance[rng.below(chance.len())].0
                }
            };
            game.apply(&mut pos, action, &mut ());
        }
    }
    seen
}

#[test]
fn the_rule_named_is_the_one_in_the_way() {
    let mut seen = ask("belchite", 3);
    seen.extend(ask("teruel", 3));
    seen.extend(ask("alfambra", 2));
    // The test is worth its name only if it met the refusals it is about.
    for rule in ["5.1c", "5.1f", "6.1a", "6.1b", "6.1d", "6.1e", "7.0a", "7.1c", "7.1e", "14.0j", "11.0d"] {
        assert!(seen.contains(rule), "no position asked for {rule}: {seen:?}");
    }
}

/// 5.1f: a hex too far away is too far away, whoever stands on the way there, and the answer has its numbers.
#[test]
fn a_far_hex_is_too_far() {
    let game = Aragon::open(&DataSource::Embedded, "belchite", &Options::default());
    let game = game.unwrap_or_else(|e| panic!("{e}"));
    let mut pos = game.start();
    while let Wait::Chance(_) = game.wait(&pos) {
        let mut chance = Vec::new();
        game.chance(&pos, &mut chance);
        game.apply(&mut pos, chance[0].0, &mut ());
    }
    assert_eq!(game.wait(&pos), Wait::Decision(Side::Republican));
    let unit = game.book.find_unit("4").unwrap_or_else(|| panic!("4 is a unit"));
    game.play(&mut pos, Action::Pick(unit), &mut ()).unwrap_or_else(|r| panic!("{}", r.rule));
    let ask = Ask { piece: None, place: Some("1012".to_owned()) };
    let refusal = game.why_not(&pos, &ask).unwrap_or_else(|| panic!("1012 is far"));
    assert_eq!(refusal.rule.id(), "5.1f");
    let (needs, has) = refusal.numbers.unwrap_or_else(|| panic!("with numbers"));
    assert!(needs > has && has == 12, "{needs} of {has}");
    let said = game.lexicon("en").say(&game.explain(&refusal, &game.lexicon("en")));
    assert!(said.contains("and has 6"), "{said}");
}
