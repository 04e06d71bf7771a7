//! 9: bombardment.
//!
//! | module | rules |
//! | --- | --- |
//! | [`support`] | 9.1, 9.2, 9.3: which air units, HQs and columns may be declared |
//! | [`exchange`] | 9.4: points, the die, attrition |
//! | [`air_combat`] | 15.1: air combat (option) |
//! | [`disorganisation`] | 9.5: DSG levels |

pub mod air_combat;
pub mod disorganisation;
pub mod exchange;
pub mod support;
