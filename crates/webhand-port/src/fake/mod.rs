//! Ports without an outside: for tests of whatever uses a port.

mod brain;
mod browser;
mod scribe;
mod store;

pub use brain::ScriptedBrain;
pub use browser::FakeBrowser;
pub use scribe::Scribe;
pub use store::MemoryStore;

#[cfg(test)]
mod tests;
