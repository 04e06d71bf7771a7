//! Exact odds, as data.
//!
//! A game computes odds with the same resolver that play uses: the table that rolls is the table that predicts.

use crate::present::FightKind;
use crate::rule::Rule;
use crate::text::{Lexicon, Message};
use serde::Serialize;
use std::fmt;
use ts_rs::TS;

/// The exact chances of a combat, with the account of how its column came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// What is fought.
    pub kind: FightKind,
    /// The printed table whose column it is, by its key; none where the results follow from figures alone.
    pub table: Option<&'static str>,
    /// The account: strengths, modifiers, shifts, each with its rule.
    pub items: Vec<Item>,
    /// The column (and row) of the table, as printed: `+3..+4`. More than one when hidden commitments could change it, with
    /// their weights against each other.
    pub columns: Vec<(String, u64)>,
    /// Each result as printed, with its weight, best for the attacker first.
    pub results: Vec<Chance>,
    /// The sum of all weights.
    pub total: u64,
    /// How many imagined positions stand for what the seat does not know, where there are too many to count them all; 0 when the chances
    /// are exact.
    pub imagined: u64,
}

/// One line of the account.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is.
    pub text: Message,
    /// On whose account.
    pub account: Account,
    /// How much.
    pub value: i32,
    /// The rule behind it.
    pub rule: Rule,
}

impl Item {
    /// A line of the account.
    pub fn new(text: Message, account: Account, value: impl Into<i32>, rule: Rule) -> Self {
        Item { text, account, value: value.into(), rule }
    }
}

/// What a line of the account is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// The attacker's strength.
    Attack,
    /// The defender's strength.
    Defence,
    /// Columns to the right.
    Shift,
    /// The die.
    Die,
    /// How heavy the losses of both sides are.
    Intensity,
    /// How many dice are thrown.
    Dice,
    /// Nothing: only said.
    Note,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Account::Attack => "attack",
            Account::Defence => "defence",
            Account::Shift => "shift",
            Account::Die => "die",
            Account::Intensity => "intensity",
            Account::Dice => "dice",
            Account::Note => "note",
        })
    }
}

/// One result with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The result as printed: `D2`, `Ex`.
    pub result: String,
    /// What it means here.
    pub meaning: Message,
    /// `good`, `even` or `bad` for the attacker.
    pub tone: Tone,
    /// Its weight out of [`Odds::total`].
    pub weight: u64,
}

/// For whom a result is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// For the attacker.
    Good,
    /// For neither.
    Even,
    /// For the defender.
    Bad,
}

/// Odds in words, for showing and for the protocol.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OddsView {
    /// See [`Odds::kind`].
    pub kind: FightKind,
    /// See [`Odds::table`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<&'static str>,
    /// See [`Odds::items`].
    pub items: Vec<ItemView>,
    /// Columns with their probabilities.
    pub columns: Vec<(String, f64)>,
    /// Results with their probabilities.
    pub results: Vec<ChanceView>,
    /// See [`Odds::imagined`].
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u64>", optional)]
    pub imagined: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// See [`Item`].
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct ItemView {
    pub text: String,
    pub account: Account,
    pub value: i32,
    pub rule: Rule,
}

/// See [`Chance`]. `weight` of `total` is exact, `probability` is its rounded value.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct ChanceView {
    pub result: String,
    pub meaning: String,
    pub tone: Tone,
    pub weight: u64,
    pub total: u64,
    pub probability: f64,
}

impl Odds {
    /// The weight of a result.
    pub fn weight(&self, result: &str) -> u64 {
        self.results.iter().filter(|c| c.result == result).map(|c| c.weight).sum()
    }

    /// The odds in words.
    pub fn view(&self, words: &Lexicon) -> OddsView {
        let total = self.total.max(1);
        let columns = self.columns.iter().map(|(_, w)| w).sum::<u64>().max(1);
        OddsView {
            kind: self.kind,
            table: self.table,
            imagined: self.imagined,
            items: self
                .items
                .iter()
                .map(|i| ItemView {
                    text: words.say(&i.text),
                    account: i.account,
                    value: i.value,
                    rule: i.rule,
                })
                .collect(),
            columns: self.columns.iter().map(|(c, w)| (c.clone(), *w as f64 / columns as f64)).collect(),
            results: self
                .results
                .iter()
                .map(|c| ChanceView {
                    result: c.result.clone(),
                    meaning: words.say(&c.meaning),
                    tone: c.tone,
                    weight: c.weight,
                    total,
                    probability: c.weight as f64 / total as f64,
                })
                .collect(),
        }
    }
}
