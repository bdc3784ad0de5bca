//! The texts that a run has seen: the figures and the words of its task, looks, results, requests and replies of the
//! person.
//!
//! Words that only the brain wrote are left out: what it typed into a field, what it looked for in vain, what a script of its
//! own returned.

use std::collections::{BTreeSet, VecDeque};

use webhand_model::{ActionGroup, Change, Node, Outcome, OutcomeStatus, Snapshot, Task, ToolCall, find_spec};

use super::date_words::DateParts;
use super::figure::{Figure, Reading, figures, squash};

#[derive(Debug, Default)]
pub(crate) struct SeenTexts {
    readings: BTreeSet<Reading>,
    dates: BTreeSet<DateParts>,
    /// Texts by their letters and digits, the newest last.
    squashed: VecDeque<String>,
    squashed_bytes: usize,
    /// Texts that the brain typed, squashed.
    typed: BTreeSet<String>,
    /// Fields that hold such a text, by name and value together: that they hold it was seen, although the brain wrote it.
    held: BTreeSet<String>,
    pictures: u32,
    /// The newest looks whole, squashed: only for counting what stands in them.
    counted: VecDeque<String>,
}

/// The part of a page that a brain was shown.
#[derive(Debug, PartialEq, Eq)]
enum ShownText {
    /// All of it, the addresses of its links too.
    Everything,
    /// All of it but addresses.
    Unlinked,
    /// The part that stands in this text, squashed.
    Listed(String),
}

impl ShownText {
    /// Refs are left out of the text: their numbers are none of the page's.
    fn listed_in(text: &str) -> Self {
        let is_ref = |word: &str| {
            let number = word.strip_prefix('e').unwrap_or_default();
            !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
        };
        let mut listed = String::with_capacity(text.len());
        for word in text.split_inclusive([' ', '=', '{', '}', ']', '\n']) {
            if !is_ref(word.trim_end_matches([' ', '=', '{', '}', ']', '\n'])) {
                listed.push_str(word);
            }
        }
        Self::Listed(squash(&listed))
    }

    /// As much of a node's text as was shown: a long one is cut at its end.
    fn part_of<'a>(&self, text: &'a str) -> &'a str {
        let Self::Listed(listed) = self else { return text };
        let is_listed = |upto: usize| listed.contains(&squash(&text[..upto]));
        if is_listed(text.len()) {
            return text;
        }
        let starts: Vec<usize> = text.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
        let listed = starts.partition_point(|upto| is_listed(*upto));
        listed.checked_sub(1).and_then(|at| starts.get(at)).map_or("", |upto| &text[..*upto])
    }
}

/// The most bytes of texts that are kept; beyond it the oldest are dropped. Their figures stay.
const MOST_BYTES: usize = 8 << 20;
/// The most figures that are kept.
const MOST_READINGS: usize = 500_000;
/// How many whole looks are kept for counting.
const MOST_COUNTED: usize = 4;
/// From this length on, a figure may stand anywhere among the letters and digits of a text.
const LONG_CODE: usize = 6;

impl SeenTexts {
    pub(crate) fn record_task(&mut self, task: &Task) {
        self.record_text(&task.text);
        for exchange in &task.before {
            self.record_text(&exchange.message);
            self.record_text(&exchange.answer);
        }
        task.start.iter().for_each(|url| self.record_text(url.as_str()));
    }

    /// Records a text; returns at once if it is the same as the last.
    pub(crate) fn record_text(&mut self, text: &str) {
        let squashed = squash(text);
        if squashed.is_empty() || self.squashed.back() == Some(&squashed) {
            return;
        }
        for figure in figures(text) {
            self.record_figure(&figure);
        }
        self.squashed_bytes += squashed.len();
        self.squashed.push_back(squashed);
        while self.squashed_bytes > MOST_BYTES {
            let Some(oldest) = self.squashed.pop_front() else { break };
            self.squashed_bytes -= oldest.len();
        }
    }

    fn record_figure(&mut self, figure: &Figure) {
        if self.readings.len() < MOST_READINGS {
            self.dates.extend(figure.dates());
            self.readings.extend(figure.readings.iter().cloned());
        }
        figure.parts.iter().for_each(|part| self.record_figure(part));
    }

    /// Records a look of a brain that reads whole pages, without what the brain itself typed into a field.
    pub(crate) fn record_page(&mut self, page: &Snapshot) {
        let text = self.page_text(page, |_| true, &ShownText::Everything);
        self.record_text(&text);
    }

    /// Records a look of a brain that was shown this text of it: of its elements only what the text lists, and no addresses
    /// of links.
    pub(crate) fn record_shown_page(&mut self, page: &Snapshot, shown: &str) {
        let text = self.page_text(page, |_| true, &ShownText::listed_in(shown));
        self.record_text(&text);
        let whole = squash(&self.page_text(page, |_| true, &ShownText::Everything));
        // Elements that a look leaves out are counted in words, so a brain can count more than it was shown.
        if self.counted.back() != Some(&whole) {
            self.counted.push_back(whole);
        }
        if self.counted.len() > MOST_COUNTED {
            self.counted.pop_front();
        }
    }

    /// Records what a picture of a page shows.
    pub(crate) fn record_view(&mut self, page: &Snapshot) {
        let text = self.page_text(page, |node| node.in_view, &ShownText::Unlinked);
        self.record_text(&text);
    }

    fn page_text(&mut self, page: &Snapshot, is_meant: impl Fn(&Node) -> bool, shown: &ShownText) -> String {
        let mut text = format!("{}\n{}\n", page.title, page.url);
        let mut add = |part: &str| {
            text.push_str(part);
            text.push('\n');
        };
        for node in page.nodes.iter().filter(|node| is_meant(node)) {
            add(shown.part_of(&node.name));
            let value = node.value.as_deref().unwrap_or_default();
            if self.typed.contains(&squash(value)) {
                let named = format!("{}{value}", node.name);
                self.held.extend([squash(&named), squash(&format!("{}{named}", node.role))]);
            } else if value != node.name {
                add(shown.part_of(value));
            }
            node.href.iter().filter(|_| *shown == ShownText::Everything).for_each(|href| add(href));
        }
        page.dialog.iter().for_each(|dialog| add(&dialog.message));
        page.tabs.iter().for_each(|tab| add(&tab.title));
        text
    }

    /// Records the result of a call.
    pub(crate) fn record_outcome(&mut self, call: &ToolCall, outcome: &Outcome) {
        let spec = find_spec(&call.name);
        let group = spec.map(|spec| spec.group);
        if group == Some(ActionGroup::Touch) {
            let typed = ["value", "text"].iter().filter_map(|name| call.arguments.get(*name)?.as_str());
            self.typed.extend(typed.map(squash).filter(|typed| !typed.is_empty()));
        }
        // A script of the brain can return whatever the brain likes.
        let is_own_script = spec.is_some_and(|spec| spec.name == "eval");
        let is_read = matches!(group, Some(ActionGroup::Look | ActionGroup::Data)) && !is_own_script;
        let is_reply = spec.is_some_and(|spec| matches!(spec.name, "ask" | "hand_over"));
        if outcome.status == OutcomeStatus::Done && (is_read || is_reply) {
            self.record_text(&outcome.text);
            outcome.data.iter().for_each(|data| self.record_text(&data.to_string()));
        }
        if let Some(changes) = &outcome.visible_changes {
            let seen: Vec<&str> = changes.lines().filter(|line| !self.shows_typed(line)).collect();
            self.record_text(&seen.join("\n"));
        }
        self.record_changes(outcome);
    }

    /// Whether a line about a change ends with a text that the brain typed, as that of the field does.
    fn shows_typed(&self, line: &str) -> bool {
        let line = squash(line);
        self.typed.iter().any(|typed| line.ends_with(typed.as_str()))
    }

    /// Records what an outcome says of requests, dialogs, pages and files.
    pub(crate) fn record_changes(&mut self, outcome: &Outcome) {
        outcome.error_status.iter().for_each(|status| self.record_text(&status.to_string()));
        for change in &outcome.changes {
            match change {
                Change::DialogOpened { message: text, .. }
                | Change::Downloaded { file: text }
                | Change::Navigated { url: text }
                | Change::TabOpened { url: text, .. } => self.record_text(text),
                Change::Sent { request, status, .. } | Change::SentByGrant { request, status, .. } => {
                    let answered = status.map(|status| format!(" answered {status}")).unwrap_or_default();
                    self.record_text(&format!("{request}{answered}"));
                }
                Change::TabClosed { .. }
                | Change::TabSwitched { .. }
                | Change::Stopped { .. }
                | Change::MayHaveLeft { .. }
                | Change::Unapprovable { .. }
                | Change::Unsettled => {}
            }
        }
    }

    /// Records that the brain was shown a picture.
    pub(crate) fn record_picture(&mut self) {
        self.pictures += 1;
    }

    /// How many pictures the brain was shown.
    pub(crate) fn pictures(&self) -> u32 {
        self.pictures
    }

    /// Whether the brain was shown the picture of this number.
    pub(super) fn has_picture(&self, number: f64) -> bool {
        number >= 1.0 && number <= f64::from(self.pictures)
    }

    /// Whether a figure stands in what was seen.
    pub(super) fn has_figure(&self, figure: &Figure) -> bool {
        figure.readings.iter().any(|reading| self.has_reading(reading)) || self.has_code(figure)
    }

    fn has_reading(&self, reading: &Reading) -> bool {
        match reading {
            Reading::Date(date) => self.has_date(*date),
            Reading::Number(_) | Reading::Time(_) | Reading::Code(_) => self.readings.contains(reading),
        }
    }

    /// A date may name its year if the year was seen, although the date was seen without one.
    fn has_date(&self, date: DateParts) -> bool {
        let year = date.year.map(|year| Reading::Number(year.to_string()));
        let has_year = year.is_some_and(|year| self.readings.contains(&year));
        let held = |seen: &DateParts| date.is_within(*seen) || (has_year && seen.year.is_none() && date.agrees(*seen));
        self.dates.iter().any(held)
    }

    fn has_code(&self, figure: &Figure) -> bool {
        let code = figure.squashed();
        code.len() >= LONG_CODE && self.squashed.iter().any(|text| text.contains(&code))
    }

    /// Whether words stand in one of the texts, without regard to case, spaces and punctuation.
    pub(super) fn has_words(&self, words: &str) -> bool {
        let words = squash(words);
        if words.chars().count() < 3 && words.contains(|c: char| c.is_ascii_digit()) {
            return figures(&words).iter().any(|figure| self.has_figure(figure));
        }
        let stands = self.squashed.iter().rev().any(|text| text.contains(&words)) || self.held.contains(&words);
        !words.is_empty() && stands
    }

    /// How often words stand in each of the texts that have them.
    pub(super) fn occurrences(&self, words: &str) -> BTreeSet<usize> {
        let words = squash(words);
        let counts = self.squashed.iter().chain(&self.counted).map(|text| text.matches(&words).count());
        counts.filter(|count| *count > 0 && !words.is_empty()).collect()
    }
}
