//! 10. Combat.
//!
//! | module | sections | what it holds |
//! | --- | --- | --- |
//! | `declare` | 10.1, 10.3.4, 5.1 | what may be attacked, by whom, together with whom |
//! | `odds` | 10.2, 10.3 | strengths, shifts, the column; used by play and by the odds shown |
//! | `support` | 10.3.1, 10.3.3, 5.2j | elite bonus, hidden support, coordination, re-rolls |
//! | `losses` | 10.1g, 10.1h, 10.1i, 10.1j, 10.1k, 10.3.6 | the result and who pays for it |
//! | `retreat` | 10.4.1 | stubborn defence and retreats |
//! | `advance` | 10.4.2 | advances |

pub mod advance;
pub mod declare;
pub mod losses;
pub mod odds;
pub mod retreat;
pub mod support;
