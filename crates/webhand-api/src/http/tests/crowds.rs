//! Crowds of clients that send nothing, or half of something: others are served meanwhile.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::client::ask;
use crate::fake_host::RunningServer;

async fn connect_all(address: SocketAddr, count: usize, head: &str) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    streams
}

/// The answer to the rest of a head, or nothing if the server has hung up.
async fn finish(stream: &mut TcpStream, rest: &str) -> String {
    let _ = stream.write_all(rest.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn another_client_is_served_while_300_have_sent_half_a_head() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let mut halves = connect_all(server.address, 300, &format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n")).await;

    let headers = [("Host", host.as_str()), ("Authorization", &bearer), ("Connection", "close")];
    let answer = ask(server.address, "GET", "/healthz", &headers, "").await;
    assert_eq!(answer.status, 200, "{answer:?}");

    // It did not wait until the server lost patience with the others: the newest of them are still there.
    let rest = format!("Authorization: {bearer}\r\nConnection: close\r\n\r\n");
    let newest = finish(halves.last_mut().unwrap(), &rest).await;
    assert!(newest.starts_with("HTTP/1.1 200 "), "{newest}");
    assert_eq!(finish(&mut halves[0], &rest).await, "", "the oldest made room");
}

#[tokio::test]
async fn a_client_that_is_being_served_is_not_closed_for_a_crowd() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\nContent-Length: 2\r\nConnection: close\r\n\
         Expect: 100-continue\r\n\r\n"
    );
    let mut client = TcpStream::connect(server.address).await.unwrap();
    client.write_all(head.as_bytes()).await.unwrap();
    let mut go_on = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    client.read_exact(&mut go_on).await.unwrap();
    let _silent = connect_all(server.address, 600, "").await;
    let answer = finish(&mut client, "{}").await;
    assert!(answer.starts_with("HTTP/1.1 4"), "it was read and refused as nonsense: {answer}");
}

#[tokio::test]
async fn three_hundred_watchers_leave_room_for_everybody_else() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let head = format!("GET /api/v1/changes HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\r\n");
    let mut watchers = connect_all(server.address, 300, &head).await;
    for watcher in &mut watchers {
        let mut begun = [0; b"HTTP/1.1 200".len()];
        watcher.read_exact(&mut begun).await.unwrap();
        assert_eq!(&begun, b"HTTP/1.1 200");
    }
    let headers = [("Host", host.as_str()), ("Authorization", &bearer), ("Connection", "close")];
    assert_eq!(ask(server.address, "GET", "/healthz", &headers, "").await.status, 200);
}
