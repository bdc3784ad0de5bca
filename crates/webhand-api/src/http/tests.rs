//! The server over real sockets: every route by every bad caller, and what a browser would send for a foreign page.

mod callers;
mod client;
mod crowds;
mod framing;
mod origins;
mod roles;
mod tls;

use std::sync::Arc;

use super::{Server, ServerKeys};
use crate::fake_host::{FakeHost, RunningServer, fake_parts, fake_runs};

#[tokio::test]
async fn only_this_machine_can_be_listened_on() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "[2001:db8::1]:0", "10.0.0.1:7878"] {
        let parts = fake_parts(Arc::new(FakeHost::default()), ServerKeys::generate(), fake_runs());
        let refused = Server::bind(address.parse().unwrap(), parts).await.err().unwrap();
        assert!(refused.to_string().contains("127.0.0.1"), "{refused}");
    }
}

#[tokio::test]
async fn an_address_that_is_taken_is_not_shared() {
    let first = RunningServer::start().await;
    let parts = fake_parts(Arc::new(FakeHost::default()), ServerKeys::generate(), fake_runs());
    let refused = Server::bind(first.address, parts).await.err().unwrap();
    assert!(refused.to_string().contains("is taken"), "{refused}");
}

#[tokio::test]
async fn the_socket_that_listens_is_on_the_loopback_interface() {
    let server = RunningServer::start().await;
    let listening = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let port = format!(":{:04X}", server.address.port());
    // The fourth field is 0A for a socket that listens; 0100007F is 127.0.0.1.
    let ours: Vec<_> = listening
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|fields| fields[1].ends_with(&port) && fields[3] == "0A")
        .map(|fields| fields[1].to_owned())
        .collect();
    assert_eq!(ours, [format!("0100007F{port}")]);
    server.stop().await;
}
