//! Holds frames of web sockets by a rule of the network that leaves them no throughput.
//!
//! Requests cannot be paused for a socket, and no other switch of the protocol stops frames without the page noticing
//! (`docs/decisions/live-channels.md`).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::FutureExt as _;
use webhand_cdp::protocol::{EnableNetwork, NetworkRule, SetNetworkRules, WebSocketFrame};

use super::CdpDriver;
use crate::driver::{Answer, LiveChannels, SessionId, SocketFrame};

impl LiveChannels for CdpDriver {
    fn hold_frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move {
            // The rule holds only where the network is followed, and a target that has just appeared is not yet.
            let (network, rule) =
                tokio::join!(self.run(session, EnableNetwork {}, within), self.run(session, hold_rule(), within));
            network.and(rule)
        }
        .boxed()
    }

    fn release_frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        let lift = SetNetworkRules { offline: false, matched_network_conditions: Vec::new() };
        self.run(session, lift, within).boxed()
    }
}

/// The rule that holds frames. Server pings are answered all the same, because control frames are not throttled.
fn hold_rule() -> SetNetworkRules {
    let hold = |url_pattern| NetworkRule {
        url_pattern,
        latency: 0.0,
        download_throughput: -1.0,
        upload_throughput: ALMOST_NOTHING,
    };
    SetNetworkRules { offline: false, matched_network_conditions: SOCKETS.map(hold).to_vec() }
}

/// The rule that fails every request and every new socket. Frames of open sockets pass it.
pub(super) fn fail_rule() -> SetNetworkRules {
    let everything = NetworkRule { url_pattern: "", latency: 0.0, download_throughput: -1.0, upload_throughput: -1.0 };
    SetNetworkRules { offline: true, matched_network_conditions: vec![everything] }
}

/// `None` for control frames, which no script can send.
pub(super) fn socket_frame(sent: WebSocketFrame) -> Option<SocketFrame> {
    if sent.opcode >= FIRST_CONTROL {
        return None;
    }
    if sent.opcode == TEXT {
        return Some(SocketFrame::Text(sent.payload_data));
    }
    // A payload that cannot be read is kept as it stands, so that it is judged as unknown and not overlooked.
    let bytes = STANDARD.decode(&sent.payload_data).unwrap_or_else(|_| sent.payload_data.into_bytes());
    Some(SocketFrame::Binary(bytes))
}

const SOCKETS: [&str; 2] = ["ws://*:*/*", "wss://*:*/*"];
/// Bytes a second; 0 would mean no limit.
const ALMOST_NOTHING: f64 = 1e-6;
const TEXT: f64 = 1.0;
const FIRST_CONTROL: f64 = 8.0;
