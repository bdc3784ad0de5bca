//! What a language has to say about the wish for a browser: all of it data, one file per language.

use std::sync::LazyLock;

use serde::Deserialize;
use webhand_model::fold_text;

/// What is to be done, roughly.
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
pub(super) struct Language {
    /// What may stand before a wish and changes nothing.
    polite: Vec<Phrase>,
    /// What may stand between two wishes.
    connectors: Vec<Phrase>,
    pub invoked: Vec<Phrase>,
    pub declined: Vec<Phrase>,
    /// What says that a page at hand is meant.
    pub at_hand: Vec<Phrase>,
    /// How questions of knowledge begin.
    knowledge: Vec<Phrase>,
    deeds: Vec<Deed>,
}

/// A wish: a verb, and something that must be said with it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deed {
    category: Category,
    verbs: Vec<Phrase>,
    /// Any of these must follow somewhere behind the verb; none are needed if there are none.
    #[serde(default)]
    with: Vec<Phrase>,
    /// Any of these must follow the verb at once.
    #[serde(default)]
    then: Vec<Phrase>,
}

/// Several words, folded.
#[derive(Debug, Deserialize)]
#[serde(from = "String")]
pub(super) struct Phrase(Vec<String>);

impl From<String> for Phrase {
    fn from(written: String) -> Self {
        Self(written.split_whitespace().map(fold_text).collect())
    }
}

impl Phrase {
    pub(super) fn is_in(&self, said: &[String]) -> bool {
        said.windows(self.0.len().max(1)).any(|window| window == self.0)
    }

    fn begins(&self, said: &[String]) -> bool {
        said.starts_with(&self.0)
    }
}

/// All languages.
pub(super) fn languages() -> &'static [Language] {
    &LANGUAGES
}

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| SOURCES.iter().filter_map(|source| toml::from_str(source).ok()).collect());
pub(super) const SOURCES: [&str; 2] = [include_str!("en.toml"), include_str!("es.toml")];

impl Language {
    pub(super) fn asks_for_knowledge(&self, said: &[String]) -> bool {
        let said = self.without_politeness(said);
        self.knowledge.iter().any(|phrase| phrase.begins(said))
    }

    /// The first wish of a message.
    pub(super) fn deed(&self, said: &[String]) -> Option<Category> {
        self.first(said, Deed::fits).map(|deed| deed.category)
    }

    /// Whether the verb of a wish stands where one would.
    pub(super) fn has_verb(&self, said: &[String]) -> bool {
        self.first(said, |deed, rest| deed.verbs.iter().any(|verb| verb.begins(rest))).is_some()
    }

    /// The first wish that `fits`, at the beginning of a message or behind a connector.
    fn first(&self, said: &[String], fits: impl Fn(&Deed, &[String]) -> bool) -> Option<&Deed> {
        let mut rest = self.without_politeness(said);
        loop {
            if let Some(deed) = self.deeds.iter().find(|deed| fits(deed, rest)) {
                return Some(deed);
            }
            let next = (1..rest.len()).find_map(|at| {
                let longest = self
                    .connectors
                    .iter()
                    .filter(|phrase| phrase.begins(&rest[at..]))
                    .map(|phrase| phrase.0.len())
                    .max();
                longest.map(|length| at + length)
            })?;
            rest = self.without_politeness(rest.get(next..)?);
        }
    }

    fn without_politeness<'w>(&self, mut said: &'w [String]) -> &'w [String] {
        while let Some(phrase) =
            self.polite.iter().filter(|phrase| phrase.begins(said)).max_by_key(|phrase| phrase.0.len())
        {
            said = &said[phrase.0.len()..];
        }
        said
    }
}

impl Deed {
    fn fits(&self, said: &[String]) -> bool {
        self.verbs.iter().filter(|verb| verb.begins(said)).any(|verb| {
            let rest = &said[verb.0.len()..];
            let with = self.with.is_empty() || self.with.iter().any(|phrase| phrase.is_in(rest));
            let then = self.then.is_empty() || self.then.iter().any(|phrase| phrase.begins(rest));
            with && then
        })
    }
}
