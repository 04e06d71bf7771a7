//! How does a scenario play? Many games between two named players, watched turn by turn.
//!
//! | module | what is in it |
//! | --- | --- |
//! | `study` | what is played; opening it; playing a chunk of games |
//! | `witness`, `ground` | looking on at a game |
//! | `record` | what is kept of a game: whole numbers |
//! | `run` | all chunks of a run on all cores, kept in a file, so that an interrupted run goes on |
//! | `stats`, `summary` | what a run says, in figures |
//! | `parquet`, `page`, `plot`, `chart_map`, `folder` | tables and report |
//! | `compare` | two runs side by side |
//! | `vary`, `what_if` | the same seeds with something changed |
//!
//! Work is cut into chunks of seeds. A chunk depends on the study and its own number alone, so threads, processes and machines may play
//! any of them in any order, twice if need be, and the sum is the same to the bit.

mod chart_map;
mod compare;
mod folder;
mod ground;
mod page;
mod parquet;
mod plot;
mod record;
mod run;
mod stats;
mod study;
mod summary;
mod vary;
mod what_if;
mod witness;

pub use compare::{Comparison, MeanRow, SURE, ShareRow};
pub use folder::Folder;
pub use record::{Attacks, Chunk, GameRecord, PlaceCounts, SideTurn, TurnRecord};
pub use run::{Outstanding, Run, RunFile};
pub use stats::{Difference, Spread};
pub use study::{Head, Lab, Study, StudyError};
pub use summary::{AttackRow, Curve, Ending, Faces, Final, Length, Luck, Summary};
pub use vary::{Variant, variants, with_data};
pub use what_if::{Effect, Effects, WhatIf};
pub use witness::number_of;
