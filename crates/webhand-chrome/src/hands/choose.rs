//! Choosing in lists and ticking boxes.

use webhand_model::{FailCode, Outcome, Ref, cut, quote};
use webhand_wire::PageCommand;

use super::Hands;
use super::pointer::Press;
use crate::trouble::Trouble;

impl Hands {
    pub(super) async fn select(
        &self,
        target: Ref,
        value: Option<&String>,
        values: Option<&[String]>,
    ) -> Result<Outcome, Trouble> {
        let values: Vec<String> = values.unwrap_or_default().iter().chain(value).cloned().collect();
        if values.is_empty() {
            return Err(Trouble::failed(FailCode::BadCall, "select needs a value: the text or value of an option"));
        }
        let element = self.element(target)?;
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        self.touch(element.place.tab);
        let shown = quote(&cut(&values.join(", "), 100));
        self.ask_about(&element, &PageCommand::Select { node: element.node, values }).await?;
        let mut outcome = self.settled(&watch, String::new()).await;
        let now = self.state(&element).await.ok().and_then(|state| state.value);
        let told = match now {
            Some(now) => format!("chose {shown} in {}; it shows {}", element.called, quote(&cut(&now, 100))),
            None => format!("chose {shown} in {}", element.called),
        };
        outcome.text.insert_str(0, &told);
        Ok(outcome)
    }

    /// Ticks or unticks; what is already so stays untouched.
    pub(super) async fn tick(&self, target: Ref, wanted: bool) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let word = if wanted { "checked" } else { "unchecked" };
        let Some(now) = self.state(&element).await?.checked else {
            let text = format!("{target} ({}) is nothing to tick; click it instead", element.called);
            return Err(Trouble::failed(FailCode::WrongKind, text));
        };
        if now == wanted {
            return Ok(Outcome::done(format!("{} is already {word}", element.called)));
        }
        let mut watch = self.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let spot = self.click_element(&element, Press::ONCE).await?;
        let mut outcome = self.settled(&watch, format!("{} is {word} now", element.called)).await;
        outcome.bounds = Some(spot.bounds);
        match self.state(&element).await {
            Ok(state) if state.checked == Some(!wanted) => {
                let text = format!("{target} ({}) was clicked but is still not {word}", element.called);
                Err(Trouble::failed(FailCode::NotTaken, text))
            }
            // Gone or blocked by a dialog: the outcome tells.
            Ok(_) | Err(_) => Ok(outcome),
        }
    }
}
