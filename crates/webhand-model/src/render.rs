//! A snapshot as text: one node a line, fixed grammar, within a token budget, what is left out stated.
//!
//! Invariant: page text stands only between quotes, so no page can imitate a line, a ref, a state or a count.

use crate::{Node, Ref, Snapshot, count_tokens};

mod choice;
mod compare;
mod delta;
mod head;
mod layout;
mod line;
mod new_page;
mod news;
mod omission;
mod outline;
mod packed_line;
mod passing;
mod repeated_rows;

use choice::{ChosenLines, choose_lines};
use layout::{Layout, LayoutUnit};
pub(crate) use line::shown_role;
use line::{LineDetails, TextLimits, line};
use news::NodeNovelties;
use outline::{OutlineEntry, outline};
use packed_line::Packing;
pub use passing::changes_missing_from;
use repeated_rows::{RepeatedRow, find_repeated_rows};

/// Which part of a snapshot is rendered, and how much of it.
#[derive(Debug, Clone, Copy)]
pub struct RenderOptions {
    /// The most tokens of the text; [`RenderOptions::NO_LIMIT`] for the whole page.
    pub budget: usize,
    /// Only this element and its descendants.
    pub scope: Option<Ref>,
    /// Add `[box=x,y,w,h]` to lines with a ref.
    pub boxes: bool,
}

impl RenderOptions {
    /// The budget that leaves nothing out.
    pub const NO_LIMIT: usize = usize::MAX;
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self { budget: DEFAULT_BUDGET, scope: None, boxes: false }
    }
}

/// The text, and how many nodes it does not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderedSnapshot {
    pub text: String,
    pub omitted: usize,
}

impl Snapshot {
    /// Renders within the budget: the focus and what is in view first, boilerplate last.
    ///
    /// In a page that does not fit, long rows of similar items are summed up; with a scope or a budget above the default,
    /// the part out of view is packed instead. A budget below the smallest possible (50) counts as the smallest.
    #[must_use]
    pub fn render(&self, rendering: RenderOptions) -> RenderedSnapshot {
        self.render_at(rendering, Density::Usual, &NodeNovelties::none(&self.nodes))
    }

    /// Renders for a brain that is shown a page again and again: a small page as it is, of a larger one the part in view in
    /// as few tokens as possible.
    #[must_use]
    pub fn render_compact(&self, budget: usize) -> RenderedSnapshot {
        self.render_brief(budget, &NodeNovelties::none(&self.nodes))
    }

    /// As [`Self::render_compact`]. What the look `before` did not show gets the budget first and is marked `[new]`; of
    /// another page, what the page before had too comes later than the rest.
    #[must_use]
    pub fn render_compact_since(&self, before: &Self, budget: usize) -> RenderedSnapshot {
        self.render_brief(budget, &NodeNovelties::since(before, self))
    }

    fn render_brief(&self, budget: usize, news: &NodeNovelties) -> RenderedSnapshot {
        self.render_at(RenderOptions { budget, ..RenderOptions::default() }, Density::Dense, news)
    }

    fn render_at(&self, rendering: RenderOptions, density: Density, news: &NodeNovelties) -> RenderedSnapshot {
        let budget = rendering.budget.max(LEAST_BUDGET);
        let reserve = density.reserve(budget);
        let head = fitting(self.head(None, budget.min(DEFAULT_BUDGET) - reserve), budget - reserve);
        let room = budget - count_tokens(&head);
        let (first, nodes) = self.in_scope(rendering.scope);
        let entries = outline(nodes, news.from(first));
        let job = RenderJob { entries: &entries, rows: find_repeated_rows(&entries), rendering, budget, density };
        let spare = if self.truncated { reserve } else { 0 };
        let small = if density == Density::Dense { SMALL_PAGE } else { DEFAULT_BUDGET };
        if let Some(mut rendered) = job.whole(room.min(small) - spare, &head) {
            if self.truncated {
                rendered.text.push_str(omission::STILL_MORE);
            }
            return rendered;
        }
        let asks_for_more = rendering.scope.is_some() || budget > DEFAULT_BUDGET;
        let row = density.row_reserve();
        let room = room - reserve;
        let lines = |layout: &Layout| {
            let summaries = layout.summaries.len().min(room / TOKENS_PER_SUMMARY);
            (job.chosen(layout, room - summaries * row), summaries)
        };
        if density == Density::Dense {
            let layout = Layout::of(&entries, &job.rows, |row| row.is_always_summed(&entries), Packing::Everything);
            let (chosen, summaries) = lines(&layout);
            if chosen.iter().all(Option::is_some) {
                return self.render_chosen(head, &job, &layout, &chosen, summaries);
            }
        }
        let layout = match density {
            Density::Dense => Layout::of(&entries, &job.rows, |_| true, Packing::Everything),
            Density::Usual if asks_for_more => Layout::of(&entries, &job.rows, |_| false, Packing::OutOfView),
            Density::Usual => Layout::of(&entries, &job.rows, |_| true, Packing::Nothing),
        };
        let (chosen, summaries) = lines(&layout);
        if density == Density::Usual || job.is_complete(&layout, &chosen) {
            return self.render_chosen(head, &job, &layout, &chosen, summaries);
        }
        let shorter = Layout::of(&entries, &job.rows, |_| true, Packing::Shortened);
        let (chosen, summaries) = lines(&shorter);
        self.render_chosen(head, &job, &shorter, &chosen, summaries)
    }

    /// The index of the first node of the scope, and its nodes.
    fn in_scope(&self, scope: Option<Ref>) -> (usize, &[Node]) {
        let Some(from) = scope.and_then(|scope| self.nodes.iter().position(|node| node.target == Some(scope))) else {
            return (0, &self.nodes);
        };
        let depth = self.nodes[from].depth;
        let inside = self.nodes[from + 1..].iter().take_while(|node| node.depth > depth).count();
        (from, &self.nodes[from..=from + inside])
    }
}

/// How much is packed into one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Density {
    Usual,
    /// For a brain whose prompt explains packed lines and how to get the omitted parts.
    Dense,
}

impl Density {
    /// Room kept for the line that says what was left out.
    fn reserve(self, budget: usize) -> usize {
        match self {
            _ if budget < SMALL_BUDGET => SHORT_RESERVE,
            Self::Usual => OMISSION_RESERVE,
            Self::Dense => DENSE_RESERVE,
        }
    }

    /// Room kept for a line that sums up a row.
    fn row_reserve(self) -> usize {
        match self {
            Self::Usual => SUMMARY_RESERVE,
            Self::Dense => DENSE_SUMMARY_RESERVE,
        }
    }
}

/// The lines of the head that fit; all of them except with a small budget.
fn fitting(head: String, room: usize) -> String {
    if count_tokens(&head) <= room {
        return head;
    }
    let mut left = room;
    let fits = |line: &&str| {
        let cost = count_tokens(line);
        let fits = cost <= left;
        left -= if fits { cost } else { 0 };
        fits
    };
    head.split_inclusive('\n').filter(fits).collect()
}

/// The entries of one rendering.
struct RenderJob<'a> {
    entries: &'a [OutlineEntry<'a>],
    rows: Vec<RepeatedRow<'a>>,
    rendering: RenderOptions,
    budget: usize,
    density: Density,
}

impl RenderJob<'_> {
    /// Renders the whole page, one node a line, if that fits; long lists in navigation and footers are summed up anyway.
    fn whole(&self, room: usize, head: &str) -> Option<RenderedSnapshot> {
        if self.entries.len() > room / LEAST_LINE {
            return None;
        }
        let is_part = self.rendering.scope.is_some() || self.budget == RenderOptions::NO_LIMIT;
        let layout = Layout::of(
            self.entries,
            &self.rows,
            |row| !is_part && row.is_always_summed(self.entries),
            Packing::Nothing,
        );
        let summaries = layout.summaries.len();
        let shown = |limits: TextLimits| {
            let chosen: ChosenLines = layout.units.iter().map(|unit| Some(self.show(unit, limits))).collect();
            let left = room.saturating_sub(summaries * self.density.row_reserve());
            // A small page fits even if each byte were a token, and need not be counted.
            let bytes: usize = chosen.iter().flatten().map(String::len).sum();
            let fits = bytes <= left || chosen.iter().flatten().map(|line| count_tokens(line)).sum::<usize>() <= left;
            fits.then_some(chosen)
        };
        let usual = TextLimits::within(self.budget);
        // Long field values are shown whole only if nothing else has to make room for them.
        let has_more =
            |entry: &OutlineEntry<'_>| entry.node.value.as_ref().is_some_and(|value| value.len() > usual.value);
        let whole = self.entries.iter().any(has_more).then(|| shown(usual.with_whole_values())).flatten();
        let chosen = whole.or_else(|| shown(usual))?;
        let mut text = head.to_owned();
        let omitted = omission::write(&mut text, self, &layout, &chosen, summaries);
        Some(RenderedSnapshot { text, omitted: omitted.summed })
    }

    /// Chooses the lines that fit. Names are shortened if that lets every control in view be shown.
    fn chosen(&self, layout: &Layout, room: usize) -> ChosenLines {
        let usual = TextLimits::within(self.budget);
        if self.budget == RenderOptions::NO_LIMIT {
            return layout.units.iter().map(|unit| Some(self.show(unit, usual.with_whole_values()))).collect();
        }
        let attempt = |name: usize| {
            let limits = TextLimits {
                name: usual.name.min(name),
                text: usual.text.min(name * 4),
                value: usual.value.min(name * 4),
                ..usual
            };
            choose_lines(self.entries, &layout.units, room, |unit| self.show(unit, limits))
        };
        let chosen = attempt(line::MOST_NAME);
        if self.is_complete(layout, &chosen) {
            return chosen;
        }
        SHORTER_NAMES.into_iter().map(attempt).find(|chosen| self.is_complete(layout, chosen)).unwrap_or(chosen)
    }

    /// Whether every control in view is shown.
    fn is_complete(&self, layout: &Layout, chosen: &ChosenLines) -> bool {
        let is_lost = |(unit, line): (&LayoutUnit, &Option<String>)| {
            let entry = &self.entries[unit.first];
            line.is_none() && entry.node.in_view && entry.is_control()
        };
        !layout.units.iter().zip(chosen).any(is_lost)
    }

    fn show(&self, unit: &LayoutUnit, limits: TextLimits) -> String {
        let entry = &self.entries[unit.first];
        let line = match &unit.pack {
            None if entry.node.is_count() => omission::counted(self, unit.first),
            Some(pack) => pack.line(),
            None => {
                let (painted, boxes, is_new) = (entry.painted, self.rendering.boxes, entry.is_new());
                line(entry.node, LineDetails { painted, boxes, is_new }, limits)
            }
        };
        format!("{:1$}{line}\n", "", entry.depth.min(MOST_INDENT) * 2)
    }
}

/// The budget of a look without an explicit one.
const DEFAULT_BUDGET: usize = 4_000;
/// A page of at most this many tokens is rendered one node a line even in a compact look.
const SMALL_PAGE: usize = 450;
/// The smallest budget: a page's first line and a number fit into it.
const LEAST_BUDGET: usize = 50;
/// From this budget on a dialog, tabs and the omission line fit too.
const SMALL_BUDGET: usize = 150;
const SHORT_RESERVE: usize = 18;
/// Room kept for the line that says what was left out.
const OMISSION_RESERVE: usize = 70;
const DENSE_RESERVE: usize = 42;
/// Room kept for a line that sums up a row, and the least budget for each such line.
const SUMMARY_RESERVE: usize = 32;
const DENSE_SUMMARY_RESERVE: usize = 22;
const TOKENS_PER_SUMMARY: usize = 200;
/// No line is shorter than this many tokens.
const LEAST_LINE: usize = 3;
/// Deep pages are indented no further than this many levels.
const MOST_INDENT: usize = 20;
/// How long names may be when not every control in view fits.
const SHORTER_NAMES: [usize; 3] = [60, 24, 10];
