//! The rules by their ids: a constant for each statement, example and ruling of `data/rules.toml`, documented with what it says. The build
//! makes them, so an id that does not exist does not compile.
#![allow(dead_code, reason = "the whole rulebook is here; not every statement is named in code")]

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
