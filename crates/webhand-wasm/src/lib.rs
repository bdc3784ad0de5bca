//! The core for hosts that are not Rust: JSON in, JSON out, through a C ABI of three functions.
//!
//! Invariants: the module imports nothing, so whoever loads it gives it no power; whatever is fed in is answered,
//! garbage with an error; the same commands get the same bytes back natively and in wasm.

#[cfg(target_arch = "wasm32")]
mod abi;
mod session;

pub use session::Session;

#[cfg(test)]
mod tests;
