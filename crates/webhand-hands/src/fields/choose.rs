//! Selects options of a `<select>`, and checks or unchecks boxes.

use webhand_model::{FailCode, Outcome, Ref, quote, truncate};
use webhand_wire::{ElementState, PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::unexpected;
use crate::fields::Fields;
use crate::pointing::mouse::Press;
use crate::settling::settle::Watch;

impl Fields {
    pub(crate) async fn select(
        &self,
        target: Ref,
        value: Option<&String>,
        values: Option<&[String]>,
    ) -> Result<Outcome, ActionError> {
        let values = requested_values(value, values)?;
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let state = self.elements.state(&element).await?;
        if state.tag == "select" {
            self.select_native(&element, &watch, values).await
        } else if is_editor(&state) {
            select_passage(self, &element, &watch, values).await
        } else {
            self.select_custom(&element, &state, &watch, &values).await
        }
    }

    async fn select_native(
        &self,
        element: &Element,
        watch: &Watch,
        values: Vec<String>,
    ) -> Result<Outcome, ActionError> {
        let shown = quote(&truncate(&values.join(", "), 100));
        let reply = self.elements.ask_about(element, &PageCommand::Select { node: element.node, values }).await?;
        let PageReply::Text { text: chosen } = reply else { return Err(unexpected(&reply)) };
        let mut outcome = self.settler.settled(watch, String::new()).await;
        let now = self.elements.state(element).await.ok().and_then(|state| state.value);
        let report = match now {
            Some(now) if now != chosen => {
                let text = format!(
                    "{} ({}): {shown} was chosen, but the page has put it back to {}",
                    element.target,
                    element.called,
                    quote(&truncate(&now, 100))
                );
                return Err(ActionError::failed(FailCode::NotTaken, text));
            }
            Some(now) => format!("chose {shown} in {}; it shows {}", element.called, quote(&truncate(&now, 100))),
            None => format!("chose {shown} in {}", element.called),
        };
        outcome.text.insert_str(0, &report);
        Ok(outcome)
    }

    /// Checks or unchecks a box. A box that is already in the wanted state is not clicked.
    pub(crate) async fn tick(&self, target: Ref, wanted: bool) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let word = if wanted { "checked" } else { "unchecked" };
        let before = self.elements.state(&element).await?;
        let Some(now) = before.checked else {
            let text = format!("{target} ({}) is nothing to tick; click it instead", element.called);
            return Err(ActionError::failed(FailCode::WrongKind, text));
        };
        if now == wanted && !before.mixed {
            return Ok(Outcome::done(format!("{} is already {word}", element.called)));
        }
        if !wanted && is_radio(&before) {
            let text = format!("{target} ({}) stays checked until another of its group is; check that", element.called);
            return Err(ActionError::failed(FailCode::WrongKind, text));
        }
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let mut spot = self.gestures.click_element(&element, Press::ONCE).await?;
        let report = format!("{} is {word} now", element.called);
        let mut outcome = self.settler.settled(&watch, report.clone()).await;
        // The first click on an indeterminate box may check or uncheck it; a second click then corrects it.
        if before.mixed && self.elements.state(&element).await.is_ok_and(|state| state.checked == Some(!wanted)) {
            spot = self.gestures.click_element(&element, Press::ONCE).await?;
            outcome = self.settler.settled(&watch, report).await;
        }
        outcome.bounds = Some(spot.bounds);
        match self.elements.state(&element).await {
            Ok(state) if state.checked == Some(!wanted) => {
                let text = format!("{target} ({}) was clicked but is still not {word}", element.called);
                Err(ActionError::failed(FailCode::NotTaken, text))
            }
            // The element is gone or a dialog is open; the outcome already reports that.
            Ok(_) | Err(_) => Ok(outcome),
        }
    }
}

/// Joins `value` and `values`; at least one value is required.
pub(crate) fn requested_values(value: Option<&String>, values: Option<&[String]>) -> Result<Vec<String>, ActionError> {
    let values: Vec<String> = values.unwrap_or_default().iter().chain(value).cloned().collect();
    if values.is_empty() {
        return Err(ActionError::failed(FailCode::BadCall, "select needs a value: the text or value of an option"));
    }
    Ok(values)
}

/// Selects words in an editor, so that typing replaces them and keeps everything around them.
async fn select_passage(
    fields: &Fields,
    element: &Element,
    watch: &Watch,
    values: Vec<String>,
) -> Result<Outcome, ActionError> {
    let reply = fields.elements.ask_about(element, &PageCommand::Select { node: element.node, values }).await?;
    let PageReply::Text { text: passage } = reply else { return Err(unexpected(&reply)) };
    let shown = quote(&truncate(&passage, 100));
    let report = format!("selected {shown} in {}; type without a ref to replace it", element.called);
    Ok(fields.settler.settled(watch, report).await)
}

/// Whether it holds text of several lines, and no options.
fn is_editor(state: &ElementState) -> bool {
    state.editable && state.role == "textbox" && !matches!(state.tag.as_str(), "input" | "select")
}

fn is_radio(state: &ElementState) -> bool {
    matches!(state.role.as_str(), "radio" | "menuitemradio")
}
