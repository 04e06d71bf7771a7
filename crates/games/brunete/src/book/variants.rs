//! The optional rules.

use frente_engine::Options;

/// The optional rules in force (11.1, 11.2, 11.3, 11.4, 12.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variants {
    /// 11.1: slowness of XVIII Corps.
    pub slowness: bool,
    /// 11.2: anti-aircraft defence.
    pub flak: bool,
    /// 11.3: the captured T-26.
    pub captured: bool,
    /// 11.4: nothing is hidden.
    pub solo: bool,
    /// 12.1: casualties count for victory.
    pub casualties: bool,
}

impl Variants {
    /// Those that are on.
    pub(crate) fn of(options: &Options) -> Self {
        Variants {
            slowness: options.on("slowness"),
            flak: options.on("flak"),
            captured: options.on("captured"),
            solo: options.on("solo"),
            casualties: options.on("casualties"),
        }
    }
}
