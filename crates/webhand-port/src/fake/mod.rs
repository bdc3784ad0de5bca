//! Ports in memory, for tests of code that uses a port: [`FakeBrowser`], [`ScriptedBrain`] and [`MemoryStore`]. They open
//! no file, socket or process.

mod brain;
mod browser;
mod server_store;
mod store;
mod store_wrapper;

pub use brain::ScriptedBrain;
pub use browser::FakeBrowser;
pub use store::MemoryStore;
pub use store_wrapper::StoreWrapper;

#[cfg(test)]
mod tests;
