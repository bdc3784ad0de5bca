//! The tasks, in the order in which a session plays them.

mod mail;
mod shop;
mod wiki;

use super::application::Application;
use super::task::Task;

/// The tasks of an application.
#[must_use]
pub fn tasks_of(application: Application) -> &'static [Task] {
    match application {
        Application::Mail => mail::TASKS,
        Application::Shop => shop::TASKS,
        Application::Wiki => wiki::TASKS,
    }
}

/// The password of the one user of each application.
pub const PASSWORD: &str = "correct-horse-7";
