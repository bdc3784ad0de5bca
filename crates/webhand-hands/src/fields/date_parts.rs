//! Dates that a page splits into parts, each a spinner of its own: every part is given its share.

use webhand_model::{ClockTime, Date, FailCode, Node, NodeState, Outcome, Ref, quote, truncate};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::unexpected;
use crate::fields::Fields;
use crate::fields::verify_value::Filled;
use crate::looking::frames::Extent;
use crate::pointing::mouse::Press;
use crate::settling::settle::Watch;

impl Fields {
    /// Fills the parts of a group; none for a group without such parts.
    pub(crate) async fn fill_parts(
        &self,
        element: &Element,
        watch: &Watch,
        value: &str,
    ) -> Result<Option<(Filled, Outcome)>, ActionError> {
        if !self.has_parts(element).await? {
            return Ok(None);
        }
        let mut parts = self.parts_of(element).await?;
        if parts.is_empty() {
            // Some show their parts once they have the focus.
            self.gestures.click_element(element, Press::ONCE).await?;
            self.settler.come_to_rest(watch).await;
            parts = self.parts_of(element).await?;
        }
        let shares: Vec<(Ref, Share)> =
            parts.iter().filter_map(|node| Some((node.target?, Share::of(node)?))).collect();
        if shares.is_empty() {
            let why = "it was clicked and shows no parts of a date; look at the page, it may have opened a calendar";
            return Err(refused(element, FailCode::NotTaken, why));
        }
        let moment = Moment::read(value).ok_or_else(|| refused(element, FailCode::NoOption, HOW))?;
        let in_halves = shares.iter().any(|(_, share)| *share == Share::Half);
        for (target, share) in &shares {
            let part = self.elements.element(*target)?;
            let state = self.elements.state(&part).await?;
            let Some(text) = moment.share(*share, in_halves) else {
                return Err(refused(element, FailCode::NoOption, HOW));
            };
            if self.replace(&part, &state, &text).await.is_err() {
                // Some parts take the focus only by a click.
                self.gestures.click_element(&part, Press::ONCE).await?;
                self.replace(&part, &self.elements.state(&part).await?, &text).await?;
            }
        }
        let outcome = self.settler.settled(watch, String::new()).await;
        let held = self.elements.state(element).await?.text.replace('\n', "");
        let held: String = held.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{2066}'..='\u{2069}')).collect();
        let shown = quote(&truncate(&held, 60));
        if !moment.is_in(&held) {
            let why = format!("it did not take the value; it shows {shown} now");
            return Err(refused(element, FailCode::NotTaken, &why));
        }
        Ok(Some((Filled::noting(format!("; it shows {shown}")), outcome)))
    }

    /// Whether there are spinners in a group, seen or not.
    async fn has_parts(&self, element: &Element) -> Result<bool, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::HasSpinners { node: element.node }).await?;
        let PageReply::Has { has } = reply else { return Err(unexpected(&reply)) };
        Ok(has)
    }

    /// The spinners in a group, as a look shows them.
    async fn parts_of(&self, element: &Element) -> Result<Vec<Node>, ActionError> {
        let page = self.looker.fresh(Extent::Whole).await?;
        let at = page.nodes.iter().position(|node| node.target == Some(element.target));
        let Some((group, rest)) = at.and_then(|at| page.nodes.get(at..)?.split_first()) else { return Ok(Vec::new()) };
        let inside = rest.iter().take_while(|node| node.depth > group.depth);
        Ok(inside.filter(|node| node.role == "spinbutton").cloned().collect())
    }
}

/// What a part holds of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Share {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
    /// Before or after noon.
    Half,
}

impl Share {
    /// By its name, else by its greatest number.
    fn of(part: &Node) -> Option<Self> {
        let name = part.name.to_lowercase();
        let named = NAMES.iter().find(|(word, _)| name.contains(word)).map(|(_, share)| *share);
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

/// A day, a time, or both; nothing at all empties the parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    day: Option<Date>,
    time: Option<ClockTime>,
    is_empty: bool,
}

impl Moment {
    /// Reads `2026-12-31`, `14:30` and `2026-12-31T14:30`.
    pub(crate) fn read(written: &str) -> Option<Self> {
        let mut moment = Self { day: None, time: None, is_empty: written.trim().is_empty() };
        for piece in written.trim().split(['T', ' ']).filter(|piece| !piece.is_empty()) {
            if piece.contains(':') {
                moment.time = Some(ClockTime::parse(piece)?);
            } else {
                moment.day = Some(Date::parse_iso(piece)?);
            }
        }
        Some(moment)
    }

    /// A day and nothing else.
    pub(crate) fn is_day(&self) -> bool {
        self.day.is_some() && self.time.is_none()
    }

    fn share(&self, share: Share, in_halves: bool) -> Option<String> {
        if self.is_empty {
            return Some(String::new());
        }
        let hour = self.time.map(|time| time.hour);
        match share {
            Share::Year => self.day.map(|day| format!("{:04}", day.year)),
            Share::Month => self.day.map(|day| format!("{:02}", day.month)),
            Share::Day => self.day.map(|day| format!("{:02}", day.day)),
            Share::Hour if in_halves => hour.map(|hour| format!("{:02}", (hour + 11) % 12 + 1)),
            Share::Hour => hour.map(|hour| format!("{hour:02}")),
            Share::Minute => self.time.map(|time| format!("{:02}", time.minute)),
            Share::Second => Some("00".to_owned()),
            Share::Half => hour.map(|hour| if hour < 12 { "AM" } else { "PM" }.to_owned()),
        }
    }

    /// Whether what is shown has all of it, in whatever order.
    pub(crate) fn is_in(&self, shown: &str) -> bool {
        let groups = shown.split(|c: char| !c.is_ascii_digit()).filter_map(|group| group.parse::<u32>().ok());
        let groups: Vec<u32> = groups.collect();
        let is_named = shown.chars().any(char::is_alphabetic);
        let has = |number: u32| groups.contains(&number);
        let has_day = self.day.is_none_or(|date| has(date.year) && has(date.day) && (is_named || has(date.month)));
        has_day && self.time.is_none_or(|time| has(time.minute)) && (!self.is_empty || groups.is_empty())
    }
}

fn refused(element: &Element, code: FailCode, why: &str) -> ActionError {
    ActionError::failed(code, format!("{} ({}): {why}", element.target, element.called))
}

const HOW: &str = "it has parts for a date or a time; write 2026-12-31, 14:30, or 2026-12-31T14:30 if it has both";
const NAMES: &[(&str, Share)] = &[
    ("meridiem", Share::Half),
    ("am/pm", Share::Half),
    ("dayperiod", Share::Half),
    ("year", Share::Year),
    ("month", Share::Month),
    ("hour", Share::Hour),
    ("minute", Share::Minute),
    ("second", Share::Second),
    ("day", Share::Day),
];

#[cfg(test)]
mod tests;
