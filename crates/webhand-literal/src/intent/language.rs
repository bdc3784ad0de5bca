//! The words that ask for a browser, or for none: all of it data, one file per language.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::language::word_sequence::WordSequence;

/// The kind of action that a message asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Navigation,
    Click,
    Entry,
    Search,
    Choice,
    Scroll,
    Sending,
    Deletion,
    Download,
    Tabs,
    History,
    Shopping,
    Reading,
}

/// The words of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IntentLanguage {
    /// Polite words before a request, which change nothing.
    polite: Vec<WordSequence>,
    /// Words between two requests.
    connectors: Vec<WordSequence>,
    pub invoked: Vec<WordSequence>,
    pub declined: Vec<WordSequence>,
    /// Words for the page that is open.
    pub at_hand: Vec<WordSequence>,
    /// The beginnings of questions of knowledge.
    knowledge: Vec<WordSequence>,
    #[serde(rename = "deeds")]
    actions: Vec<ActionRule>,
}

/// A request for an action: a verb, and the words that must come with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionRule {
    category: Category,
    verbs: Vec<WordSequence>,
    /// One of these must follow somewhere behind the verb, unless the list is empty.
    #[serde(default)]
    with: Vec<WordSequence>,
    /// One of these must follow the verb directly, unless the list is empty.
    #[serde(default)]
    then: Vec<WordSequence>,
}

/// All languages.
pub(super) fn languages() -> &'static [IntentLanguage] {
    &LANGUAGES
}

static LANGUAGES: LazyLock<Vec<IntentLanguage>> =
    LazyLock::new(|| SOURCES.iter().filter_map(|source| toml::from_str(source).ok()).collect());
pub(super) const SOURCES: [&str; 2] = [include_str!("en.toml"), include_str!("es.toml")];

impl IntentLanguage {
    pub(super) fn asks_for_knowledge(&self, said: &[String]) -> bool {
        let said = self.without_politeness(said);
        self.knowledge.iter().any(|phrase| phrase.begins(said))
    }

    /// The kind of the first action that a message asks for.
    pub(super) fn action(&self, said: &[String]) -> Option<Category> {
        self.find_rule(said, ActionRule::fits).map(|rule| rule.category)
    }

    /// Whether the verb of an action stands where a request begins.
    pub(super) fn has_verb(&self, said: &[String]) -> bool {
        self.find_rule(said, |rule, rest| rule.verbs.iter().any(|verb| verb.begins(rest))).is_some()
    }

    /// The first rule that `fits`, at the beginning of a message or behind a connector.
    fn find_rule(&self, said: &[String], fits: impl Fn(&ActionRule, &[String]) -> bool) -> Option<&ActionRule> {
        let mut rest = self.without_politeness(said);
        loop {
            if let Some(rule) = self.actions.iter().find(|rule| fits(rule, rest)) {
                return Some(rule);
            }
            let next = (1..rest.len()).find_map(|at| {
                let longest =
                    self.connectors.iter().filter(|phrase| phrase.begins(&rest[at..])).map(WordSequence::len).max();
                longest.map(|length| at + length)
            })?;
            rest = self.without_politeness(rest.get(next..)?);
        }
    }

    fn without_politeness<'w>(&self, mut said: &'w [String]) -> &'w [String] {
        while let Some(phrase) =
            self.polite.iter().filter(|phrase| phrase.begins(said)).max_by_key(|phrase| phrase.len())
        {
            said = &said[phrase.len()..];
        }
        said
    }
}

impl ActionRule {
    fn fits(&self, said: &[String]) -> bool {
        self.verbs.iter().filter(|verb| verb.begins(said)).any(|verb| {
            let rest = &said[verb.len()..];
            let with = self.with.is_empty() || self.with.iter().any(|phrase| phrase.is_in(rest));
            let then = self.then.is_empty() || self.then.iter().any(|phrase| phrase.begins(rest));
            with && then
        })
    }
}
