//! Whether a field took what it was given.

use webhand_model::{Accents, FailCode, Spacing, fold_with, quote, truncate};
use webhand_wire::{ElementState, Proxy};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::fields::Fields;
use crate::fields::date_parts::Moment;
use crate::fields::number::number;

impl Fields {
    /// Reads a value back, from the field and those that took parts of it.
    pub(crate) async fn check(&self, element: &Element, along: &[u32], wanted: &str) -> Result<Filled, ActionError> {
        let called = &element.called;
        let Ok(state) = self.elements.state(element).await else {
            return Ok(Filled { extent: FillExtent::Replaced, notes: String::new() });
        };
        if !along.is_empty() {
            return self.check_parts(element, &state, along, wanted).await;
        }
        let complaint = complaint(&state);
        let picked = matches!(
            state.input_type.as_str(),
            "date" | "time" | "datetime-local" | "month" | "week" | "color" | "range"
        );
        let Some(held) = state.value.or_else(|| (state.tag != "input").then_some(state.text)) else {
            return Ok(Filled::noting(complaint));
        };
        let stands = state.range.is_some_and(|[now, ..]| wanted.parse() == Ok(now));
        if held == HIDDEN || same(&held, wanted) || stands {
            return Ok(Filled::noting(complaint));
        }
        let shown = quote(&truncate(&held, 100));
        // The page script has refused what does not fit such a field.
        if picked || is_rewritten(&held, wanted) || wanted.is_empty() && is_blank(&held) {
            return Ok(Filled::noting(format!("; the page wrote it as {shown}{complaint}")));
        }
        if state.proxy == Some(Proxy::Editor) && may_show_part(&held, wanted) {
            return Ok(Filled::noting(format!("; it shows {shown}, the rest cannot be read back")));
        }
        let text = format!("{} ({called}) did not take the value; it holds {shown} now{complaint}", element.target);
        Err(ActionError::failed(FailCode::NotTaken, text))
    }

    /// As [`Self::check`], for a value that went into a row of fields, as a code of one digit each does.
    async fn check_parts(
        &self,
        element: &Element,
        first: &ElementState,
        along: &[u32],
        wanted: &str,
    ) -> Result<Filled, ActionError> {
        let mut held = vec![first.value.clone().unwrap_or_default()];
        for node in along {
            let part = Element { node: *node, ..element.clone() };
            held.push(self.elements.state(&part).await.ok().and_then(|state| state.value).unwrap_or_default());
        }
        let count = held.len();
        let is_secret = held.iter().any(|part| part == HIDDEN);
        let all = held.concat();
        let fits = if is_secret { all.chars().count() == wanted.chars().count() } else { same(&all, wanted) };
        if fits {
            return Ok(Filled { extent: FillExtent::Along(count - 1), notes: String::new() });
        }
        let text = format!(
            "{} ({}) and the {} fields after it did not take the value; together they hold {} now",
            element.target,
            element.called,
            count - 1,
            quote(&truncate(&all, 100))
        );
        Err(ActionError::failed(FailCode::NotTaken, text))
    }
}

/// A field that took its value.
#[derive(Debug)]
pub(crate) struct Filled {
    extent: FillExtent,
    /// Each begins with a semicolon.
    pub(crate) notes: String,
}

/// What took the value.
#[derive(Debug, Clone, Copy)]
enum FillExtent {
    Field,
    /// The field and as many after it.
    Along(usize),
    /// A field that the page has replaced since.
    Replaced,
}

impl Filled {
    pub(crate) fn noting(notes: String) -> Self {
        Self { extent: FillExtent::Field, notes }
    }

    pub(crate) fn as_filled(&self, called: &str) -> String {
        let notes = &self.notes;
        match self.extent {
            FillExtent::Field => format!("filled {called}{notes}"),
            FillExtent::Along(count) => format!("filled {called} and the {count} fields after it{notes}"),
            FillExtent::Replaced => format!("filled {called}, which the page has replaced since{notes}"),
        }
    }

    pub(crate) fn as_emptied(&self, called: &str) -> String {
        format!("emptied {called}{}", self.notes)
    }
}

fn complaint(state: &ElementState) -> String {
    match state.invalid.as_deref() {
        None => String::new(),
        Some("") => "; the page marks it invalid".to_owned(),
        Some(said) => format!("; the page marks it invalid: {}", quote(&truncate(&webhand_model::clean(said), 100))),
    }
}

/// Line breaks and spaces at the ends are the field's business.
fn same(held: &str, wanted: &str) -> bool {
    plain(held) == plain(wanted)
}

fn plain(text: &str) -> String {
    text.replace(['\r', '\u{200b}', '\u{feff}'], "").replace(['\n', '\u{a0}'], " ").trim().to_owned()
}

/// Whether the page has only formatted a value: `1234` and `1,234`, `12.5` and `$12.50`.
fn is_rewritten(held: &str, wanted: &str) -> bool {
    let bare = held.trim_matches(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '\u{2212}'));
    let is_amount = held.chars().all(|c| !c.is_alphabetic()) || bare.len() + MOST_UNIT >= held.len();
    if let (true, Ok(held), Ok(wanted)) = (is_amount, number(bare), number(wanted)) {
        return held.parse::<f64>() == wanted.parse::<f64>();
    }
    if let Some(day) = Moment::read(wanted).filter(Moment::is_day) {
        return day.is_in(held);
    }
    let core = |text: &str| fold_with(text, Accents::Keep, Spacing::LettersAlone);
    let (shown, meant) = (core(held), core(wanted));
    !meant.is_empty() && (shown == meant || is_dialled(held, wanted) && shown.ends_with(&meant))
}

/// Whether a telephone number got the code of a country that was not written.
fn is_dialled(held: &str, wanted: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let code = digits(held).saturating_sub(digits(wanted));
    let is_bare = !wanted.contains('+') && !wanted.chars().any(char::is_alphabetic);
    held.trim_start().starts_with('+')
        && is_bare
        && digits(wanted) >= LEAST_NUMBER
        && (1..=LONGEST_CODE).contains(&code)
}

/// Whether a field shows only the places that are to be filled: `__/__/____`, or `+1 (___) ___ ____`.
fn is_blank(held: &str) -> bool {
    let places = held.matches('_').count();
    places > 1 && held.find('_').is_some_and(|first| !held[first..].contains(char::is_alphanumeric))
}

/// An editor paints only the lines in view, or draws them as a picture.
fn may_show_part(held: &str, wanted: &str) -> bool {
    let lines = |text: &str| {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    let (held, wanted) = (lines(held), lines(wanted));
    held.is_empty() && !wanted.is_empty() || held.len() > 1 && held.iter().all(|line| wanted.contains(line))
}

/// Digits of a telephone number, and of the code of a country.
const LEAST_NUMBER: usize = 6;
const LONGEST_CODE: usize = 3;
/// Bytes of a currency or a unit beside a number, with its space.
const MOST_UNIT: usize = 5;
/// How the page script shows a secret.
const HIDDEN: &str = "…";

#[cfg(test)]
mod tests;
