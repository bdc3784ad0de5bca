//! Ports without an outside: for tests of whatever uses a port.

mod brain;
mod browser;
mod store;

pub use brain::ScriptedBrain;
pub use browser::PaperBrowser;
pub use store::MemoryStore;

#[cfg(test)]
mod tests;
