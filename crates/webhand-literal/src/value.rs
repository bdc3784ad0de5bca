//! What is to be entered: a text as it was said, or something the page holds and that must be looked up first.

use super::ground::{Want, ground_all};
use super::mind::Mind;
use super::page::{is_field, is_text};
use super::phrase::Phrase;
use super::score::quality;
use super::sums::{shown, solve};
use super::words::{fold, words};

/// Something to be entered or noted.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    /// What was noted before.
    It,
    /// One word of a text, counted from one, or from the end when negative.
    Word {
        ordinal: i32,
        of: Phrase,
    },
    /// What stands beside a label.
    Labelled(String),
    /// What an element says; without one, the first text of the page.
    Said(Option<Phrase>),
    /// How many there are.
    Count(Phrase),
    /// What a sum on the page comes to.
    Solution,
}

impl Mind<'_> {
    /// The text a value stands for, if the page has it.
    pub(super) fn text_for(&self, value: &Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(text.clone()),
            Value::It => self.memory.noted.clone(),
            Value::Word { ordinal, of } => word(&self.said_by(Some(of))?, *ordinal),
            Value::Labelled(label) => self.labelled(label),
            Value::Said(of) => self.said_by(of.as_ref()),
            Value::Count(what) => {
                let count = ground_all(&self.page, what, Want::Touch, &self.memory.within).len();
                (count > 0).then(|| count.to_string())
            }
            Value::Solution => self.solution(),
        }
    }

    /// The whole text of an element that is named, or of one of a kind in its place in the row.
    fn said_by(&self, phrase: Option<&Phrase>) -> Option<String> {
        let nodes = self.page.nodes();
        let said = |at: usize| {
            nodes[at].value.clone().filter(|text| !text.is_empty()).unwrap_or_else(|| nodes[at].name.clone())
        };
        let texts = || (0..nodes.len()).filter(|at| is_text(&nodes[*at].role) && !self.page.is_echo(*at));
        let Some(phrase) = phrase else { return texts().map(said).find(|text| !text.is_empty()) };
        let field =
            |at: &usize| is_field(&nodes[*at].role) && nodes[*at].value.as_ref().is_some_and(|text| !text.is_empty());
        let fields: Vec<usize> = (0..nodes.len()).filter(field).collect();
        let of_kind = phrase
            .readings
            .iter()
            .any(|reading| reading.roles.iter().any(|role| is_field(role) || role == "multiline"));
        let rows: Vec<usize> = if of_kind && !fields.is_empty() { fields } else { texts().collect() };
        let place = phrase.ordinal.as_ref().map_or(1, |(_, ordinal)| *ordinal);
        let index = usize::try_from(place - 1).unwrap_or(rows.len().saturating_sub(1));
        rows.get(index).map(|at| said(*at))
    }

    /// What stands behind a label in a row, or in the node after it.
    fn labelled(&self, label: &str) -> Option<String> {
        let wanted: Vec<String> = words(label).into_iter().filter(|word| self.language.is_content(word)).collect();
        let nodes = self.page.nodes();
        let fits = |text: &str| {
            let own: Vec<String> = words(text).into_iter().filter(|word| self.language.is_content(word)).collect();
            !wanted.is_empty() && own.len() == wanted.len() && wanted.iter().all(|word| quality(word, &own) >= 80)
        };
        for at in (0..nodes.len()).filter(|at| !self.page.is_echo(*at)) {
            let text = self.page.own_text(at);
            let beside = BETWEEN
                .iter()
                .find_map(|sign| text.split_once(sign))
                .filter(|(name, rest)| fits(name) && !rest.is_empty());
            if let Some((_, value)) = beside {
                return Some(value.trim().to_owned());
            }
            let next = nodes
                .get(at + 1)
                .filter(|next| is_text(&next.role) || next.role == "cell" || next.role == "definition");
            if let Some(next) = next.filter(|_| fits(&text) && !is_field(&nodes[at].role)) {
                return Some(next.name.clone());
            }
        }
        None
    }

    fn solution(&self) -> Option<String> {
        let nodes = self.page.nodes();
        let texts = (0..nodes.len()).filter(|at| is_text(&nodes[*at].role) && !self.page.is_echo(*at));
        texts.filter_map(|at| solve(&nodes[at].name)).map(shown).next()
    }
}

/// One word of a text, without the marks around it.
fn word(text: &str, ordinal: i32) -> Option<String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let word = match usize::try_from(ordinal) {
        Ok(place) => all.get(place.checked_sub(1)?)?,
        Err(_) => all.last()?,
    };
    Some(word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()).filter(|word| !fold(word).is_empty())
}

/// What stands between a label and its value in one line.
const BETWEEN: [&str; 4] = [" — ", ": ", " · ", " | "];
