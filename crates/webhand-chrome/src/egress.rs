//! The egress gate: a forward proxy inside this process, the only way out of a browser that is started here.
//!
//! `webhand_guard::judge_connection` decides; the gate resolves names, asks it, and connects to the very address that was
//! judged. TLS is passed through unopened. The gate keeps no file and starts no process, so it ends with this process, and
//! nothing that the browser releases afterwards can leave. Each gate has a port of its own, so a browser context with its
//! own gate is judged by its own policy. Start at [`EgressGate`]; one connection is served in `serve`.

mod admission;
mod connect;
mod connector;
mod first_bytes;
mod gate;
mod head;
mod own_ports;
mod peer;
mod plain_http;
mod proxy_handshake;
mod request_body;
mod resolver;
mod serve;
mod settings;
mod sockets;
mod tunnel;

pub(crate) use gate::{BrowserGates, EgressGate, OwnedGate, PolicyHolder};
pub use own_ports::{OwnPort, share_own_ports};
pub use resolver::{MappedResolver, Resolver, SystemResolver};
pub use settings::{EgressSettings, InvalidProxy, UpstreamProxy};
