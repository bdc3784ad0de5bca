//! Shapes, letters and digits with a kind, a colour and a size.

use anyhow::{Context as _, Result};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, quotation};

pub const TASKS: Policies = &[
    ("click-shape", click_shape),
    ("count-shape", count_shape),
    ("identify-shape", identify),
    ("click-color", colour_box),
    ("click-shades", shades),
    ("ascending-numbers", ascending),
    ("grid-coordinate", coordinate),
];

/// A drawn shape, as the text of a look lists it.
#[derive(Clone)]
pub struct Shape<'a> {
    pub seen: &'a ViewLine,
    /// circle, rectangle, triangle, letter, digit.
    pub kind: &'static str,
    /// The letter or digit itself.
    text: &'a str,
    pub colour: String,
}

impl<'a> Shape<'a> {
    pub fn all(view: &'a View) -> Vec<Self> {
        view.lines[1..].iter().filter_map(Self::of).collect()
    }

    fn of(seen: &'a ViewLine) -> Option<Self> {
        let (text, colour) = match seen.state("color") {
            Some(colour) => (seen.name.as_str(), colour),
            None => ("", seen.name.trim_end_matches(" triangle")),
        };
        let kind = match seen.role.as_str() {
            "circle" => "circle",
            "rectangle" => "rectangle",
            "polygon" => "triangle",
            _ if text.len() == 1 && text.chars().all(|c| c.is_ascii_digit()) => "digit",
            _ if text.len() == 1 && text.chars().all(|c| c.is_ascii_alphabetic()) => "letter",
            _ => return None,
        };
        Some(Self { seen, kind, text, colour: colour.to_owned() })
    }

    pub fn width(&self) -> f64 {
        self.seen.area().map_or(0.0, |[_, _, width, _]| width)
    }

    fn is_large(&self) -> bool {
        let size = self.seen.state("size").and_then(|size| size.split('x').next()?.parse::<u32>().ok());
        size.is_some_and(|size| size > MOST_SMALL)
    }

    /// Whether words such as `large red digit` describe it.
    fn fits(&self, words: &str) -> bool {
        words.split(' ').all(|word| match word {
            "large" => self.is_large(),
            "small" => !self.is_large(),
            "item" => true,
            "shape" => !matches!(self.kind, "letter" | "digit"),
            word => word == self.colour || word == self.kind || word == self.text,
        })
    }
}

fn click_shape(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = task.trim_start_matches("Click on a ");
    let shapes = Shape::all(&view);
    let found = shapes.iter().find(|shape| shape.fits(wanted)).with_context(|| format!("nothing is a {wanted}"))?;
    player.click(found.seen).map(drop)
}

fn count_shape(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let wanted = between(&task, "How many", "s are there")?;
    let is_drawn = |shape: &&Shape<'_>| shape.seen.area().is_ok_and(|[_, top, ..]| top < ANSWERS_FROM);
    let count = Shape::all(&view).iter().filter(is_drawn).filter(|shape| shape.fits(wanted)).count();
    let answers = view.of_role("button").filter(|seen| seen.area().is_ok_and(|[_, top, ..]| top >= ANSWERS_FROM));
    let answer = answers.into_iter().find(|seen| seen.name == count.to_string());
    player.click(answer.with_context(|| format!("there is no answer {count}"))?).map(drop)
}

fn identify(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let shapes = Shape::all(&view);
    let name = match shapes.first().context("nothing is drawn")?.kind {
        "circle" => "Circle",
        "rectangle" => "Rectangle",
        "triangle" => "Triangle",
        "letter" => "Letter",
        _ => "Number",
    };
    player.click(view.one("button", name)?).map(drop)
}

/// The task names the colour or shows a box of it.
fn colour_box(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let sentence = view.sentence();
    let shown = sentence.iter().find(|seen| seen.role != "text").map(|seen| seen.name.clone());
    let colour = match shown {
        Some(colour) => colour,
        None => between(&task, "on the", "colored")?.to_owned(),
    };
    let boxes = view.lines[sentence.len()..].iter().filter(|seen| seen.reference().is_some());
    // A box in the sentence has a name of its own behind its colour.
    let found = boxes.into_iter().find(|seen| colour.starts_with(&seen.name) || same(&seen.name, &colour));
    player.click(found.with_context(|| format!("no box is {colour}"))?).map(drop)
}

/// Two names of one colour.
fn same(one: &str, other: &str) -> bool {
    [("grey", "gray"), ("cyan", "aqua"), ("magenta", "fuchsia")]
        .iter()
        .any(|(a, b)| [(*a, *b), (*b, *a)].contains(&(one, other)))
}

fn shades(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = between(&task, "shades of", "and press")?;
    for seen in view.controls().filter(|seen| seen.role != "canvas" && is_shade(&seen.name, wanted)) {
        player.click(seen)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

/// The greatest part of a colour `#rrggbb`, or the word itself.
fn is_shade(name: &str, wanted: &str) -> bool {
    let parts = |code: &str| (0..3).map(|at| u8::from_str_radix(code.get(at * 2..at * 2 + 2)?, 16).ok()).collect();
    let code: Option<Vec<u8>> = name.split('#').nth(1).and_then(parts);
    match code.as_deref() {
        Some([red, green, blue]) => match wanted {
            "red" => red > green && red > blue,
            "green" => green > red && green > blue,
            _ => blue > red && blue > green,
        },
        Some(_) | None => name.split(' ').any(|word| word == wanted),
    }
}

/// The numbers vanish after the first click, but their places stay.
fn ascending(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    for digit in 1..=5 {
        let seen = view.lines[1..].iter().find(|seen| seen.name == digit.to_string());
        player.click_at(seen.with_context(|| format!("there is no {digit}"))?.centre()?)?;
    }
    Ok(())
}

/// The circles are drawn column by column; their places are told by their boxes.
fn coordinate(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let wanted: Vec<f64> = between(&task, "(", ")")?.split(',').flat_map(str::parse).collect();
    let circles: Vec<(f64, f64)> =
        Shape::all(&view).iter().filter(|shape| shape.kind == "circle").flat_map(|shape| shape.seen.centre()).collect();
    let spread = |places: Vec<f64>| {
        let least = places.iter().copied().fold(f64::INFINITY, f64::min);
        let most = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (f64::midpoint(least, most), (most - least) / 4.0)
    };
    let (x, step_x) = spread(circles.iter().map(|circle| circle.0).collect());
    let (y, step_y) = spread(circles.iter().map(|circle| circle.1).collect());
    let [right, up] = wanted[..] else { anyhow::bail!("{} is no place", quotation(&task)?) };
    player.click_at((x + right * step_x, y - up * step_y)).map(drop)
}

/// The buttons to answer with stand below the drawing.
const ANSWERS_FROM: f64 = 180.0;
const MOST_SMALL: u32 = 15;
