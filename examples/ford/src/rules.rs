//! The rules by their ids, made by the build from `data/rules.toml`.
#![allow(dead_code, reason = "the whole rulebook is here; not every statement is named in code")]

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
