//! Dense indices: what maps and games number their hexes, areas and counters with.

/// Declares a type for a dense index, with a value for none. Its two words are what `Debug` writes before the number, and for none;
/// if the number of them follows, all of them can be gone through.
///
/// ```
/// frente_board::index! {
///     /// A counter of the game.
///     pub struct Unit(u8): "u", "nobody", 9;
/// }
/// assert_eq!(Unit::all().last(), Some(Unit(8)));
/// assert_eq!(Unit::at(7).index(), 7);
/// assert_eq!(Unit::at(7).some(), Some(Unit(7)));
/// assert_eq!(Unit::NONE.some(), None);
/// assert_eq!(format!("{:?} {:?}", Unit(7), Unit::default()), "u7 nobody");
/// ```
#[macro_export]
macro_rules! index {
    ($(#[$about:meta])* $vis:vis struct $name:ident($int:ident): $sign:literal, $none:literal $(, $count:expr)?;) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis struct $name(pub $int);

        impl $name {
            /// None at all.
            pub const NONE: $name = $name($int::MAX);

            $(
                /// All of them.
                pub fn all() -> impl Iterator<Item = Self> {
                    (0..$count).map(Self::at)
                }
            )?

            /// The index for arrays and sets.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The one with this index.
            #[inline]
            pub fn at(index: usize) -> Self {
                $name(index as $int)
            }

            /// Is it one at all?
            #[inline]
            pub fn is_some(self) -> bool {
                self != Self::NONE
            }

            /// `None` for [`Self::NONE`].
            #[inline]
            pub fn some(self) -> Option<Self> {
                self.is_some().then_some(self)
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NONE
            }
        }

        impl From<$name> for u16 {
            fn from(index: $name) -> u16 {
                u16::from(index.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                if self.is_some() { write!(f, concat!($sign, "{}"), self.0) } else { f.write_str($none) }
            }
        }
    };
}
