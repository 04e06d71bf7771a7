//! The words of cases: what `[set]` can say and what a step can look at. Each word is a value of a type, so that none can be added
//! without a meaning, and `cases/madrid/README.md` is held against the lists.

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($value:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($value,)* }

        impl $name {
            /// All words.
            pub const ALL: &'static [$name] = &[$($name::$value,)*];

            /// The word as it is written.
            pub fn word(self) -> &'static str {
                match self { $($name::$value => $word,)* }
            }

            /// What is written so.
            pub fn named(word: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|w| w.word() == word)
            }
        }
    };
}

vocabulary! {
    /// A key of `[set]`.
    Put {
        Clear = "clear",
        Turn = "turn",
        Side = "side",
        Phase = "phase",
        Units = "units",
        Hand = "hand",
        FirstTurn = "first-turn",
        Morale = "morale",
        Council = "council",
        BadWeather = "bad-weather",
        RiverBan = "river-ban",
        CityLocked = "city-locked",
        Strife = "strife",
        Valencia = "valencia",
        Durruti = "durruti",
        Run = "run",
        Passes = "passes",
        PauseSince = "pause-since",
        PauseEnded = "pause-ended",
        Support = "support",
        Won = "won",
        Control = "control",
        Played = "played",
        Gone = "gone",
    }
}

vocabulary! {
    /// A value of `phase`.
    Step {
        Setup = "setup",
        Pause = "pause",
        Council = "council",
        Weather = "weather",
        Support = "support",
        Chits = "chits",
        Reinforcements = "reinforcements",
        Replacements = "replacements",
        Initiative = "initiative",
        Impulses = "impulses",
        Administration = "administration",
        Return = "return",
        Refresh = "refresh",
    }
}

vocabulary! {
    /// A key of a `[[step]]`.
    Look {
        Turn = "turn",
        Turns = "turns",
        Income = "income",
        Phase = "phase",
        Asks = "asks",
        Units = "units",
        Counters = "counters",
        Morale = "morale",
        MoraleValue = "morale-value",
        Support = "support",
        Won = "won",
        Hand = "hand",
        Holds = "holds",
        Pool = "pool",
        Gone = "gone",
        Control = "control",
        NationalistAreas = "nationalist-areas",
        Contested = "contested",
        Supply = "supply",
        Cut = "cut",
        Council = "council",
        CouncilModifier = "council-modifier",
        BadWeather = "bad-weather",
        RiverBan = "river-ban",
        CityLocked = "city-locked",
        Pause = "pause",
        Strife = "strife",
        Valencia = "valencia",
        Durruti = "durruti",
        Run = "run",
        Points = "points",
        Losses = "losses",
        Left = "left",
        Here = "here",
        Point = "point",
        FoePoint = "foe-point",
        CounterAttackers = "counter-attackers",
        Testing = "testing",
        Modifier = "modifier",
        Areas = "areas",
        Places = "places",
        Chits = "chits",
        Boxes = "boxes",
        Routes = "routes",
    }
}
