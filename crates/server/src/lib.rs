//! x
pub mod seats;
pub mod store;
pub mod token;
