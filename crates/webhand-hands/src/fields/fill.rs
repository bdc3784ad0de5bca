//! `fill`, `clear`, `focus` and `type`: puts values into fields by keys, and verifies them.

use crate::documents::pages::FrameDocument;
use std::time::Duration;
use webhand_model::{quote, truncate};

use webhand_model::{FailCode, Outcome, Ref, TabId};
use webhand_wire::{Caret, ElementState, PageCommand, Proxy};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::driver::SessionId;
use crate::fields::Fields;
use crate::fields::keyboard::{TypingResult, shortcut};
use crate::fields::keys::{Shortcut, key_for_character};
use crate::fields::number::normalize_field_number;
use crate::fields::verify_value::FillReport;
use crate::pointing::mouse::InputDelivery;

impl Fields {
    /// Replaces the value of a field.
    pub(crate) async fn fill(&self, target: Ref, value: &str) -> Result<Outcome, ActionError> {
        Ok(match self.fill_with(target, value).await? {
            FillResult::Chosen(outcome) => outcome,
            FillResult::Written { called, filled, mut outcome } => {
                outcome.text.insert_str(0, &filled.render_filled(&called));
                outcome
            }
        })
    }

    async fn fill_with(&self, target: Ref, value: &str) -> Result<FillResult, ActionError> {
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let state = self.elements.state(&element).await?;
        if is_list(&state) {
            return Ok(FillResult::Chosen(self.select(target, Some(&value.to_owned()), None).await?));
        }
        if state.role == "group"
            && !state.editable
            && let Some((filled, outcome)) = self.fill_date_parts(&element, &watch, value).await?
        {
            return Ok(FillResult::Written { called: element.called, filled, outcome });
        }
        let wanted = normalize_value(&element, &state, value)?;
        let mut next_fields = Vec::new();
        if PICKER_INPUT_TYPES.contains(&state.input_type.as_str()) {
            self.elements
                .ask_about(&element, &PageCommand::SetValue { node: element.node, value: wanted.clone() })
                .await?;
        } else if let Some(range) = state.range
            && !state.editable
        {
            self.move_slider(&element, &state, range, &wanted).await?;
        } else {
            next_fields = self.replace_value(&element, &state, &wanted).await?;
        }
        let mut outcome = self.settler.settled(&watch, String::new()).await;
        let mut filled = self.verify_value(&element, &next_fields, &wanted).await;
        if filled.is_err() && next_fields.is_empty() && self.should_retry(&element, &wanted).await {
            // The check below decides by the value that the field holds, so an error of the retry does not matter.
            self.retry_with_select_all(&element, &wanted).await.ok();
            outcome = self.settler.settled(&watch, String::new()).await;
            filled = self.verify_value(&element, &next_fields, &wanted).await;
        }
        let mut filled = filled?;
        if !state.formats.is_empty() && !value.is_empty() {
            let kept = self.elements.state(&element).await.map(|now| now.formats).unwrap_or_default();
            filled.notes.push_str(&lost_formats_note(&state.formats, &kept));
        }
        if state.role == "combobox" && self.offers_option(&element, &wanted).await {
            filled.notes.push_str("; its list offers that, and nothing is chosen yet: use select");
        }
        Ok(FillResult::Written { called: element.called, filled, outcome })
    }

    pub(crate) async fn clear(&self, target: Ref) -> Result<Outcome, ActionError> {
        let (filled, mut outcome) = match self.fill_with(target, "").await? {
            FillResult::Chosen(outcome) => return Ok(outcome),
            FillResult::Written { filled, outcome, .. } => (filled, outcome),
        };
        let called = self.elements.element(target).map_or_else(|_| target.to_string(), |element| element.called);
        outcome.text.insert_str(0, &filled.render_cleared(&called));
        Ok(outcome)
    }

    pub(crate) async fn focus(&self, target: Ref) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        self.elements.ask_about(&element, &PageCommand::Focus { node: element.node, caret: Caret::Keep }).await?;
        if !self.elements.state(&element).await?.focused {
            let text = format!("{target} ({}) does not take the focus; click it instead", element.called);
            return Err(ActionError::failed(FailCode::WrongKind, text));
        }
        Ok(self.settler.settled(&watch, format!("{} has the focus", element.called)).await)
    }

    /// Selects the present value and types over it. Returns the following fields into which the page moved the focus.
    pub(crate) async fn replace_value(
        &self,
        element: &Element,
        state: &ElementState,
        value: &str,
    ) -> Result<Vec<u32>, ActionError> {
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.ensure_focused(element).await?;
        let TypingResult { delivery, next_fields } =
            self.keyboard.type_only_into(element, self.type_over_selection(state, value)).await?;
        if delivery == InputDelivery::Complete
            && let Some(now) = self.state_unless_gone(element).await?
            && next_fields.is_empty()
            && ignored_keys(state, &now, value)
        {
            self.insert_value(element, value).await?;
        }
        Ok(next_fields)
    }

    /// Inserts the text as a whole, for a page that ignores keys.
    async fn insert_value(&self, element: &Element, value: &str) -> Result<(), ActionError> {
        let (tab, session) = self.access.current()?;
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.ensure_focused(element).await?;
        if self.keyboard.type_only_into(element, self.keyboard.insert_text(tab, &session, value)).await?.delivery
            == InputDelivery::Complete
        {
            self.state_unless_gone(element).await?;
        }
        Ok(())
    }

    /// Types the value over the selection.
    async fn type_over_selection(&self, state: &ElementState, value: &str) -> Result<InputDelivery, ActionError> {
        let (tab, session) = self.access.current()?;
        // Only the editor behind a proxy field can select its text, so it gets the shortcut.
        if state.proxy.is_some()
            && self.keyboard.press_chord(tab, &session, &shortcut(Shortcut::SelectAll)?).await?
                == InputDelivery::DialogOpened
        {
            return Ok(InputDelivery::DialogOpened);
        }
        if value.is_empty() {
            let holds = state.value.as_deref().is_some_and(|held| !held.is_empty()) || !state.text.is_empty();
            if !holds {
                return Ok(InputDelivery::Complete);
            }
            return self.keyboard.press_chord(tab, &session, &shortcut(Shortcut::Delete)?).await;
        }
        let by_keys = state.proxy.is_none()
            && matches!(state.tag.as_str(), "input" | "textarea")
            && value.chars().count() <= MOST_KEYS
            && value.chars().all(|character| key_for_character(character).is_some());
        if by_keys {
            self.type_value(tab, &session, value).await
        } else {
            self.keyboard.insert_text(tab, &session, value).await
        }
    }

    /// Types the value by keys, but inserts line breaks as text, because many pages submit at Enter.
    async fn type_value(&self, tab: TabId, session: &SessionId, value: &str) -> Result<InputDelivery, ActionError> {
        for piece in value.replace("\r\n", "\n").split_inclusive(LINE_BREAKS) {
            let keys = piece.trim_end_matches(LINE_BREAKS);
            if self.keyboard.type_keys(tab, session, keys, Duration::ZERO).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
            let rest = &piece[keys.len()..];
            if !rest.is_empty() && self.keyboard.insert_text(tab, session, rest).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    /// Whether a field with another value than the typed one is worth a second try. A field that holds the beginning of
    /// the value has a length limit and is not.
    async fn should_retry(&self, element: &Element, wanted: &str) -> bool {
        let Ok(state) = self.elements.state(element).await else { return false };
        let held = state.value.unwrap_or_default();
        let is_cut = state.tag == "input" && !held.is_empty() && wanted.starts_with(&held);
        let is_written =
            state.editable && state.proxy.is_none() && !PICKER_INPUT_TYPES.contains(&state.input_type.as_str());
        is_written && !is_cut && wanted.lines().count() <= MOST_LINES
    }

    /// Fills the field again after selecting its value by keys, because some pages move the caret on focus or handle only
    /// their own selection. An editor gets Shift+Enter between lines, because Enter may submit.
    async fn retry_with_select_all(&self, element: &Element, value: &str) -> Result<(), ActionError> {
        let (tab, session) = self.access.current()?;
        let is_field = matches!(self.elements.state(element).await?.tag.as_str(), "input" | "textarea");
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.ensure_focused(element).await?;
        let writing = async {
            for meant in [Shortcut::SelectAll, Shortcut::Delete] {
                if self.keyboard.press_chord(tab, &session, &shortcut(meant)?).await? == InputDelivery::DialogOpened {
                    return Ok(InputDelivery::DialogOpened);
                }
            }
            // The text is inserted as a whole, because some pages handle keys more slowly than they are sent.
            if is_field {
                return self.keyboard.insert_text(tab, &session, value).await;
            }
            for (at, line) in value.lines().enumerate() {
                if at > 0
                    && self.keyboard.press_chord(tab, &session, &shortcut(Shortcut::NewLine)?).await?
                        == InputDelivery::DialogOpened
                {
                    return Ok(InputDelivery::DialogOpened);
                }
                if !line.is_empty()
                    && self.keyboard.insert_text(tab, &session, line).await? == InputDelivery::DialogOpened
                {
                    return Ok(InputDelivery::DialogOpened);
                }
            }
            Ok(InputDelivery::Complete)
        };
        self.keyboard.type_only_into(element, writing).await.map(drop)
    }

    async fn ensure_focused(&self, element: &Element) -> Result<(), ActionError> {
        if self.elements.state(element).await?.focused {
            return Ok(());
        }
        let text = format!(
            "{} ({}) lost the focus before anything was typed; click it and try again",
            element.target, element.called
        );
        Err(ActionError::failed(FailCode::TargetMoved, text))
    }

    /// Returns the state of the field, or `None` if it is gone (as after a search that starts by itself) or a dialog is
    /// open: neither is an error, as the text was typed.
    async fn state_unless_gone(&self, element: &Element) -> Result<Option<ElementState>, ActionError> {
        match self.elements.state(element).await {
            Ok(state) => Ok(Some(state)),
            Err(error) if error.code() == Some(FailCode::StaleRef) => Ok(None),
            Err(error) if error.code() == Some(FailCode::DialogOpen) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn type_text(
        &self,
        target: Option<Ref>,
        text: &str,
        delay: Duration,
        submit: bool,
    ) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        let element = target.map(|target| self.elements.element(target)).transpose()?;
        let typing = async |painted: Option<&FrameDocument>| {
            if self.keyboard.type_lines(tab, &session, text, delay, painted).await? == InputDelivery::DialogOpened
                || !submit
            {
                return Ok(InputDelivery::Complete);
            }
            self.keyboard.press_chord(tab, &session, &shortcut(Shortcut::Enter)?).await
        };
        match &element {
            Some(element) => {
                watch.inner = Some(element.place.clone());
                let state = self.elements.state(element).await?;
                if PICKER_INPUT_TYPES.contains(&state.input_type.as_str()) && !submit {
                    return self.fill(element.target, text).await;
                }
                let is_editor = state.proxy == Some(Proxy::Editor);
                let is_field = matches!(state.tag.as_str(), "input" | "textarea");
                let painted = (!is_field).then_some(&element.place);
                self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::End }).await?;
                let typing = async {
                    // Only the editor behind a proxy field can move its caret, so it gets the shortcut.
                    if is_editor {
                        self.keyboard.press_chord(tab, &session, &shortcut(Shortcut::MoveToEnd)?).await?;
                    }
                    typing(painted).await
                };
                self.keyboard.type_only_into(element, typing).await?;
            }
            // A tab in the text moves the focus on purpose.
            None if text.contains('\t') => drop(typing(self.pages.page().ok().as_ref()).await?),
            None => self.keyboard.type_into_focused(typing(self.pages.page().ok().as_ref())).await?,
        }
        let into = element.map(|element| format!(" into {}", element.called)).unwrap_or_default();
        let entered = if submit { " and pressed Enter" } else { "" };
        Ok(self.settler.settled(&watch, format!("typed {}{into}{entered}", quote(&truncate(text, 60)))).await)
    }
}

/// Whether a field still has the value from before the typing, although another text was typed.
fn ignored_keys(before: &ElementState, now: &ElementState, typed: &str) -> bool {
    let is_field = matches!(now.tag.as_str(), "input" | "textarea") && now.proxy.is_none();
    let is_unchanged = now.value.is_some() && now.value == before.value;
    is_field && is_unchanged && !typed.is_empty() && now.value.as_deref() != Some(typed)
}

/// The note about formatting that an editor held before and does not hold any more.
fn lost_formats_note(before: &[String], kept: &[String]) -> String {
    let lost: Vec<&str> = before.iter().filter(|format| !kept.contains(format)).map(String::as_str).collect();
    if lost.is_empty() {
        return String::new();
    }
    format!("; plain text has replaced what was formatted in it: {}", lost.join(", "))
}

/// How a field got its value.
enum FillResult {
    /// The field is a list, and an option was chosen.
    Chosen(Outcome),
    /// The value was typed or set. The outcome has no text about the field yet.
    Written { called: String, filled: FillReport, outcome: Outcome },
}

/// Whether values are chosen in this element, not typed.
fn is_list(state: &ElementState) -> bool {
    let role = state.role.as_str();
    state.tag == "select" || (!state.editable && state.tag != "input" && matches!(role, "combobox" | "listbox"))
}

/// Converts the value to the format that this kind of field accepts.
fn normalize_value(element: &Element, state: &ElementState, value: &str) -> Result<String, ActionError> {
    let refuse = |why: String| {
        ActionError::failed(FailCode::NoOption, format!("{} ({}): {why}", element.target, element.called))
    };
    if state.proxy == Some(Proxy::Terminal) {
        let text = format!("{} ({}) is a terminal; use type", element.target, element.called);
        return Err(ActionError::failed(FailCode::WrongKind, text));
    }
    if value.is_empty() || PICKER_INPUT_TYPES.contains(&state.input_type.as_str()) {
        return Ok(value.to_owned());
    }
    if state.input_type == "number" || state.range.is_some() && !state.editable {
        return normalize_field_number(value).map_err(refuse);
    }
    // A line break in a single-line field would submit its form.
    Ok(if state.one_line { value.replace("\r\n", " ").replace(['\n', '\r'], " ") } else { value.to_owned() })
}

/// Types of inputs that have a picker. The page script sets their value, because it cannot be typed as text.
pub(crate) const PICKER_INPUT_TYPES: &[&str] = &["date", "time", "datetime-local", "month", "week", "color", "range"];
const LINE_BREAKS: [char; 2] = ['\n', '\r'];
/// A longer text is inserted at once.
const MOST_KEYS: usize = 200;
/// A text with more lines is not typed line by line.
const MOST_LINES: usize = 200;
