//! Enters dates: into a date field at once, into a field with a calendar by turning its pages to the day.

use serde_json::json;
use webhand_model::Ref;

use super::date::{Date, month};
use super::ground::Want;
use super::language::concept;
use super::memory::Phase;
use super::mind::{Mind, Said};
use super::page::is_text;
use super::phrase::Phrase;
use super::say::Sentence;
use super::step::reference;
use super::words::words;

/// The most pages of a calendar that are turned.
const MOST_PAGES: usize = 36;

impl Mind<'_> {
    pub(super) fn pick_date(&mut self, date: Date, field: &Phrase) -> Result<Said, Said> {
        let open = self.memory.phase == Phase::Unfolded;
        if let Some(said) = if open { self.turn_calendar(date) } else { None } {
            return Ok(said);
        }
        let target = self.locate(field, Want::Field)?;
        let what = self.page.describe(target);
        let node = self.page.snapshot.node(target);
        let typed = node.is_some_and(|node| !node.is("readonly"));
        self.did(Sentence::DidFilled, &what, &date.iso());
        let text = self.say(Sentence::Filling, &[("what", &what), ("value", &date.iso())]);
        if typed {
            return Ok(self.act(text, "fill", json!({ "ref": target.to_string(), "value": date.iso() })));
        }
        if self.memory.phase == Phase::Unfolded {
            return Err(self.fail(&self.say(Sentence::CannotSet, &[("what", &what), ("value", &date.iso())])));
        }
        self.memory.phase = Phase::Unfolded;
        Ok(Said::one(text, "click", reference(target)))
    }

    /// The day on the page of its month, else the way to that month; nothing where no calendar is open.
    fn turn_calendar(&mut self, date: Date) -> Option<Said> {
        let (year, month) = self.month_shown()?;
        let towards = match (year, month).cmp(&(date.year, date.month)) {
            std::cmp::Ordering::Equal => {
                let day = self.day(date.day)?;
                let text = self.say(Sentence::Clicking, &[("what", &self.page.describe(day))]);
                return Some(self.act(text, "click", reference(day)));
            }
            std::cmp::Ordering::Less => "next",
            std::cmp::Ordering::Greater => "previous",
        };
        if self.memory.done.len() >= MOST_PAGES {
            return None;
        }
        let target = self.turner(towards)?;
        self.memory.done.push(format!("{year}-{month}"));
        let text = self.say(Sentence::Clicking, &[("what", &self.page.describe(target))]);
        Some(Said::one(text, "click", reference(target)))
    }

    fn month_shown(&self) -> Option<(u32, u32)> {
        let nodes = self.page.nodes();
        let shown: Vec<String> =
            (0..nodes.len()).filter(|at| !self.page.is_echo(*at)).flat_map(|at| words(&nodes[at].name)).collect();
        let at = shown.iter().position(|word| word.len() > 2 && month(word).is_some())?;
        let is_year = |word: &String| word.parse().ok().filter(|year| (1900..2200).contains(year));
        let year = shown[at + 1..].iter().take(3).find_map(is_year)?;
        Some((year, month(&shown[at])?))
    }

    fn day(&self, day: u32) -> Option<Ref> {
        let wanted = day.to_string();
        let called = |name: &str| name.trim().trim_start_matches('0') == wanted;
        let mut days =
            self.page.nodes().iter().filter(|node| called(&node.name) && !is_text(&node.role) && !node.is("disabled"));
        days.find_map(|node| node.target)
    }

    fn turner(&self, towards: &str) -> Option<Ref> {
        let turns = |name: &str| words(name).iter().any(|word| concept(word) == Some(towards));
        let nodes = self.page.nodes().iter();
        nodes.filter(|node| turns(&node.name) && !node.is("disabled")).find_map(|node| node.target)
    }
}
