//! 10: combat.
//!
//! | module | rules |
//! | --- | --- |
//! | [`attack`] | 10.1, 10.2: who may attack what; the course of a combat |
//! | [`odds`] | 10.2 Δ3, 10.2.1: strengths, odds, modifiers |
//! | [`losses`] | 10.3: steps |
//! | [`advance`] | 10.4: advance and breakthrough |
//! | [`retreat`] | 10.5: retreat |
//! | [`morale`] | 10.6: Republican morale |
//! | [`control`] | 10.7, 10.8: trenches, control, the morale track |

pub mod advance;
pub mod attack;
pub mod control;
pub mod losses;
pub mod morale;
pub mod odds;
pub mod retreat;
