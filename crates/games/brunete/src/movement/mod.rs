//! 9. Movement.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `cost` | what a step costs and what forbids it; points, bonus, interdiction |
//! | `reach` | where a unit can go |
//! | `refuse` | why a unit cannot go |
//! | `step` | picking units, moving them, ending the step |
//! | `infiltration` | the 11th Division on turn 1 |

pub mod cost;
pub mod infiltration;
pub mod reach;
mod refuse;
pub mod step;
