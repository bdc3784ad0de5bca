//! `/ws/hands`: paired browser extensions, whose tabs runs drive; and `/ws/hands/tabs`, over which another program of this
//! machine drives them.
//!
//! Invariants: no order is sent before both sides have proven the key of the pairing, over nonces and the address that
//! was dialled; no message is lost or taken twice while the same two programs speak, however often the connection is cut;
//! one connection of a device is served, the newest. Nothing here reads a frame.
//!
//! Start reading at `endpoint.rs` (a connection opens and proves itself), then `hub.rs` (links and their runs).

mod connection;
mod devices;
mod endpoint;
mod hub;
mod numbering;
mod proof;
mod relay;

pub use devices::{DeviceBook, PairedDevice};
pub use hub::{HandsChannel, HandsError, HandsHub, HandsSender};
pub use proof::{PairingKey, new_code};

pub(crate) use endpoint::{HandsEndpoint, open_hands};
pub(crate) use relay::open_relay;

#[cfg(test)]
mod tests;
