//! What a game was opened with.

use crate::about::ScenarioAbout;
use crate::game::{Game, OpenError, Options, about, fingerprint, reference};
use crate::rule::Reference;
use frente_board::data::DataSource;

/// The scenario, the options and the data files that a game was opened with, checked against what it says of itself.
#[derive(Clone, Debug)]
pub struct Edition {
    about: ScenarioAbout,
    options: Options,
    fingerprint: String,
    reference: Reference,
}

impl Edition {
    /// A scenario of a game: the options given, and the defaults of those that are not.
    ///
    /// # Errors
    /// When scenario or an option is unknown, or a data file is missing or wrong.
    pub fn select<G: Game>(source: &DataSource, scenario: &str, given: &Options) -> Result<Self, OpenError> {
        let about = about::<G>(source)?;
        let (found, options) = about.select(scenario, given)?;
        Ok(Edition {
            about: found.clone(),
            options,
            fingerprint: fingerprint::<G>(source)?,
            reference: reference::<G>(source)?,
        })
    }

    /// The scenario's key.
    pub fn scenario(&self) -> &str {
        &self.about.key
    }

    /// What the game says of the scenario.
    pub fn about(&self) -> &ScenarioAbout {
        &self.about
    }

    /// The options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Is an option on?
    pub fn on(&self, option: &str) -> bool {
        self.options.on(option)
    }

    /// The [`fingerprint`] of the data files.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The rules reference: what a refusal quotes.
    pub fn reference(&self) -> &Reference {
        &self.reference
    }
}
