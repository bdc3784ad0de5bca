//! The policies, by theme.

use anyhow::Result;

use crate::player::Player;

mod buttons;
mod calendar;
mod dates;
mod drag;
mod draw;
mod editor;
mod fields;
mod games;
mod lists;
mod mail;
mod moving;
mod shapes;
mod shop;
mod sliders;
mod social;
mod sums;
mod ticks;

/// A task and how it is played.
#[derive(Clone, Copy)]
pub struct Task {
    pub name: &'static str,
    pub policy: fn(&mut Player) -> Result<()>,
}

/// The policies of one theme, by the name of the task.
pub type Policies = &'static [(&'static str, fn(&mut Player) -> Result<()>)];

pub fn all() -> Vec<Task> {
    let themes: [Policies; 17] = [
        buttons::TASKS,
        calendar::TASKS,
        dates::TASKS,
        drag::TASKS,
        draw::TASKS,
        editor::TASKS,
        fields::TASKS,
        games::TASKS,
        lists::TASKS,
        mail::TASKS,
        moving::TASKS,
        shapes::TASKS,
        shop::TASKS,
        sliders::TASKS,
        social::TASKS,
        sums::TASKS,
        ticks::TASKS,
    ];
    themes.concat().into_iter().map(|(name, policy)| Task { name, policy }).collect()
}
