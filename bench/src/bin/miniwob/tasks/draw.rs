//! Points and lines in a drawing: where to click and how to draw is computed from boxes.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use super::shapes::Shape;
use crate::player::Player;
use crate::view::View;

pub const TASKS: Policies = &[
    ("circle-center", centre),
    ("find-midpoint", midpoint),
    ("bisect-angle", bisect),
    ("right-angle", right_angle),
    ("draw-line", line),
    ("draw-circle", circle),
];

type Point = (f64, f64);

fn circles(view: &View) -> Result<Vec<(String, Point)>> {
    let of_kind = Shape::all(view).into_iter().filter(|shape| shape.kind == "circle");
    of_kind.map(|shape| Ok((shape.colour.clone(), shape.seen.centre()?))).collect()
}

fn coloured(circles: &[(String, Point)], colour: &str) -> Vec<Point> {
    circles.iter().filter(|(own, _)| own == colour).map(|(_, at)| *at).collect()
}

fn click_and_submit(player: &mut Player, view: &View, at: Point) -> Result<()> {
    player.click_at(at)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn centre(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let at = circles(&view)?.first().context("there is no circle")?.1;
    click_and_submit(player, &view, at)
}

fn midpoint(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let [(_, one), (_, other)] = circles(&view)?[..] else { bail!("there are not two points") };
    click_and_submit(player, &view, middle(one, other))
}

fn middle(one: Point, other: Point) -> Point {
    (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1))
}

/// A point on the line that halves the angle at the blue point, inside the drawing.
fn bisect(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let circles = circles(&view)?;
    let [vertex] = coloured(&circles, "blue")[..] else { bail!("there is no blue point") };
    let [one, other] = coloured(&circles, "black")[..] else { bail!("there are not two black points") };
    let to = |point: Point| {
        let (x, y) = (point.0 - vertex.0, point.1 - vertex.1);
        let length = x.hypot(y);
        (x / length, y / length)
    };
    let (a, b) = (to(one), to(other));
    let along = (a.0 + b.0, a.1 + b.1);
    click_and_submit(player, &view, inside(vertex, along)?)
}

fn right_angle(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let circles = circles(&view)?;
    let ([vertex], [end]) = (&coloured(&circles, "blue")[..], &coloured(&circles, "black")[..]) else {
        bail!("there are not two points")
    };
    let across = (vertex.1 - end.1, end.0 - vertex.0);
    let at = inside(*vertex, across).or_else(|_| inside(*vertex, (-across.0, -across.1)))?;
    click_and_submit(player, &view, at)
}

/// The farthest point of a few in this direction that still lies in the drawing: near by, a pixel more is another angle.
fn inside(from: Point, direction: Point) -> Result<Point> {
    let length = direction.0.hypot(direction.1);
    let at = |far: f64| (from.0 + direction.0 / length * far, from.1 + direction.1 / length * far);
    let fits = |(x, y): &Point| (4.0..148.0).contains(x) && (54.0..176.0).contains(y);
    [100.0, 80.0, 60.0, 40.0, 30.0, 20.0, 12.0]
        .into_iter()
        .map(at)
        .find(fits)
        .context("there is no room in this direction")
}

fn line(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let (x, y) = circles(&view)?.first().context("there is no point")?.1;
    if view.task().contains("horizontal") {
        player.drag_at((8.0, y), (145.0, y))?;
    } else {
        player.drag_at((x, 56.0), (x, 158.0))?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

/// A chord: one straight drag whose points are all about as far from the marked one.
fn circle(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let (x, y) = circles(&view)?.first().context("there is no point")?.1;
    player.drag_at((x - 22.0, y), (x, y - 22.0))?;
    player.click(view.one("button", "Submit")?).map(drop)
}
