//! The table on the network, tried from outside: a real server with a real database, and clients on real sockets.

mod acts;
mod attacks;
mod common;
mod dice;
mod fair;
mod faults;
mod kill;
mod known;
mod load;
mod postgres;
mod refusals;
mod rot;
mod secrets;
mod signals;
mod store;
mod table;
mod tls;
mod together;
mod upgrades;
mod written;

/// Not a test: the server of those tests that need it in a process of its own, to be killed or to be measured.
#[test]
#[ignore = "started by other tests"]
fn server_process() {
    common::serve_process();
}

/// Not a test: the whole program, as it is started from a shell, to be sent signals.
#[test]
#[ignore = "started by other tests"]
fn whole_process() {
    common::whole_process();
}
