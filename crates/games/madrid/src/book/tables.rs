//! The tables: every number of the rules that is not on a counter or on the map, and the scenarios' sheets.

use crate::Side;
use crate::book::counters::Faction;
use crate::chits::{CHITS, Chit};
use frente_board::data::{DataError, DataText};
use frente_engine::PerSide;
use serde::Deserialize;
use toml::Spanned;

/// A number for each side, as files write it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Both {
    nationalist: u8,
    republican: u8,
}

impl From<Both> for PerSide<u8> {
    fn from(both: Both) -> Self {
        PerSide::new(both.republican, both.nationalist)
    }
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $type,)*
            /// Where the numbers are from.
            pub source: Option<String>,
        }
    };
}

table! {
    /// One space of the turn track.
    TurnSpace {
        /// The turn.
        number: u8,
        /// Its first day.
        from: String,
        /// Its last day.
        to: String,
        /// 5b: support points of phase 2a.
        support: Both,
        /// What happened then.
        history: String,
    }
}
table! {
    /// 3.2: stacking.
    Stacking {
        /// Units of one side in an area.
        limit: u8,
    }
}
table! {
    /// 3.4: a level of Republican morale.
    MoraleLevel {
        /// Its name.
        name: String,
        /// What it adds to a morale test.
        modifier: i8,
    }
}
table! {
    /// 3.4.2: the morale test.
    MoraleTest {
        /// Under air attack.
        air: i8,
        /// Fewer Nationalist than Republican units.
        outnumbered: i8,
        /// In an urban area.
        urban: i8,
        /// From this result on the unit retreats.
        retreat_from: i8,
        /// From this result on the unit is eliminated.
        eliminate_from: i8,
        /// 15.N8e: the same for a shock unit in a Stampede.
        stampede_shock_eliminate_from: i8,
    }
}
table! {
    /// 5: prices in support points.
    Prices {
        /// An event chit.
        chit: u8,
        /// Units that one impulse activates without paying.
        free_units: u8,
        /// More units than that.
        many_units: u8,
        /// Artillery units that one bombardment activates without paying.
        free_guns: u8,
        /// More than that.
        many_guns: u8,
        /// A prepared attack.
        prepared: u8,
    }
}
table! {
    /// 7d, 7e, 7f: the entry of Rada's column.
    RadaRoll {
        /// In this turn
        turn: u8,
        /// on this die or more.
        from: u8,
    }
}
table! {
    /// 8: replacements.
    Replacements {
        /// Line units a turn.
        line: u8,
        /// Or shock units a turn.
        shock: u8,
        /// 12.3r: shock units a turn for the Nationalist during the Pause.
        pause_shock: u8,
        /// 8h: factions that are never rebuilt.
        never: Vec<Faction>,
        /// 8i: factions rebuilt only during the Pause.
        pause_only: Vec<Faction>,
    }
}
table! {
    /// 9.2: movement costs.
    Movement {
        /// Any step.
        step: u8,
        /// Leaving an enemy area or enemy units.
        leaving: u8,
        /// Entering an enemy area or one with enemy units.
        entering: u8,
        /// Crossing a river from or into an enemy area.
        river: u8,
    }
}
table! {
    /// 9.3: bombardment.
    Bombardment {
        /// For one, two and three artillery units.
        bonus: [u8; 3],
        /// For a bombardment chit.
        chit_bonus: u8,
    }
}
table! {
    /// 9.4.1, C4: the Intensity Level.
    Intensity {
        /// Its start.
        base: i8,
        /// An assault.
        assault: i8,
        /// Player B has more units.
        outnumbered: i8,
        /// Only shock units against none.
        all_shock: i8,
        /// Player B is all Spent.
        all_spent: i8,
    }
}
table! {
    /// 9.5: Defensive Fire.
    Fire {
        /// So many Fresh units of factor 0
        trio: u8,
        /// add this.
        trio_value: u8,
    }
}

/// 9.6: what a Fresh unit can take.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreshLosses {
    /// 9.6a.
    pub flip: u8,
    /// 9.6c.
    pub retreat: u8,
    /// 9.6e.
    pub eliminate: u8,
}

/// 9.6: what a Spent unit can take.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpentLosses {
    /// 9.6b.
    pub retreat: u8,
    /// 9.6d.
    pub eliminate: u8,
}

table! {
    /// 9.6: the loss table.
    Losses {
        /// A Fresh unit.
        fresh: FreshLosses,
        /// A Spent unit.
        spent: SpentLosses,
    }
}
table! {
    /// 9.8: artillery in combat.
    Artillery {
        /// The combat factor of a Fresh artillery unit.
        factor: u8,
    }
}
table! {
    /// 11.1: the Defence Council.
    Council {
        /// First turn of the roll.
        from_turn: u8,
        /// Result that brings it.
        success: i8,
        /// A normal area next to the city is Nationalist.
        near_city: i8,
        /// Each supply route cut.
        route_cut: i8,
        /// Each urban area contested or Nationalist.
        urban: i8,
        /// During a Pause.
        pause: i8,
        /// Levels of morale.
        morale: u8,
        /// Support points.
        support: u8,
        /// On Stampede tests in urban areas.
        stampede: i8,
    }
}
table! {
    /// 11.2: the weather.
    Weather {
        /// First turn of the roll.
        from_turn: u8,
        /// After a turn of bad weather.
        after_bad: u8,
        /// Result that is bad.
        bad_from: u8,
    }
}
table! {
    /// 12.3: the Pause in Fighting.
    PauseTable {
        /// How long it may last.
        turns: u8,
        /// What the Nationalist income is multiplied by.
        support_factor: u8,
    }
}
table! {
    /// 6, 15: numbers of the event chits.
    ChitNumbers {
        /// 6c: the largest hand.
        hand: u8,
        /// 15.R3: Tanks!
        tanks: u8,
        /// 15.R6: factor of anarchists.
        durruti_factor: u8,
        /// 15.R6: Republican impulses it lasts.
        durruti_impulses: u8,
        /// 15.N6c: die that keeps a group from acting.
        strife_from: u8,
        /// 15.N9: Republican impulses it lasts.
        valencia_impulses: u8,
        /// 15.N12: Alféreces.
        alfereces: u8,
    }
}

/// 6: what kind of chit it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    /// 6e: Replace Impulse.
    Replace,
    /// 6f: Combat Event.
    Combat,
}

/// What is printed on an event chit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChitInfo {
    /// `R1` to `R8`, `N1` to `N12`.
    pub id: Spanned<String>,
    /// The word players write.
    pub key: String,
    /// Whose it is.
    pub side: Side,
    /// Its title.
    pub name: String,
    /// How many there are.
    pub count: u8,
    /// Replace Impulse or Combat Event.
    pub tag: Tag,
    /// 6g: leaves the game once played.
    #[serde(default)]
    pub once: bool,
    /// 6h: first turn in which it is in the pool.
    #[serde(default)]
    pub from: u8,
    /// Where it is from.
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TablesText {
    #[expect(dead_code, reason = "for the reader of the file")]
    source: String,
    turn: Vec<TurnSpace>,
    stacking: Stacking,
    morale: Vec<MoraleLevel>,
    morale_test: MoraleTest,
    support: Prices,
    rada: Vec<RadaRoll>,
    replacements: Replacements,
    movement: Movement,
    bombardment: Bombardment,
    intensity: Intensity,
    fire: Fire,
    losses: Spanned<Losses>,
    artillery: Artillery,
    council: Council,
    weather: Weather,
    pause: PauseTable,
    chits: ChitNumbers,
    chit: Vec<ChitInfo>,
}

/// All tables.
#[derive(Clone, Debug)]
pub struct Tables {
    pub turns: Vec<TurnSpace>,
    pub stacking: Stacking,
    pub morale: Vec<MoraleLevel>,
    pub test: MoraleTest,
    pub prices: Prices,
    pub rada: Vec<RadaRoll>,
    pub replacements: Replacements,
    pub movement: Movement,
    pub bombardment: Bombardment,
    pub intensity: Intensity,
    pub fire: Fire,
    pub losses: Losses,
    pub artillery: Artillery,
    pub council: Council,
    pub weather: Weather,
    pub pause: PauseTable,
    pub numbers: ChitNumbers,
    pub chits: Vec<ChitInfo>,
}

impl Tables {
    /// Reads the tables file.
    ///
    /// # Errors
    /// When a table is missing, a chit unknown, or the loss points leave a gap.
    pub fn read(file: &DataText) -> Result<Tables, DataError> {
        let text: TablesText = file.parse()?;
        for (i, turn) in text.turn.iter().enumerate() {
            if usize::from(turn.number) != i + 1 {
                return Err(
                    file.wrong(0..0, format!("turn {} stands where turn {} is expected", turn.number, i + 1))
                );
            }
        }
        let losses = text.losses.get_ref();
        let (f, s) = (losses.fresh, losses.spent);
        if [f.flip, f.retreat, f.eliminate, s.retreat, s.eliminate] != [1, 2, 3, 1, 2] {
            return Err(file.wrong(
                text.losses.span(),
                "loss points must run 1, 2, 3 for a Fresh and 1, 2 for a Spent unit: taking as many as possible (9.6j) counts on it",
            ));
        }
        if text.chit.len() != CHITS {
            return Err(file.wrong(0..0, format!("{} chits; expected {CHITS} (rule 15a)", text.chit.len())));
        }
        for (chit, info) in Chit::all().zip(&text.chit) {
            if info.id.get_ref() != chit.id() || info.side != chit.side() {
                let problem =
                    format!("chit {:?} stands where {:?} is expected", info.id.get_ref(), chit.id());
                return Err(file.wrong(info.id.span(), problem));
            }
        }
        if let Some(roll) = text.rada.iter().find(|r| !(1..=6).contains(&r.from)) {
            return Err(file.wrong(0..0, format!("rada: from = {}; expected a die, 1 to 6", roll.from)));
        }
        if text.morale.is_empty() {
            return Err(file.wrong(0..0, "no morale level; expected at least one"));
        }
        Ok(Tables {
            turns: text.turn,
            stacking: text.stacking,
            morale: text.morale,
            test: text.morale_test,
            prices: text.support,
            rada: text.rada,
            replacements: text.replacements,
            movement: text.movement,
            bombardment: text.bombardment,
            intensity: text.intensity,
            fire: text.fire,
            losses: text.losses.into_inner(),
            artillery: text.artillery,
            council: text.council,
            weather: text.weather,
            pause: text.pause,
            numbers: text.chits,
            chits: text.chit,
        })
    }

    /// The level of morale with this name.
    pub fn morale_level(&self, name: &str) -> Option<u8> {
        self.morale.iter().position(|l| l.name == name).map(|i| i as u8)
    }
}
