//! Putting values into fields, and checking that they took them.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref, cut, quote};
use webhand_wire::{Caret, ElementState, PageCommand};

use super::Hands;
use super::element::Element;
use super::keys::{of_character, parse_chord};
use super::pointer::Taken;
use crate::trouble::Trouble;

impl Hands {
    /// Replaces what a field holds.
    pub(super) async fn fill(&self, target: Ref, value: &str) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let state = self.state(&element).await?;
        self.touch(element.place.tab);
        if PICKED.contains(&state.input_type.as_str()) {
            self.ask_about(&element, &PageCommand::SetValue { node: element.node, value: value.to_owned() }).await?;
        } else {
            self.replace(&element, &state, value).await?;
        }
        let mut outcome = self.settled(&watch, String::new()).await;
        let told = self.check(&element, value).await?;
        outcome.text.insert_str(0, &told);
        Ok(outcome)
    }

    pub(super) async fn clear(&self, target: Ref) -> Result<Outcome, Trouble> {
        let mut outcome = self.fill(target, "").await?;
        let element = self.element(target).map_or_else(|_| target.to_string(), |element| element.called);
        if outcome.text.starts_with("filled") {
            let rest = outcome.text.split_once(';').map(|(_, rest)| format!(";{rest}")).unwrap_or_default();
            outcome.text = format!("emptied {element}{rest}");
        }
        Ok(outcome)
    }

    pub(super) async fn focus(&self, target: Ref) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        self.touch(element.place.tab);
        self.ask_about(&element, &PageCommand::Focus { node: element.node, caret: Caret::Keep }).await?;
        if !self.state(&element).await?.focused {
            let text = format!("{target} ({}) does not take the focus; click it instead", element.called);
            return Err(Trouble::failed(FailCode::WrongKind, text));
        }
        Ok(self.settled(&watch, format!("{} has the focus", element.called)).await)
    }

    /// Selects all that is there and types over it.
    async fn replace(&self, element: &Element, state: &ElementState, value: &str) -> Result<(), Trouble> {
        self.ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::All }).await?;
        self.still_focused(element).await?;
        let (tab, session) = self.current()?;
        // A line break in a field of one line would send its form.
        let is_one_line = state.tag == "input";
        let value = if is_one_line { value.replace(['\n', '\r'], " ") } else { value.to_owned() };
        let typed = async {
            if value.is_empty() {
                let holds = state.value.as_deref().is_some_and(|held| !held.is_empty()) || !state.text.is_empty();
                if !holds {
                    return Ok(Taken::Yes);
                }
                let delete = parse_chord("Delete").map_err(|why| Trouble::failed(FailCode::Internal, why))?;
                return self.chord(tab, &session, &delete).await;
            }
            let by_keys = matches!(state.tag.as_str(), "input" | "textarea")
                && value.chars().count() <= MOST_KEYS
                && value.chars().all(|character| of_character(character).is_some());
            if by_keys {
                self.keys(tab, &session, &value, Duration::ZERO).await
            } else {
                self.insert(tab, &session, &value).await
            }
        };
        if self.only_to(element, typed).await? == Taken::Yes {
            self.in_place_or_gone(element).await?;
        }
        Ok(())
    }

    async fn still_focused(&self, element: &Element) -> Result<(), Trouble> {
        if self.state(element).await?.focused {
            return Ok(());
        }
        let text = format!(
            "{} ({}) lost the focus before anything was typed; click it and try again",
            element.target, element.called
        );
        Err(Trouble::failed(FailCode::TargetMoved, text))
    }

    /// A field that vanished took the text with it (a search that started by itself); one that lost the focus while it
    /// was typed into may have lost some of the text to another.
    async fn in_place_or_gone(&self, element: &Element) -> Result<(), Trouble> {
        match self.state(element).await {
            Ok(_) => Ok(()),
            Err(trouble) if trouble.code() == Some(FailCode::StaleRef) => Ok(()),
            Err(trouble) if trouble.code() == Some(FailCode::DialogOpen) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Reads the value back.
    async fn check(&self, element: &Element, wanted: &str) -> Result<String, Trouble> {
        let called = &element.called;
        let state = match self.state(element).await {
            Ok(state) => state,
            Err(_gone) => return Ok(format!("filled {called}, which the page has replaced since")),
        };
        let Some(held) = state.value.or_else(|| (state.tag != "input").then_some(state.text)) else {
            return Ok(format!("filled {called}"));
        };
        if held == HIDDEN || same(&held, wanted) {
            return Ok(format!("filled {called}"));
        }
        let shown = quote(&cut(&held, 100));
        if core(&held) == core(wanted) {
            return Ok(format!("filled {called}; the page wrote it as {shown}"));
        }
        let text = format!("{} ({called}) did not take the value; it holds {shown} now", element.target);
        Err(Trouble::failed(FailCode::NotTaken, text))
    }
}

/// Line breaks and spaces at the ends are the field's business.
fn same(held: &str, wanted: &str) -> bool {
    let plain = |text: &str| text.replace(['\r', '\u{a0}'], "").replace('\n', " ").trim().to_owned();
    plain(held) == plain(wanted)
}

/// What stays the same when a page formats a value: `1234` and `1,234`.
fn core(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Fields whose value is picked, not typed.
const PICKED: &[&str] = &["date", "time", "datetime-local", "month", "week", "color", "range"];
/// Longer text is inserted at once.
const MOST_KEYS: usize = 200;
/// How the page script shows a secret.
const HIDDEN: &str = "…";
