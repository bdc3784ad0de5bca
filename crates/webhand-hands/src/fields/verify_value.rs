//! Verifies that a field holds the value it was filled with, allowing for the page's own formatting.

use webhand_model::{Accents, FailCode, Spacing, fold_with, quote, truncate};
use webhand_wire::{ElementState, Proxy};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::fields::Fields;
use crate::fields::date_parts::DateTimeValue;
use crate::fields::fill::PICKER_INPUT_TYPES;
use crate::fields::number::normalize_field_number;

impl Fields {
    /// Reads the value back, from the field and the `next_fields` that received parts of it.
    pub(crate) async fn verify_value(
        &self,
        element: &Element,
        next_fields: &[u32],
        wanted: &str,
    ) -> Result<FillReport, ActionError> {
        let called = &element.called;
        let Ok(state) = self.elements.state(element).await else {
            return Ok(FillReport { extent: FillExtent::Replaced, notes: String::new() });
        };
        if !next_fields.is_empty() {
            return self.verify_split_value(element, &state, next_fields, wanted).await;
        }
        let validity_note = validity_note(&state);
        let is_picker = PICKER_INPUT_TYPES.contains(&state.input_type.as_str());
        let Some(held) = state.value.or_else(|| (state.tag != "input").then_some(state.text)) else {
            return Ok(FillReport::with_notes(validity_note));
        };
        let stands = state.range.is_some_and(|[now, ..]| wanted.parse() == Ok(now));
        if state.secret || is_same_text(&held, wanted) || stands {
            return Ok(FillReport::with_notes(validity_note));
        }
        let shown = quote(&truncate(&held, 100));
        // The page script has already refused a value that does not fit a picker.
        if is_picker || is_reformatted(&held, wanted) || wanted.is_empty() && is_empty_mask(&held) {
            return Ok(FillReport::with_notes(format!("; the page wrote it as {shown}{validity_note}")));
        }
        if state.proxy == Some(Proxy::Editor) && is_partial_view(&held, wanted) {
            return Ok(FillReport::with_notes(format!("; it shows {shown}, the rest cannot be read back")));
        }
        let text = format!("{} ({called}) did not take the value; it holds {shown} now{validity_note}", element.target);
        Err(ActionError::failed(FailCode::NotTaken, text))
    }

    /// As [`Self::verify_value`], for a value split over several fields, as a code with one field per digit.
    async fn verify_split_value(
        &self,
        element: &Element,
        first: &ElementState,
        next_fields: &[u32],
        wanted: &str,
    ) -> Result<FillReport, ActionError> {
        let mut all = first.value.clone().unwrap_or_default();
        let mut is_secret = first.secret;
        for node in next_fields {
            let part = Element { node: *node, ..element.clone() };
            let Ok(state) = self.elements.state(&part).await else { continue };
            all.push_str(&state.value.unwrap_or_default());
            is_secret |= state.secret;
        }
        let fits = if is_secret { all.chars().count() == wanted.chars().count() } else { is_same_text(&all, wanted) };
        if fits {
            return Ok(FillReport { extent: FillExtent::WithNextFields(next_fields.len()), notes: String::new() });
        }
        let text = format!(
            "{} ({}) and the {} fields after it did not take the value; together they hold {} now",
            element.target,
            element.called,
            next_fields.len(),
            quote(&truncate(&all, 100))
        );
        Err(ActionError::failed(FailCode::NotTaken, text))
    }
}

/// A verified fill, to be rendered in the outcome.
#[derive(Debug)]
pub(crate) struct FillReport {
    extent: FillExtent,
    /// Notes for the outcome; each begins with a semicolon.
    pub(crate) notes: String,
}

/// The fields that hold the value.
#[derive(Debug, Clone, Copy)]
enum FillExtent {
    Field,
    /// The field and this many after it.
    WithNextFields(usize),
    /// The page has replaced the field, so the value cannot be read back.
    Replaced,
}

impl FillReport {
    pub(crate) fn with_notes(notes: String) -> Self {
        Self { extent: FillExtent::Field, notes }
    }

    pub(crate) fn render_filled(&self, called: &str) -> String {
        let notes = &self.notes;
        match self.extent {
            FillExtent::Field => format!("filled {called}{notes}"),
            FillExtent::WithNextFields(count) => format!("filled {called} and the {count} fields after it{notes}"),
            FillExtent::Replaced => format!("filled {called}, which the page has replaced since{notes}"),
        }
    }

    pub(crate) fn render_cleared(&self, called: &str) -> String {
        format!("emptied {called}{}", self.notes)
    }
}

fn validity_note(state: &ElementState) -> String {
    match state.invalid.as_deref() {
        None => String::new(),
        Some("") => "; the page marks it invalid".to_owned(),
        Some(said) => format!("; the page marks it invalid: {}", quote(&truncate(&webhand_model::clean(said), 100))),
    }
}

/// Compares texts without regard to line breaks and outer spaces, which fields change.
fn is_same_text(held: &str, wanted: &str) -> bool {
    normalize_whitespace(held) == normalize_whitespace(wanted)
}

fn normalize_whitespace(text: &str) -> String {
    text.replace(['\r', '\u{200b}', '\u{feff}'], "").replace(['\n', '\u{a0}'], " ").trim().to_owned()
}

/// Whether the page has only formatted a value: `1234` and `1,234`, `12.5` and `$12.50`.
fn is_reformatted(held: &str, wanted: &str) -> bool {
    let bare = held.trim_matches(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '\u{2212}'));
    let is_amount = held.chars().all(|c| !c.is_alphabetic()) || bare.len() + MAX_UNIT_BYTES >= held.len();
    if let (true, Ok(held), Ok(wanted)) = (is_amount, normalize_field_number(bare), normalize_field_number(wanted)) {
        return held.parse::<f64>() == wanted.parse::<f64>();
    }
    if let Some(day) = DateTimeValue::parse(wanted).filter(DateTimeValue::is_day) {
        return day.is_shown_in(held);
    }
    let core = |text: &str| fold_with(text, Accents::Keep, Spacing::LettersAlone);
    let (shown, meant) = (core(held), core(wanted));
    !meant.is_empty() && (shown == meant || has_added_country_code(held, wanted) && shown.ends_with(&meant))
}

/// Whether the page has put a country code in front of a telephone number.
fn has_added_country_code(held: &str, wanted: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let code = digits(held).saturating_sub(digits(wanted));
    let is_bare = !wanted.contains('+') && !wanted.chars().any(char::is_alphabetic);
    held.trim_start().starts_with('+')
        && is_bare
        && digits(wanted) >= MIN_PHONE_DIGITS
        && (1..=MAX_COUNTRY_CODE_DIGITS).contains(&code)
}

/// Whether a field shows only an empty input mask: `__/__/____`, or `+1 (___) ___ ____`.
fn is_empty_mask(held: &str) -> bool {
    let places = held.matches('_').count();
    places > 1 && held.find('_').is_some_and(|first| !held[first..].contains(char::is_alphanumeric))
}

/// Whether an editor may show only a part of the value: it renders only the lines in view, or draws them on a canvas.
fn is_partial_view(held: &str, wanted: &str) -> bool {
    let lines = |text: &str| {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect::<Vec<_>>()
    };
    let (held, wanted) = (lines(held), lines(wanted));
    held.is_empty() && !wanted.is_empty() || held.len() > 1 && held.iter().all(|line| wanted.contains(line))
}

/// A shorter number is not taken for a telephone number.
const MIN_PHONE_DIGITS: usize = 6;
const MAX_COUNTRY_CODE_DIGITS: usize = 3;
/// The most bytes of a currency or unit beside a number, with its space.
const MAX_UNIT_BYTES: usize = 5;

#[cfg(test)]
mod tests;
