//! Bars: rules that can stand in the way of a march, and that a refusal can name.

/// A rule that can bar a march, as long as it holds. A refusal names the one without which the march were legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bar {
    /// 12.1i, 12.3l: the rivers.
    River,
    /// 12.3s, 12.3t: the Pause.
    Pause,
    /// 3.2c: stacking.
    Room,
    /// 9.2l: artillery does not go first.
    Guns,
    /// 9.2j: from enemy area to enemy area.
    EnemyToEnemy,
    /// 9.2-r3: the option to stop on entering.
    Stop,
    /// 9.4.3-r4: an assault does not strike where it begins.
    Home,
}

impl Bar {
    /// All bars, in the order in which a player would think of them.
    pub const ALL: [Bar; 7] =
        [Bar::River, Bar::Pause, Bar::Room, Bar::Guns, Bar::EnemyToEnemy, Bar::Stop, Bar::Home];
}

/// Bars left out of account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waived(u8);

impl Waived {
    /// Every rule holds: what is played.
    pub const NOTHING: Waived = Waived(0);
    /// No bar holds.
    pub const ALL: Waived = Waived((1 << Bar::ALL.len()) - 1);

    /// This bar alone.
    pub const fn only(bar: Bar) -> Waived {
        Waived(1 << bar as u8)
    }

    /// All bars but this one.
    pub const fn all_but(bar: Bar) -> Waived {
        Waived(Waived::ALL.0 & !(1 << bar as u8))
    }

    /// Is this bar left out of account?
    #[inline]
    pub fn has(self, bar: Bar) -> bool {
        self.0 >> bar as u8 & 1 != 0
    }
}

/// The bar in the way of something: the one whose end alone would make it legal, else one without whose end nothing would.
pub fn bar_in_the_way(mut legal: impl FnMut(Waived) -> bool) -> Option<Bar> {
    let alone = Bar::ALL.into_iter().find(|bar| legal(Waived::only(*bar)));
    if alone.is_some() || !legal(Waived::ALL) {
        return alone;
    }
    Bar::ALL.into_iter().find(|bar| !legal(Waived::all_but(*bar)))
}
