use std::net::SocketAddr;

use anyhow::Result;
use tokio::net::{TcpListener, TcpStream};

use super::{in_table, is_same_user, socket_owner};

fn address(written: &str) -> SocketAddr {
    written.parse().expect(written)
}

#[test]
fn the_owner_stands_in_the_line_of_the_clients_socket() {
    let (client, gate) = (address("127.0.0.1:51234"), address("127.0.0.1:4711"));
    let (near, far) = (in_table(client).expect("v4"), in_table(gate).expect("v4"));
    // The gate's own end of the same connection has the addresses the other way round.
    let table = format!(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
         \x20  0: {far} {near} 01 00000000:00000000 00:00000000 00000000     7        0 1 1 0 20 4 30 10 -1\n\
         \x20  1: {near} {far} 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1\n"
    );
    assert_eq!(socket_owner(&table, client, gate), Some(1000));
    assert_eq!(socket_owner(&table, address("127.0.0.1:1"), gate), None);
}

#[tokio::test]
async fn a_connection_of_this_process_is_of_the_same_user() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let gate = listener.local_addr()?;
    let client = TcpStream::connect(gate).await?;
    assert!(is_same_user(client.local_addr()?, gate));
    Ok(())
}
