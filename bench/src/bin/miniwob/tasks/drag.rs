//! Things that are dragged: items of a list, boxes, shapes.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use super::shapes::Shape;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, place};

pub const TASKS: Policies = &[
    ("drag-box", box_into_box),
    ("drag-items", item_of_list),
    ("drag-items-grid", item_of_grid),
    ("drag-sort-numbers", sort),
    ("drag-circle", shape_aside),
    ("drag-single-shape", shape_aside),
    ("drag-shapes", shapes_into_box),
    ("drag-shapes-2", shapes_into_boxes),
];

fn box_into_box(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    player.drag(view.named("s")?, view.named("L")?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn items(view: &View) -> Vec<&ViewLine> {
    view.of_role("listitem").collect()
}

fn item_of_list(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let items = items(&view);
    let from = item_at(&items, &task)?;
    let to = match &task {
        task if task.contains("to the top") => 0,
        task if task.contains("to the bottom") => items.len() - 1,
        task if task.contains("down by one") => from + 1,
        task if task.contains("up by one") => from.checked_sub(1).context("it is first already")?,
        task => place(task)?,
    };
    player.drag(items[from], items.get(to).context("the list is too short")?).map(drop)
}

fn item_at(items: &[&ViewLine], task: &str) -> Result<usize> {
    let name = task.split(' ').nth(1).context("the task names an item")?;
    items.iter().position(|seen| seen.name == name).with_context(|| format!("there is no {name}"))
}

fn item_of_grid(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let items = items(&view);
    let from = item_at(&items, &task)?;
    let step = [("up by", -3), ("down by", 3), ("left by", -1), ("right by", 1)];
    let to = if let Some((_, step)) = step.iter().find(|(words, _)| task.contains(words)) {
        from.checked_add_signed(*step).context("it is at the edge already")?
    } else {
        let side = |first: &str, last: &str| usize::from(!task.contains(first)) + usize::from(task.contains(last));
        side("top", "bottom") * 3 + side("left", "right")
    };
    player.drag(items[from], items.get(to).context("the grid is too small")?).map(drop)
}

fn sort(player: &mut Player) -> Result<()> {
    for at in 0..4 {
        let view = player.look()?;
        let items = items(&view);
        let least = (at..items.len()).min_by_key(|place| items[*place].name.parse::<i64>().unwrap_or(i64::MAX));
        let least = least.context("the list is empty")?;
        if least != at {
            player.drag(items[least], items[at])?;
        }
    }
    player.click_button("Submit").map(drop)
}

fn shape_aside(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let shapes = Shape::all(&view);
    let (x, y) = shapes.first().context("there is no shape")?.seen.centre()?;
    let to = match between(&task, "Drag the", "then")?.rsplit(' ').next() {
        Some("left") => (x - 30.0, y),
        Some("right") => (x + 30.0, y),
        Some("up") => (x, y - 30.0),
        _ => (x, y + 30.0),
    };
    player.drag_at((x, y), to)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn shapes_into_box(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let (boxes, shapes) = boxes_and_shapes(&view)?;
    let kind = between(&task, "Drag all", "into")?.trim_end_matches('s');
    let target = boxes.first().context("there is no box")?.seen.centre()?;
    for shape in shapes.iter().filter(|shape| shape.kind == kind) {
        player.drag_at(shape.seen.centre()?, target)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn shapes_into_boxes(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let (mut boxes, shapes) = boxes_and_shapes(&view)?;
    boxes.sort_by(|one, other| left(one).total_cmp(&left(other)));
    let [left, right] = &boxes[..] else { bail!("there are {} boxes", boxes.len()) };
    let wanted = between(&task, "Drag all", "into the left")?;
    for shape in &shapes {
        let fits = shape.kind == wanted.trim_end_matches('s') || wanted.split(' ').next() == Some(&shape.colour);
        player.drag_at(shape.seen.centre()?, if fits { left } else { right }.seen.centre()?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn left(shape: &Shape<'_>) -> f64 {
    shape.seen.area().map_or(0.0, |[left, ..]| left)
}

/// The boxes are wider than any shape.
fn boxes_and_shapes(view: &View) -> Result<(Vec<Shape<'_>>, Vec<Shape<'_>>)> {
    let (boxes, shapes) = Shape::all(view).into_iter().partition::<Vec<_>, _>(|shape| shape.width() > 40.0);
    if boxes.is_empty() {
        bail!("there is no box");
    }
    Ok((boxes, shapes))
}
