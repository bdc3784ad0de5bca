//! Date and time fields that a page builds from several spinners, one for each part of the date: each is filled.

use webhand_model::{ClockTime, Date, FailCode, Node, NodeState, Outcome, Ref, quote, truncate};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::unexpected;
use crate::fields::verify_value::FillReport;
use crate::fields::{Fields, element_error};
use crate::looking::frames::Extent;
use crate::pointing::mouse::Press;
use crate::settling::settle::Watch;

impl Fields {
    /// Fills the spinners of a group. Returns `None` for a group without spinners.
    pub(crate) async fn fill_date_parts(
        &self,
        element: &Element,
        watch: &Watch,
        value: &str,
    ) -> Result<Option<(FillReport, Outcome)>, ActionError> {
        if !self.has_spinners(element).await? {
            return Ok(None);
        }
        let mut spinners = self.spinners_in(element).await?;
        if spinners.is_empty() {
            // Some groups render their spinners only once they have the focus.
            self.gestures.click_element(element, Press::ONCE).await?;
            self.settler.come_to_rest(watch).await;
            spinners = self.spinners_in(element).await?;
        }
        let parts: Vec<(Ref, DatePart)> =
            spinners.iter().filter_map(|node| Some((node.target?, DatePart::of(node)?))).collect();
        if parts.is_empty() {
            let why = "it was clicked and shows no parts of a date; look at the page, it may have opened a calendar";
            return Err(element_error(element, FailCode::NotTaken, why));
        }
        let date_time =
            DateTimeValue::parse(value).ok_or_else(|| element_error(element, FailCode::NoOption, EXPECTED_FORMAT))?;
        let twelve_hour = parts.iter().any(|(_, part)| *part == DatePart::DayPeriod);
        for (target, part) in &parts {
            let spinner = self.elements.element(*target)?;
            let state = self.elements.state(&spinner).await?;
            let Some(text) = date_time.part_text(*part, twelve_hour) else {
                return Err(element_error(element, FailCode::NoOption, EXPECTED_FORMAT));
            };
            if self.replace_value(&spinner, &state, &text).await.is_err() {
                // Some spinners take the focus only by a click.
                self.gestures.click_element(&spinner, Press::ONCE).await?;
                self.replace_value(&spinner, &self.elements.state(&spinner).await?, &text).await?;
            }
        }
        let outcome = self.settler.settled(watch, String::new()).await;
        let held = self.elements.state(element).await?.text.replace('\n', "");
        let held: String = held.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{2066}'..='\u{2069}')).collect();
        let shown = quote(&truncate(&held, 60));
        if !date_time.is_shown_in(&held) {
            let why = format!("it did not take the value; it shows {shown} now");
            return Err(element_error(element, FailCode::NotTaken, &why));
        }
        Ok(Some((FillReport::with_notes(format!("; it shows {shown}")), outcome)))
    }

    /// Whether a group contains spinners, visible or not.
    async fn has_spinners(&self, element: &Element) -> Result<bool, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::HasSpinners { node: element.node }).await?;
        let PageReply::Has { has } = reply else { return Err(unexpected(&reply)) };
        Ok(has)
    }

    /// Returns the spinners in a group that a new snapshot shows.
    async fn spinners_in(&self, element: &Element) -> Result<Vec<Node>, ActionError> {
        let page = self.looker.fresh(Extent::Whole).await?;
        let at = page.nodes.iter().position(|node| node.target == Some(element.target));
        let Some((group, rest)) = at.and_then(|at| page.nodes.get(at..)?.split_first()) else { return Ok(Vec::new()) };
        let inside = rest.iter().take_while(|node| node.depth > group.depth);
        Ok(inside.filter(|node| node.role == "spinbutton").cloned().collect())
    }
}

/// The part of a date or time that one spinner holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DatePart {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    /// AM or PM.
    DayPeriod,
}

impl DatePart {
    /// Recognizes a spinner by its name, else by its maximum.
    fn of(part: &Node) -> Option<Self> {
        let name = part.name.to_lowercase();
        let named = PART_NAMES.iter().find(|(word, _)| name.contains(word)).map(|(_, part)| *part);
        named.or_else(|| match part.parsed_states().find_map(NodeState::max)?.parse::<u32>().ok()? {
            28..=31 => Some(Self::Day),
            12 => Some(Self::Month),
            23 => Some(Self::Hour),
            59 => Some(Self::Minute),
            1000..=9999 => Some(Self::Year),
            _ => None,
        })
    }
}

/// A day, a time, or both. An empty value clears the spinners.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DateTimeValue {
    day: Option<Date>,
    time: Option<ClockTime>,
    is_empty: bool,
}

impl DateTimeValue {
    /// Reads `2026-12-31`, `14:30` and `2026-12-31T14:30`.
    pub(crate) fn parse(written: &str) -> Option<Self> {
        let mut value = Self { day: None, time: None, is_empty: written.trim().is_empty() };
        for piece in written.trim().split(['T', ' ']).filter(|piece| !piece.is_empty()) {
            if piece.contains(':') {
                value.time = Some(ClockTime::parse(piece)?);
            } else {
                value.day = Some(Date::parse_iso(piece)?);
            }
        }
        Some(value)
    }

    /// Whether the value is a day without a time.
    pub(crate) fn is_day(&self) -> bool {
        self.day.is_some() && self.time.is_none()
    }

    /// Returns the text for one spinner, or `None` if the value lacks that part.
    fn part_text(&self, part: DatePart, twelve_hour: bool) -> Option<String> {
        if self.is_empty {
            return Some(String::new());
        }
        let hour = self.time.map(|time| time.hour);
        match part {
            DatePart::Year => self.day.map(|day| format!("{:04}", day.year)),
            DatePart::Month => self.day.map(|day| format!("{:02}", day.month)),
            DatePart::Day => self.day.map(|day| format!("{:02}", day.day)),
            DatePart::Hour if twelve_hour => hour.map(|hour| format!("{:02}", (hour + 11) % 12 + 1)),
            DatePart::Hour => hour.map(|hour| format!("{hour:02}")),
            DatePart::Minute => self.time.map(|time| format!("{:02}", time.minute)),
            DatePart::Second => Some("00".to_owned()),
            DatePart::DayPeriod => hour.map(|hour| if hour < 12 { "AM" } else { "PM" }.to_owned()),
        }
    }

    /// Whether the shown text contains all parts of this value, in any order.
    pub(crate) fn is_shown_in(&self, shown: &str) -> bool {
        let groups = shown.split(|c: char| !c.is_ascii_digit()).filter_map(|group| group.parse::<u32>().ok());
        let groups: Vec<u32> = groups.collect();
        let is_named = shown.chars().any(char::is_alphabetic);
        let has = |number: u32| groups.contains(&number);
        let has_day = self.day.is_none_or(|date| has(date.year) && has(date.day) && (is_named || has(date.month)));
        has_day && self.time.is_none_or(|time| has(time.minute)) && (!self.is_empty || groups.is_empty())
    }
}

const EXPECTED_FORMAT: &str =
    "it has parts for a date or a time; write 2026-12-31, 14:30, or 2026-12-31T14:30 if it has both";
const PART_NAMES: &[(&str, DatePart)] = &[
    ("meridiem", DatePart::DayPeriod),
    ("am/pm", DatePart::DayPeriod),
    ("dayperiod", DatePart::DayPeriod),
    ("year", DatePart::Year),
    ("month", DatePart::Month),
    ("hour", DatePart::Hour),
    ("minute", DatePart::Minute),
    ("second", DatePart::Second),
    ("day", DatePart::Day),
];

#[cfg(test)]
mod tests;
