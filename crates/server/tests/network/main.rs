//! The table on the network, tried from outside: a real server with a real database, and clients on real sockets.

mod common;
mod kill;
mod known;
mod load;
mod refusals;
mod secrets;
mod table;

/// Not a test: the server of those tests that need it in a process of its own, to be killed or to be measured.
#[test]
#[ignore = "started by other tests"]
fn server_process() {
    common::serve_process();
}
