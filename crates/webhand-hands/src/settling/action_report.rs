//! The first sentence of an outcome, to which `changes.rs` adds the notes about changes.

use webhand_model::TabId;

use super::changes::shown;

/// The text of an action, and the change that the text already names.
#[derive(Debug, Clone)]
pub(crate) struct ActionReport {
    pub(crate) text: String,
    /// The change that is not reported a second time.
    pub(crate) named: Option<NamedChange>,
    pub(crate) notes: NotePlace,
}

/// A change that the text of an action names by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NamedChange {
    /// The page now shows this address, as [`shown`] writes it.
    Navigated(String),
    TabClosed(TabId),
}

/// Where the notes about changes are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotePlace {
    Behind,
    /// Programs parse the first line, so the notes begin on another.
    NextLine,
}

impl ActionReport {
    /// A text that ends with the address of a navigation.
    pub(crate) fn navigation(text: String, url: &str) -> Self {
        Self { named: Some(NamedChange::Navigated(shown(url))), ..Self::from(text) }
    }

    pub(crate) fn closed_tab(tab: TabId) -> Self {
        Self { named: Some(NamedChange::TabClosed(tab)), ..Self::from(format!("closed tab {tab}")) }
    }

    /// A text whose notes begin on another line.
    pub(crate) fn on_own_line(text: String) -> Self {
        Self { notes: NotePlace::NextLine, ..Self::from(text) }
    }

    /// The same with more text behind it; an address in the middle does not count as named.
    pub(crate) fn followed_by(self, text: &str) -> Self {
        if text.is_empty() {
            return self;
        }
        Self { text: format!("{}{text}", self.text), named: None, ..self }
    }

    /// The text with notes about the changes.
    pub(crate) fn with_notes(self, notes: &[String]) -> String {
        let Self { mut text, notes: place, .. } = self;
        for (at, note) in notes.iter().enumerate() {
            let begins_line = at == 0 && place == NotePlace::NextLine;
            text.push_str(if begins_line { "\n" } else { "; " });
            text.push_str(note);
        }
        text
    }
}

impl From<String> for ActionReport {
    fn from(text: String) -> Self {
        Self { text, named: None, notes: NotePlace::Behind }
    }
}

impl From<&str> for ActionReport {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

#[cfg(test)]
mod tests;
