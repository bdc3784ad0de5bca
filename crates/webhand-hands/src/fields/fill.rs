//! Putting values into fields.

use crate::documents::pages::FrameDocument;
use std::time::Duration;
use webhand_model::{quote, truncate};

use webhand_model::{FailCode, Outcome, Ref, TabId};
use webhand_wire::{Caret, ElementState, PageCommand, Proxy};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::driver::SessionId;
use crate::fields::Fields;
use crate::fields::keyboard::{Reached, shortcut};
use crate::fields::keys::{Shortcut, of_character};
use crate::fields::number::number;
use crate::fields::verify_value::Filled;
use crate::pointing::mouse::InputDelivery;

impl Fields {
    /// Replaces what a field holds.
    pub(crate) async fn fill(&self, target: Ref, value: &str) -> Result<Outcome, ActionError> {
        Ok(match self.fill_with(target, value).await? {
            FillResult::Chosen(outcome) => outcome,
            FillResult::Written { called, filled, mut outcome } => {
                outcome.text.insert_str(0, &filled.as_filled(&called));
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
        self.access.touch(element.place.tab);
        if state.role == "group"
            && !state.editable
            && let Some((filled, outcome)) = self.fill_parts(&element, &watch, value).await?
        {
            return Ok(FillResult::Written { called: element.called, filled, outcome });
        }
        let wanted = as_taken(&element, &state, value)?;
        let mut along = Vec::new();
        if PICKED.contains(&state.input_type.as_str()) {
            self.elements
                .ask_about(&element, &PageCommand::SetValue { node: element.node, value: wanted.clone() })
                .await?;
        } else if let Some(range) = state.range
            && !state.editable
        {
            self.slide(&element, &state, range, &wanted).await?;
        } else {
            along = self.replace(&element, &state, &wanted).await?;
        }
        let mut outcome = self.settler.settled(&watch, String::new()).await;
        let mut filled = self.check(&element, &along, &wanted).await;
        if filled.is_err() && along.is_empty() && self.may_take_more(&element, &wanted).await {
            // Whatever comes of it, what the field holds then is what counts.
            self.rewrite(&element, &wanted).await.ok();
            outcome = self.settler.settled(&watch, String::new()).await;
            filled = self.check(&element, &along, &wanted).await;
        }
        let mut filled = filled?;
        if state.role == "combobox" && self.offers(&element, &wanted).await {
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
        outcome.text.insert_str(0, &filled.as_emptied(&called));
        Ok(outcome)
    }

    pub(crate) async fn focus(&self, target: Ref) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        self.access.touch(element.place.tab);
        self.elements.ask_about(&element, &PageCommand::Focus { node: element.node, caret: Caret::Keep }).await?;
        if !self.elements.state(&element).await?.focused {
            let text = format!("{target} ({}) does not take the focus; click it instead", element.called);
            return Err(ActionError::failed(FailCode::WrongKind, text));
        }
        Ok(self.settler.settled(&watch, format!("{} has the focus", element.called)).await)
    }

    /// Selects all that is there and types over it. Answers with the fields that took some of it too.
    pub(crate) async fn replace(
        &self,
        element: &Element,
        state: &ElementState,
        value: &str,
    ) -> Result<Vec<u32>, ActionError> {
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.still_focused(element).await?;
        let Reached { taken, along } = self.keyboard.only_to(element, self.overwrite(state, value)).await?;
        if taken == InputDelivery::Complete
            && let Some(now) = self.in_place_or_gone(element).await?
            && along.is_empty()
            && keeps_keys_out(state, &now, value)
        {
            self.paste(element, value).await?;
        }
        Ok(along)
    }

    /// A page that takes no keys may still take a text that comes as a whole.
    async fn paste(&self, element: &Element, value: &str) -> Result<(), ActionError> {
        let (tab, session) = self.access.current()?;
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.still_focused(element).await?;
        if self.keyboard.only_to(element, self.keyboard.insert(tab, &session, value)).await?.taken
            == InputDelivery::Complete
        {
            self.in_place_or_gone(element).await?;
        }
        Ok(())
    }

    /// Types over what is selected.
    async fn overwrite(&self, state: &ElementState, value: &str) -> Result<InputDelivery, ActionError> {
        let (tab, session) = self.access.current()?;
        // An editor that paints itself knows alone what there is to select.
        if state.proxy.is_some()
            && self.keyboard.chord(tab, &session, &shortcut(Shortcut::All)?).await? == InputDelivery::DialogOpened
        {
            return Ok(InputDelivery::DialogOpened);
        }
        if value.is_empty() {
            let holds = state.value.as_deref().is_some_and(|held| !held.is_empty()) || !state.text.is_empty();
            if !holds {
                return Ok(InputDelivery::Complete);
            }
            return self.keyboard.chord(tab, &session, &shortcut(Shortcut::Delete)?).await;
        }
        let by_keys = state.proxy.is_none()
            && matches!(state.tag.as_str(), "input" | "textarea")
            && value.chars().count() <= MOST_KEYS
            && value.chars().all(|character| of_character(character).is_some());
        if by_keys { self.write(tab, &session, value).await } else { self.keyboard.insert(tab, &session, value).await }
    }

    /// Keys for all but line breaks: many pages send what is written at Enter.
    async fn write(&self, tab: TabId, session: &SessionId, value: &str) -> Result<InputDelivery, ActionError> {
        for piece in value.replace("\r\n", "\n").split_inclusive(NO_KEYS) {
            let keys = piece.trim_end_matches(NO_KEYS);
            if self.keyboard.keys(tab, session, keys, Duration::ZERO).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
            let rest = &piece[keys.len()..];
            if !rest.is_empty() && self.keyboard.insert(tab, session, rest).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    /// A field that holds something else than what was written, and not just as much of it as it takes.
    async fn may_take_more(&self, element: &Element, wanted: &str) -> bool {
        let Ok(state) = self.elements.state(element).await else { return false };
        let held = state.value.unwrap_or_default();
        let is_cut = state.tag == "input" && !held.is_empty() && wanted.starts_with(&held);
        let is_written = state.editable && state.proxy.is_none() && !PICKED.contains(&state.input_type.as_str());
        is_written && !is_cut && wanted.lines().count() <= MOST_LINES
    }

    /// Once more, with everything selected by keys: some pages move the caret when a field gets the focus, or know only
    /// their own way to select. Lines of an editor are broken as in a message that is not to be sent yet.
    async fn rewrite(&self, element: &Element, value: &str) -> Result<(), ActionError> {
        let (tab, session) = self.access.current()?;
        let is_field = matches!(self.elements.state(element).await?.tag.as_str(), "input" | "textarea");
        self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.still_focused(element).await?;
        let writing = async {
            for meant in [Shortcut::All, Shortcut::Delete] {
                if self.keyboard.chord(tab, &session, &shortcut(meant)?).await? == InputDelivery::DialogOpened {
                    return Ok(InputDelivery::DialogOpened);
                }
            }
            // As a whole, because some pages are slower than the keys.
            if is_field {
                return self.keyboard.insert(tab, &session, value).await;
            }
            for (at, line) in value.lines().enumerate() {
                if at > 0
                    && self.keyboard.chord(tab, &session, &shortcut(Shortcut::Line)?).await?
                        == InputDelivery::DialogOpened
                {
                    return Ok(InputDelivery::DialogOpened);
                }
                if !line.is_empty() && self.keyboard.insert(tab, &session, line).await? == InputDelivery::DialogOpened {
                    return Ok(InputDelivery::DialogOpened);
                }
            }
            Ok(InputDelivery::Complete)
        };
        self.keyboard.only_to(element, writing).await.map(drop)
    }

    async fn still_focused(&self, element: &Element) -> Result<(), ActionError> {
        if self.elements.state(element).await?.focused {
            return Ok(());
        }
        let text = format!(
            "{} ({}) lost the focus before anything was typed; click it and try again",
            element.target, element.called
        );
        Err(ActionError::failed(FailCode::TargetMoved, text))
    }

    /// A field that vanished took the text with it (a search that started by itself); one that lost the focus while it
    /// was typed into may have lost some of the text to another.
    async fn in_place_or_gone(&self, element: &Element) -> Result<Option<ElementState>, ActionError> {
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
        self.access.touch(tab);
        let typing = async |painted: Option<&FrameDocument>| {
            if self.keyboard.lines(tab, &session, text, delay, painted).await? == InputDelivery::DialogOpened || !submit
            {
                return Ok(InputDelivery::Complete);
            }
            self.keyboard.chord(tab, &session, &shortcut(Shortcut::Enter)?).await
        };
        match &element {
            Some(element) => {
                watch.inner = Some(element.place.clone());
                let state = self.elements.state(element).await?;
                if PICKED.contains(&state.input_type.as_str()) && !submit {
                    return self.fill(element.target, text).await;
                }
                let is_editor = state.proxy == Some(Proxy::Editor);
                let is_field = matches!(state.tag.as_str(), "input" | "textarea");
                let painted = (!is_field).then_some(&element.place);
                self.elements.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::End }).await?;
                let typing = async {
                    // The caret of an editor that paints itself is its own affair.
                    if is_editor {
                        self.keyboard.chord(tab, &session, &shortcut(Shortcut::End)?).await?;
                    }
                    typing(painted).await
                };
                self.keyboard.only_to(element, typing).await?;
            }
            None => drop(typing(self.pages.page().ok().as_ref()).await?),
        }
        let into = element.map(|element| format!(" into {}", element.called)).unwrap_or_default();
        let entered = if submit { " and pressed Enter" } else { "" };
        Ok(self.settler.settled(&watch, format!("typed {}{into}{entered}", quote(&truncate(text, 60)))).await)
    }
}

/// Whether a field holds what it held before any key was pressed, although something else was typed.
fn keeps_keys_out(before: &ElementState, now: &ElementState, typed: &str) -> bool {
    let is_field = matches!(now.tag.as_str(), "input" | "textarea") && now.proxy.is_none();
    let is_unchanged = now.value.is_some() && now.value == before.value;
    is_field && is_unchanged && !typed.is_empty() && now.value.as_deref() != Some(typed)
}

/// How a field got its value.
enum FillResult {
    /// It is a list, and the value was chosen from it.
    Chosen(Outcome),
    /// The outcome has no text about the field yet.
    Written { called: String, filled: Filled, outcome: Outcome },
}

/// A value is chosen from it, not written into it.
fn is_list(state: &ElementState) -> bool {
    let role = state.role.as_str();
    state.tag == "select" || (!state.editable && state.tag != "input" && matches!(role, "combobox" | "listbox"))
}

/// The value as this kind of field is given it.
fn as_taken(element: &Element, state: &ElementState, value: &str) -> Result<String, ActionError> {
    let refuse = |why: String| {
        ActionError::failed(FailCode::NoOption, format!("{} ({}): {why}", element.target, element.called))
    };
    if state.proxy == Some(Proxy::Terminal) {
        let text = format!("{} ({}) is a terminal; use type", element.target, element.called);
        return Err(ActionError::failed(FailCode::WrongKind, text));
    }
    if value.is_empty() || PICKED.contains(&state.input_type.as_str()) {
        return Ok(value.to_owned());
    }
    if state.input_type == "number" || state.range.is_some() && !state.editable {
        return number(value).map_err(refuse);
    }
    // A line break in a field of one line would send its form.
    Ok(if state.one_line { value.replace("\r\n", " ").replace(['\n', '\r'], " ") } else { value.to_owned() })
}

/// Fields whose value is picked, not typed.
pub(crate) const PICKED: &[&str] = &["date", "time", "datetime-local", "month", "week", "color", "range"];
const NO_KEYS: [char; 2] = ['\n', '\r'];
/// Longer text is inserted at once.
const MOST_KEYS: usize = 200;
/// More lines are not written one by one.
const MOST_LINES: usize = 200;
