//! What a game says of itself: `game.toml`.

use crate::game::{OpenError, Options};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A game as listed: title, makers, scenarios, options.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Who designed the printed game.
    pub designer: String,
    /// Who published it.
    pub publisher: String,
    /// When, as far as the rulebook says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub year: Option<u16>,
    /// What it is like, in a sentence or two.
    pub summary: String,
    /// What of the printed game is reconstructed here.
    pub reconstructed: String,
    /// Its scenarios.
    pub scenario: Vec<ScenarioAbout>,
}

/// A scenario as listed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ScenarioAbout {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// When it takes place.
    pub dates: String,
    /// What it is about.
    pub summary: String,
    /// Game turns.
    pub turns: u8,
    /// How long people take, in minutes.
    pub minutes: u16,
    /// Optional rules.
    #[serde(default)]
    pub option: Vec<OptionAbout>,
}

/// An optional rule as listed.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OptionAbout {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// What it does.
    pub summary: String,
    /// The section that describes it.
    pub rule: String,
    /// On unless switched off?
    #[serde(default)]
    pub default: bool,
}

impl About {
    /// The scenario with this key and the options in force: those given, and the defaults of those that are not.
    ///
    /// # Errors
    /// When scenario or an option is unknown.
    pub fn select(&self, scenario: &str, given: &Options) -> Result<(&ScenarioAbout, Options), OpenError> {
        let list = |keys: Vec<&str>| keys.join(", ");
        let found =
            self.scenario.iter().find(|s| s.key == scenario).ok_or_else(|| OpenError::UnknownScenario {
                game: self.key.clone(),
                scenario: scenario.to_owned(),
                expected: list(self.scenario.iter().map(|s| s.key.as_str()).collect()),
            })?;
        if let Some(option) = given.0.keys().find(|k| !found.option.iter().any(|o| o.key == **k)) {
            return Err(OpenError::UnknownOption {
                scenario: scenario.to_owned(),
                option: option.clone(),
                expected: list(found.option.iter().map(|o| o.key.as_str()).collect()),
            });
        }
        let options = found.option.iter().map(|o| {
            let on = given.0.get(&o.key).copied().unwrap_or(o.default);
            (o.key.clone(), on)
        });
        let options = Options(options.collect());
        Ok((found, options))
    }
}
