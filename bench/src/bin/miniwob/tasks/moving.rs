//! Moving elements, and sequences that are shown once.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use super::Policies;
use super::shapes::Shape;
use crate::player::Player;

pub const TASKS: Policies = &[("chase-circle", chase)];

/// The mouse follows the circle with every look.
fn chase(player: &mut Player) -> Result<()> {
    let began = Instant::now();
    while began.elapsed() < CHASED_FOR {
        let view = player.look_boxes()?;
        if view.says("START") {
            return Ok(());
        }
        let shapes = Shape::all(&view);
        let circle = shapes.first().context("there is no circle")?;
        // It may have moved on before the mouse was there; the next look tells.
        let _ = player.hover(circle.seen);
    }
    Ok(())
}

const CHASED_FOR: Duration = Duration::from_secs(12);
