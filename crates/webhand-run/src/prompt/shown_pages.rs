//! The page as a brain is shown it: as much of it as fits, and while it stays the same page only the changes.
//!
//! A whole look keeps its place in the prompt, so that a provider's cache still covers it and everything before it, also
//! when the page was left. The looks at pages that were left have a bound together; beyond it they are dropped all at
//! once, because dropping one makes the provider read everything behind it anew.

use webhand_model::{EarlierObservation, Snapshot, count_tokens};

/// The newest whole look, the changes since, and the whole looks at pages that were left.
#[derive(Debug, Default)]
pub(crate) struct ShownPages {
    left: Vec<EarlierObservation>,
    whole: Option<WholeLook>,
    changes: Option<String>,
}

#[derive(Debug)]
struct WholeLook {
    page: Snapshot,
    shown: EarlierObservation,
}

/// The text of the newest look, the look that its changes refer to, and the looks before that.
#[derive(Debug, Default)]
pub(crate) struct PageText {
    pub(crate) text: String,
    pub(crate) since: Option<EarlierObservation>,
    pub(crate) left: Vec<EarlierObservation>,
}

impl ShownPages {
    /// Records a look of at most this many tokens after this many turns; `before` is the look before it, which the brain has
    /// seen.
    pub(crate) fn record_look(&mut self, before: Option<&Snapshot>, page: &Snapshot, turns: usize, most_tokens: usize) {
        let whole = self.whole.as_ref().filter(|whole| is_kept(&whole.shown));
        let most_changes = most_tokens / CHANGES_PART;
        self.changes =
            whole.and_then(|whole| page.render_changes(&whole.page, before.unwrap_or(&whole.page), most_changes));
        if self.changes.is_some() {
            return;
        }
        let rendered = match before {
            Some(before) => page.render_compact_since(before, most_tokens),
            None => page.render_compact(most_tokens),
        };
        let shown = EarlierObservation { turns, text: rendered.text };
        let before = self.whole.replace(WholeLook { page: page.clone(), shown });
        // A look after which the brain decided nothing was never in a prompt.
        self.left.extend(before.map(|whole| whole.shown).filter(|shown| is_kept(shown) && shown.turns < turns));
        if self.left.iter().map(|shown| count_tokens(&shown.text)).sum::<usize>() > most_tokens * LEFT_LOOKS {
            self.left.clear();
        }
    }

    pub(crate) fn text(&self) -> PageText {
        let left = self.left.clone();
        match (&self.whole, &self.changes) {
            (Some(whole), Some(changes)) => PageText { text: changes.clone(), since: Some(whole.shown.clone()), left },
            (Some(whole), None) => PageText { text: whole.shown.text.clone(), since: None, left },
            (None, _) => PageText::default(),
        }
    }
}

impl PageText {
    /// Everything that the brain is shown of the page as it is now.
    pub(crate) fn whole_text(&self) -> String {
        let since = self.since.as_ref().map(|shown| shown.text.as_str()).unwrap_or_default();
        format!("{since}\n{}", self.text)
    }

    /// The text of a look without any look before it.
    pub(crate) fn alone(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// Whether a look keeps its place. A short one is shown anew each time, because it is a small part of any prompt.
fn is_kept(shown: &EarlierObservation) -> bool {
    count_tokens(&shown.text) > SHORT
}

/// Changes that exceed this part of a whole look's limit are shown as a whole look.
const CHANGES_PART: usize = 3;
/// All looks at pages that were left may be as long as this many whole looks together.
const LEFT_LOOKS: usize = 2;
const SHORT: usize = 60;
