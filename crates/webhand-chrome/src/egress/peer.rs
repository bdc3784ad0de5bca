//! Tells whether a connection to the gate comes from a process of the same person.

use std::net::SocketAddr;

/// Whether a process of this user made the connection. Other users of the machine must not go out through the gate.
///
/// Linux lists the owner of each socket. Where there is no such list, every connection of this machine is accepted.
pub(super) fn is_same_user(peer: SocketAddr, own: SocketAddr) -> bool {
    match std::fs::read_to_string("/proc/net/tcp") {
        Ok(sockets) => socket_owner(&sockets, peer, own) == Some(rustix::process::getuid().as_raw()),
        Err(_) => true,
    }
}

/// The user id of the socket with this local and remote address, from the table of the kernel.
fn socket_owner(sockets: &str, local: SocketAddr, remote: SocketAddr) -> Option<u32> {
    let (local, remote) = (in_table(local)?, in_table(remote)?);
    sockets.lines().find_map(|line| {
        let mut columns = line.split_ascii_whitespace();
        let is_it = columns.nth(1)? == local && columns.next()? == remote;
        // After the two addresses come state, queues, timer and retransmits.
        if is_it { columns.nth(4)?.parse().ok() } else { None }
    })
}

/// An address as the kernel writes it: the bytes of the address as a number of this machine, and the port.
fn in_table(address: SocketAddr) -> Option<String> {
    let SocketAddr::V4(address) = address else { return None };
    Some(format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port()))
}

#[cfg(test)]
mod tests;
