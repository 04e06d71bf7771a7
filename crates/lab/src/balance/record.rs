//! What is kept of a game: whole numbers only, so that it is the same whoever played it, and reads back as it was written.

use frente_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One game.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct GameRecord {
    /// Its number in the run, from 0.
    pub number: u64,
    /// The seed of its dice and of both players.
    pub seed: u64,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why: the id of a message of the game.
    pub reason: String,
    /// The rule that ended it.
    pub rule: String,
    /// How it ended, in words.
    pub ending: String,
    /// Decisions taken.
    pub decisions: u64,
    /// Rolls and draws.
    pub throws: u64,
    /// The game's own judgement of the last position, in the Republican side's favour, in hundredths.
    pub margin: i64,
    /// The faces rolled: whose roll (nobody's: `none`), face, how often.
    pub dice: Vec<(Option<Side>, u8, u32)>,
    /// Attacks made.
    pub attacks: Vec<Attacks>,
    /// Turn by turn, as things stood at the end of each; the first is the start (turn 0).
    pub turns: Vec<TurnRecord>,
}

impl GameRecord {
    /// The turn it ended in.
    pub fn last_turn(&self) -> u8 {
        self.turns.last().map_or(0, |t| t.turn)
    }

    /// How the dice fell in the Republican side's favour, in hundredths of the game's judgement.
    pub fn luck(&self) -> i64 {
        self.turns.iter().map(|t| t.luck).sum()
    }

    /// What a side lost in the whole game.
    pub fn losses(&self, side: Side) -> u32 {
        self.turns.iter().map(|t| t.sides[side].losses).sum()
    }

    /// How often a side attacked.
    pub fn attacks(&self, side: Side) -> u32 {
        self.attacks.iter().filter(|a| a.by == side).map(|a| a.count).sum()
    }
}

/// A turn of a game.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct TurnRecord {
    /// Its number; 0 is the start.
    pub turn: u8,
    /// How the dice of the turn fell in the Republican side's favour, in hundredths of the game's judgement.
    pub luck: i64,
    /// The game's judgement at its end, in the Republican side's favour, in hundredths.
    pub judged: i64,
    /// What holds for either side.
    pub sides: PerSide<SideTurn>,
}

/// A turn of one side.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct SideTurn {
    /// Steps and units lost in the turn.
    pub losses: u32,
    /// Attacks made in the turn.
    pub attacks: u32,
    /// Pieces on the map at its end.
    pub pieces: u32,
    /// Their steps.
    pub steps: u32,
    /// Places held at its end: those the game says the side controls, or where only its pieces stand.
    pub held: u32,
    /// The figures on the side's card at its end, by their titles.
    pub figures: BTreeMap<String, i64>,
}

/// Attacks of one sort in one game.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Attacks {
    /// Who attacked.
    pub by: Side,
    /// What sort of combat, and the column of its table as printed.
    pub kind: String,
    /// See `kind`.
    pub column: String,
    /// How many.
    pub count: u32,
    /// The chances of a result that is good for the attacker, added up, in millionths.
    pub good: u64,
    /// The same of one that is bad for him.
    pub bad: u64,
    /// What the throws gave the attacker, added up, in hundredths of the game's judgement.
    pub swing: i64,
}

/// What happened in a place, added up over games.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub struct PlaceCounts {
    /// Attacks on it.
    pub attacks: u64,
    /// Ends of turns at which the Republican side held it.
    pub republican: u64,
    /// Ends of turns at which the Nationalist side held it.
    pub nationalist: u64,
    /// Ends of turns at which it was held and the enemy held a place beside it, or both were in it.
    pub front: u64,
}

impl std::ops::AddAssign for PlaceCounts {
    fn add_assign(&mut self, other: Self) {
        self.attacks += other.attacks;
        self.republican += other.republican;
        self.nationalist += other.nationalist;
        self.front += other.front;
    }
}

/// The games of a run that are played together: the unit of work of threads and machines, and a line of the run's file.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Chunk {
    /// Its number in the run, from 0.
    pub chunk: u64,
    /// Its games, in order.
    pub games: Vec<GameRecord>,
    /// What happened where.
    pub places: BTreeMap<String, PlaceCounts>,
    /// Games that did not come to an end, with what is needed to see them again.
    pub faults: Vec<String>,
}
