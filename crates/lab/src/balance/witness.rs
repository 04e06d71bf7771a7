//! Looks on at a game and writes down what a report needs, through what every game shows: views, layers, odds, events.

use super::ground::Ground;
use super::record::{Attacks, GameRecord, PlaceCounts, SideTurn, TurnRecord};
use crate::playout::{Played, Watch};
use frente_engine::odds::{Odds, Tone};
use frente_engine::present::{FightView, FigureView, Shade, View, Weight};
use frente_engine::{Lexicon, PerSide, Playable, Seat, Side, Wait};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What all games of a scenario have in common for who looks on.
pub(crate) struct Scene<G: Playable> {
    pub game: Arc<G>,
    words: Arc<Lexicon>,
    pub ground: Ground,
    owners: BTreeMap<String, Side>,
}

impl<G: Playable> Scene<G> {
    pub fn new(game: Arc<G>) -> Self {
        let sheet = game.sheet();
        let owners = sheet.pieces.iter().filter_map(|p| Some((p.id.clone(), p.side?))).collect();
        Scene { words: game.lexicon("en"), ground: Ground::new(&sheet.map), owners, game }
    }

    fn view(&self, position: &G::Position, seat: Seat) -> View {
        self.game.view(&self.game.seen(position, seat), seat, &self.words)
    }
}

/// Who looks on at one game.
pub(crate) struct Witness<'a, G: Playable> {
    scene: &'a Scene<G>,
    places: &'a mut [PlaceCounts],
    events: Vec<G::Event>,
    now: Now,
    /// The throw that is being made: how far from what was to be expected it is, and the attack it belongs to.
    throw: Option<Throw>,
    /// The attack of the last throw, to know the dice of one attack from those of the next.
    last: Option<(u8, FightView)>,
    turns: Vec<TurnRecord>,
    dice: BTreeMap<(Option<Side>, u8), u32>,
    attacks: BTreeMap<(Side, String, String), Attacks>,
}

/// What has happened since the last turn ended.
#[derive(Default)]
struct Now {
    turn: u8,
    luck: f64,
    losses: PerSide<u32>,
    attacks: PerSide<u32>,
}

struct Throw {
    by: Option<Side>,
    expected: f64,
    before: i32,
    attack: Option<(Side, String, String)>,
}

impl<'a, G: Playable> Witness<'a, G> {
    pub fn new(scene: &'a Scene<G>, places: &'a mut [PlaceCounts]) -> Self {
        let mut this = Witness {
            scene,
            places,
            events: Vec::new(),
            now: Now::default(),
            throw: None,
            last: None,
            turns: Vec::new(),
            dice: BTreeMap::new(),
            attacks: BTreeMap::new(),
        };
        let start = scene.game.start();
        let turn = scene.game.turn(&start);
        if turn > 0 {
            this.end_turn(&start, 0);
        }
        this.now.turn = turn;
        this
    }

    /// What is to be kept of the game, now that it is over.
    pub fn close(self, number: u64, seed: u64, played: &Played) -> GameRecord {
        let ending = self.scene.words.say(&self.scene.game.conclude(&played.outcome));
        GameRecord {
            number,
            seed,
            winner: played.outcome.winner,
            reason: played.outcome.reason.to_owned(),
            rule: played.outcome.rule.id().to_owned(),
            ending,
            decisions: played.decisions,
            throws: played.throws,
            margin: self.turns.last().map_or(0, |t| t.judged),
            dice: self.dice.into_iter().map(|((by, face), n)| (by, face, n)).collect(),
            attacks: self.attacks.into_values().collect(),
            turns: self.turns,
        }
    }

    fn end_turn(&mut self, position: &G::Position, turn: u8) {
        let scene = self.scene;
        let game = &*scene.game;
        let now = std::mem::take(&mut self.now);
        let views = PerSide(Side::BOTH.map(|side| scene.view(position, side.into())));
        let mut stands: PerSide<Vec<bool>> =
            PerSide([vec![false; self.places.len()], vec![false; self.places.len()]]);
        let mut sides: PerSide<SideTurn> = PerSide::default();
        for side in Side::BOTH {
            let of = &mut sides[side];
            (of.losses, of.attacks) = (now.losses[side], now.attacks[side]);
            // A side's own view holds all its pieces, those among them that the enemy does not see.
            for piece in views[side].pieces.iter().filter(|p| p.side == Some(side)) {
                let Some(place) = piece.place.as_deref().and_then(|p| scene.ground.place(p)) else {
                    continue;
                };
                stands[side][place] = true;
                of.pieces += 1;
                of.steps += u32::from(piece.steps);
            }
            let cards = views[side].cards.iter().filter(|c| c.side == side).flat_map(|c| &c.figures);
            of.figures = cards.filter_map(|f| Some((f.title.clone(), number_of(f)?))).collect();
        }
        let mut holds: PerSide<Vec<bool>> = stands.clone();
        let spectator = game.seen(position, Seat::Spectator);
        let control = game.overlay(&spectator, Seat::Spectator, "control").unwrap_or_default();
        for (shade, labels) in &control.shades {
            let side = match shade {
                Shade::Republican => Side::Republican,
                Shade::Nationalist => Side::Nationalist,
                _ => continue,
            };
            for place in labels.iter().filter_map(|label| scene.ground.place(label)) {
                // Who stands in a place holds it, whatever a layer that lags behind says.
                if !stands[side.other()][place] {
                    holds[side][place] = true;
                }
            }
        }
        for place in 0..self.places.len() {
            let counts = &mut self.places[place];
            let [red, blue] = Side::BOTH.map(|side| holds[side][place]);
            let beside = |side: Side| scene.ground.near(place).iter().any(|n| holds[side][*n]);
            counts.republican += u64::from(red);
            counts.nationalist += u64::from(blue);
            let front = (red && (blue || beside(Side::Nationalist))) || (blue && beside(Side::Republican));
            counts.front += u64::from(front);
        }
        for side in Side::BOTH {
            sides[side].held = holds[side].iter().filter(|h| **h).count() as u32;
        }
        self.turns.push(TurnRecord {
            turn,
            luck: now.luck.round() as i64,
            judged: game.judge(position, Side::Republican).into(),
            sides,
        });
    }

    /// The attack that this throw decides, if it decides one.
    fn attack(&mut self, position: &G::Position, by: Option<Side>) -> Option<(Side, String, String)> {
        let scene = self.scene;
        let seat = by.map_or(Seat::Spectator, Seat::from);
        let odds = scene.game.odds(&scene.game.seen(position, seat), seat)?;
        let fight = scene.view(position, seat).fight?;
        let owner = |ids: &[String]| ids.iter().find_map(|id| scene.owners.get(id)).copied();
        let attacker = owner(&fight.attackers).or(owner(&fight.defenders).map(Side::other)).or(by)?;
        let turn = scene.game.turn(position);
        let (column, _) = odds.columns.iter().max_by_key(|(_, weight)| *weight).cloned().unwrap_or_default();
        let kind = serde_json::to_value(odds.kind).ok().and_then(|k| Some(k.as_str()?.to_owned()));
        let key = (attacker, kind.unwrap_or_default(), column);
        let again = self.last.as_ref().is_some_and(|(t, f)| *t == turn && *f == fight);
        if !again {
            self.count(&key, &odds);
            if let Some(place) = fight.target.as_deref().and_then(|p| scene.ground.place(p)) {
                self.places[place].attacks += 1;
            }
        }
        self.last = Some((turn, fight));
        Some(key)
    }

    fn count(&mut self, key: &(Side, String, String), odds: &Odds) {
        let (by, kind, column) = key.clone();
        self.now.attacks[by] += 1;
        let of = self.attacks.entry(key.clone()).or_insert_with(|| Attacks {
            by,
            kind,
            column,
            count: 0,
            good: 0,
            bad: 0,
            swing: 0,
        });
        let share = |tone: Tone| {
            let weight: u64 = odds.results.iter().filter(|r| r.tone == tone).map(|r| r.weight).sum();
            (u128::from(weight) * 1_000_000 / u128::from(odds.total.max(1))) as u64
        };
        of.count += 1;
        of.good += share(Tone::Good);
        of.bad += share(Tone::Bad);
    }
}

impl<G: Playable> Watch<G> for Witness<'_, G> {
    type Events = Vec<G::Event>;

    fn events(&mut self) -> &mut Vec<G::Event> {
        self.events.clear();
        &mut self.events
    }

    fn throws(&mut self, position: &G::Position, outcomes: &[(G::Action, u32)], _: G::Action) {
        let game = &*self.scene.game;
        let by = if let Wait::Chance(chance) = game.wait(position) { chance.by } else { None };
        let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = outcomes
            .iter()
            .map(|(outcome, weight)| {
                let mut then = *position;
                game.apply(&mut then, *outcome, &mut ());
                f64::from(*weight) * f64::from(game.judge(&then, Side::Republican))
            })
            .sum();
        let attack = self.attack(position, by);
        if attack.is_none() {
            self.last = None;
        }
        let before = game.judge(position, Side::Republican);
        self.throw = Some(Throw { by, expected: sum / f64::from(total), before, attack });
    }

    fn then(&mut self, position: &G::Position) {
        let scene = self.scene;
        let throw = self.throw.take();
        for event in &self.events {
            let told = scene.game.tell(event);
            if told.weight == Weight::Loss
                && let Some(side) = told.pieces.first().and_then(|id| scene.owners.get(id))
            {
                self.now.losses[*side] += 1;
            }
            if let (Some(face), Some(throw)) = (told.die, &throw) {
                *self.dice.entry((throw.by, face)).or_default() += 1;
            }
        }
        if let Some(throw) = throw {
            let after = scene.game.judge(position, Side::Republican);
            self.now.luck += f64::from(after) - throw.expected;
            if let Some(attacks) = throw.attack.and_then(|key| self.attacks.get_mut(&key)) {
                let swing = i64::from(after) - i64::from(throw.before);
                attacks.swing += if attacks.by == Side::Republican { swing } else { -swing };
            }
        }
        let turn = scene.game.turn(position);
        if turn != self.now.turn || scene.game.wait(position).is_over() {
            let ended = self.now.turn;
            self.end_turn(position, ended);
            self.now.turn = turn;
        }
    }
}

/// The first number of a figure on a card, as the page reads it for its curves: `7`, `3 of 10`, `−2`.
pub fn number_of(figure: &FigureView) -> Option<i64> {
    let value = figure.value.trim_start();
    let (negative, digits) = match value.chars().next()? {
        '-' | '−' => (true, &value[value.chars().next()?.len_utf8()..]),
        '+' => (false, &value[1..]),
        _ => (false, value),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number: i64 = digits[..end].parse().ok()?;
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_on_the_page() {
        let of = |value: &str| {
            number_of(&FigureView { title: String::new(), value: value.to_owned(), rule: None })
        };
        assert_eq!(of("7"), Some(7));
        assert_eq!(of("3 of 10"), Some(3));
        assert_eq!(of("−2 / 5"), Some(-2));
        assert_eq!(of("+4"), Some(4));
        assert_eq!(of("none"), None);
    }
}
