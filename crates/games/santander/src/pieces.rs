//! 2: counters. What is printed on them; where they are and in what state is the [position](crate::position)'s.

use crate::Side;

/// 2.2a: types of ground counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Infantry, the Basque battalions of rule 13 among them.
    Infantry,
    /// Mechanized troops.
    Mechanized,
    /// Tanks and armoured cars.
    Armour,
    /// A headquarters.
    Hq,
    /// A supply column.
    Column,
}

impl Kind {
    /// 2.2-r1: infantry, mechanized and armour are combat units.
    pub(crate) fn fights(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Mechanized | Kind::Armour)
    }

    /// Its name in data files, messages and notation.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Mechanized => "mechanized",
            Kind::Armour => "armour",
            Kind::Hq => "hq",
            Kind::Column => "column",
        }
    }
}

/// 2.3: the colour of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Spanish Nationalists.
    Spanish,
    /// The Italian volunteer corps (CTV).
    Italian,
    /// Mixed Italian and Spanish formations.
    ItaloSpanish,
    /// Germans.
    German,
    /// Republican units of Santander.
    Santander,
    /// Republican units of the Basque Country.
    Basque,
    /// Republican units of Asturias.
    Asturian,
}

impl Origin {
    /// 2.3.1a: the side that has this colour.
    pub(crate) fn side(self) -> Side {
        match self {
            Origin::Spanish | Origin::Italian | Origin::ItaloSpanish | Origin::German => Side::Nationalist,
            Origin::Santander | Origin::Basque | Origin::Asturian => Side::Republican,
        }
    }

    /// Its name in data files and messages.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Origin::Spanish => "spanish",
            Origin::Italian => "italian",
            Origin::ItaloSpanish => "italo-spanish",
            Origin::German => "german",
            Origin::Santander => "santander",
            Origin::Basque => "basque",
            Origin::Asturian => "asturian",
        }
    }
}

/// 2.1: the values on one side of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// Attack factor.
    pub attack: u8,
    /// Defence factor.
    pub defence: u8,
    /// Movement allowance in movement points.
    pub movement: u8,
}

/// What is printed on a ground counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The name players write, in one spelling (2.4-r1).
    pub label: String,
    /// Its type.
    pub kind: Kind,
    /// Its colour; supply columns have none.
    pub origin: Option<Origin>,
    /// Brigade, regiment, corps, ….
    pub size: String,
    /// Its division, as an index into the book's list.
    pub division: Option<u8>,
    /// The front.
    pub front: Values,
    /// The back, if it has two steps.
    pub back: Option<Values>,
    /// 2.1c: a circle round the movement allowance.
    pub motorized: bool,
    /// 2.1d: stacking points.
    pub sp: u8,
    /// 9.4.2: bombardment points.
    pub bombardment: u8,
    /// 4.1: of a division that is rolled for at set-up.
    pub rolled: bool,
    /// 4.2f, 4.2-r6: an independent brigade.
    pub independent: bool,
    /// Where its values are from.
    pub source: String,
}

impl Piece {
    /// 14.1-r2: does its loss count among the ten brigades?
    pub(crate) fn is_brigade(&self) -> bool {
        self.kind == Kind::Infantry && self.size == "brigade"
    }

    /// 13.3: one of the battalions that go on fighting.
    pub(crate) fn is_battalion(&self) -> bool {
        self.origin == Some(Origin::Basque) && self.size == "battalion"
    }
}
