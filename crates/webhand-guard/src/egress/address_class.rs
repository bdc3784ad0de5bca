//! Which kind of network an address belongs to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network of an address, from the most to the least harmless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AddressClass {
    Public,
    Private,
    LinkLocal,
    Loopback,
    /// Multicast, unspecified and reserved addresses.
    Unroutable,
}

impl AddressClass {
    /// The least harmless class of several addresses; `None` if there are none.
    #[must_use]
    pub fn of_all(addresses: &[IpAddr]) -> Option<Self> {
        addresses.iter().map(|address| Self::of(*address)).max()
    }

    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }
}

fn of_v4(address: Ipv4Addr) -> AddressClass {
    let [first, second, ..] = address.octets();
    let shared_by_carriers = first == 100 && (64..128).contains(&second);
    match first {
        127 => AddressClass::Loopback,
        // 198.18.0.0/15 counts as public: VPN programs resolve public names to it, and no network has servers there.
        0 | 224.. => AddressClass::Unroutable,
        _ if address.is_documentation() => AddressClass::Unroutable,
        _ if address.is_link_local() => AddressClass::LinkLocal,
        _ if address.is_private() || shared_by_carriers => AddressClass::Private,
        _ => AddressClass::Public,
    }
}

fn of_v6(address: Ipv6Addr) -> AddressClass {
    if let Some(embedded) = embedded_v4(address) {
        return of_v4(embedded);
    }
    match address.segments()[0] {
        _ if address.is_loopback() => AddressClass::Loopback,
        0xfc00..=0xfdff => AddressClass::Private,
        // Site-local addresses are deprecated, but some networks still route them.
        0xfe80..=0xfeff => AddressClass::LinkLocal,
        // Global addresses are handed out from 2000::/3 alone.
        first if first & 0xe000 == 0x2000 => AddressClass::Public,
        _ => AddressClass::Unroutable,
    }
}

/// The IPv4 address that a translator or tunnel connects to for this one: NAT64, 6to4 and IPv4-compatible addresses.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let [first, second, third, .., high, low] = segments;
    let v4 = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match (first, second) {
        (0x64, 0xff9b) => Some(v4(high, low)),
        (0x2002, _) => Some(v4(second, third)),
        (0, 0) if segments[2..6] == [0; 4] && high != 0 => Some(v4(high, low)),
        _ => None,
    }
}
