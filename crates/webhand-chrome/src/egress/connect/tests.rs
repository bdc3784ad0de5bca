use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use anyhow::Result;
use tokio::net::TcpListener;

use super::{connect_first, interleaved};

#[test]
fn both_families_are_tried_in_turn() {
    let addresses = ["::1", "::2", "::3", "1.1.1.1"].map(|address| address.parse::<IpAddr>().expect(address));
    let ordered: Vec<_> = interleaved(&addresses).iter().map(ToString::to_string).collect();
    assert_eq!(ordered, ["::1", "1.1.1.1", "::2", "::3"]);
}

#[tokio::test]
async fn the_next_address_is_tried_when_nothing_listens_at_the_first() -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let port = listener.local_addr()?.port();
    let addresses = [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()];
    assert_eq!(connect_first(&addresses, port).await?.peer_addr()?.port(), port);
    assert!(connect_first(&[], port).await.is_err());
    Ok(())
}
