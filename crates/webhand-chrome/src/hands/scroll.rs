//! Scrolling, with a report of where it ended.

use webhand_model::{Direction, Outcome, Ref};
use webhand_wire::{PageCommand, PageReply, ScrollDirection, Scrolled};

use super::Hands;
use super::place::{CALLED_WITHIN, refused};
use crate::trouble::Trouble;

impl Hands {
    pub(super) async fn scroll(
        &self,
        target: Option<Ref>,
        direction: Direction,
        amount: Option<f64>,
    ) -> Result<Outcome, Trouble> {
        self.unblocked()?;
        let (tab, _) = self.current()?;
        let mut watch = self.watch(tab);
        let element = target.map(|target| self.element(target)).transpose()?;
        let command = PageCommand::Scroll {
            node: element.as_ref().map(|element| element.node),
            direction: way(direction),
            amount: amount.map(f64::abs),
        };
        let reply = match &element {
            Some(element) => {
                watch.inner = Some(element.place.clone());
                self.ask_about(element, &command).await?
            }
            None => self.ask(&self.page()?, &command, CALLED_WITHIN).await?,
        };
        let PageReply::Scrolled(scrolled) = reply else { return Err(refused(reply)) };
        Ok(self.settled(&watch, told(direction, scrolled)).await)
    }
}

fn way(direction: Direction) -> ScrollDirection {
    match direction {
        Direction::Up => ScrollDirection::Up,
        Direction::Down => ScrollDirection::Down,
        Direction::Left => ScrollDirection::Left,
        Direction::Right => ScrollDirection::Right,
        Direction::Top => ScrollDirection::Top,
        Direction::Bottom => ScrollDirection::Bottom,
    }
}

fn told(direction: Direction, scrolled: Scrolled) -> String {
    let Scrolled { moved, position, max } = scrolled;
    let end = match direction {
        Direction::Up | Direction::Top => "at the top",
        Direction::Down | Direction::Bottom => "at the bottom",
        Direction::Left => "at the left end",
        Direction::Right => "at the right end",
    };
    if max <= 0.0 {
        return "there is nothing to scroll: all of it is in view".to_owned();
    }
    if !moved {
        return format!("already {end}");
    }
    let percent = (position / max * 100.0).clamp(0.0, 100.0);
    let arrived = if is_end(direction, position, max) { format!(", now {end}") } else { String::new() };
    format!("scrolled to {} of {} px ({percent:.0} %){arrived}", grouped(position), grouped(max))
}

fn is_end(direction: Direction, position: f64, max: f64) -> bool {
    match direction {
        Direction::Up | Direction::Top | Direction::Left => position <= 1.0,
        Direction::Down | Direction::Bottom | Direction::Right => position >= max - 1.0,
    }
}

/// `1,240`.
fn grouped(length: f64) -> String {
    let digits = format!("{:.0}", length.max(0.0));
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
