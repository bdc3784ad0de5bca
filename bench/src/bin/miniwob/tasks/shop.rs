//! A menu with a minus and a plus beside each dish.

use anyhow::{Context as _, Result};

use super::Policies;
use crate::player::Player;
use crate::view::ViewLine;
use crate::words::{list, number};

pub const TASKS: Policies = &[("order-food", order)];

/// A dish: its name, its marks, and its plus button.
struct Dish<'a> {
    name: &'a str,
    marks: Vec<&'a str>,
    plus: &'a ViewLine,
}

fn dishes(lines: &[ViewLine]) -> Vec<Dish<'_>> {
    let mut dishes = Vec::new();
    let (mut name, mut marks) = ("", Vec::new());
    for seen in lines {
        if seen.name == "+" && seen.reference().is_some() {
            dishes.push(Dish { name, marks: std::mem::take(&mut marks), plus: seen });
        } else if seen.role == "img" {
            marks.push(seen.name.as_str());
        } else if seen.role == "text" {
            name = &seen.name;
        }
    }
    dishes
}

fn order(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let dishes = dishes(&view.lines[1..]);
    if let Some((_, names)) = task.split_once("each item:") {
        for name in list(names) {
            let dish = dishes.iter().find(|dish| dish.name == name);
            player.click(dish.with_context(|| format!("there is no {name}"))?.plus)?;
        }
    } else {
        let mark = task.rsplit(' ').next().unwrap_or_default();
        let dish = dishes.iter().find(|dish| dish.marks.contains(&mark));
        let plus = dish.with_context(|| format!("nothing is {mark}"))?.plus;
        for _ in 0..number(&task)? {
            player.click(plus)?;
        }
    }
    player.click_button("Order!").map(drop)
}
