//! Ordinary tasks on real applications: how often the person is asked, and whether each task was done.
//!
//! The applications (a webmail, a shop, a wiki) are installed from package registries into a folder of the target directory,
//! started on loopback with data of their own, and given to the browser as public sites. An agent then plays scripted tasks
//! over MCP. Nothing here judges the guard by labels: effects are read in the data of the applications. Start reading at
//! [`play::play_application`]; the tasks stand in [`tasks`].

pub mod application;
pub mod effect;
mod mail;
mod packages;
pub mod play;
mod python;
mod service;
mod shop;
pub mod task;
pub mod tasks;
mod wiki;
