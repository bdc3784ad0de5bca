//! Choosing in lists that a page has made itself: they have to be opened, may come late, and show by themselves whether
//! they took the choice.

use std::time::Duration;

use webhand_model::{Accents, FailCode, Outcome, Spacing, fold_with, quote, truncate};
use webhand_rt::{Instant, sleep};
use webhand_wire::{ElementState, PageCommand, PageOption, PageOptions, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::{Element, gone};
use crate::documents::pages::unexpected;
use crate::fields::Fields;
use crate::fields::keyboard::shortcut;
use crate::fields::keys::Shortcut;
use crate::pointing::mouse::Press;
use crate::settling::settle::Watch;

impl Fields {
    pub(crate) async fn select_offered(
        &self,
        element: &Element,
        state: &ElementState,
        watch: &Watch,
        values: &[String],
    ) -> Result<Outcome, ActionError> {
        if !state.enabled {
            return Err(refused(element, FailCode::Disabled, "it is disabled"));
        }
        let mut told = String::new();
        let mut outcome = Outcome::done(String::new());
        for wanted in values {
            if !told.is_empty() {
                told.push_str("; ");
            }
            let offered = self.offered(element).await?;
            if let Some(suggested) = &offered.suggested {
                let text = suggestion(element, suggested, wanted)?;
                return Box::pin(self.fill(element.target, &text)).await;
            }
            let option = self.chosen(element, opens(state), offered, wanted).await?;
            outcome = self.settler.settled(watch, String::new()).await;
            told.push_str(&self.check_choice(element, &option, wanted).await?);
        }
        outcome.text.insert_str(0, &told);
        Ok(outcome)
    }

    /// Finds the option and clicks it, unless it is chosen already. A list that is written anew under the mouse, as
    /// some are while they are narrowed, is asked again.
    async fn chosen(
        &self,
        element: &Element,
        opens: bool,
        mut offered: PageOptions,
        wanted: &str,
    ) -> Result<PageOption, ActionError> {
        let mut tries = TRIES;
        let mut written = false;
        loop {
            let option = self.found(element, opens, offered, wanted, &mut written).await?;
            // What fits the text in a field is marked while one writes, long before it is chosen.
            if option.selected && !written {
                return Ok(option);
            }
            tries -= 1;
            match self.gestures.click_element(&self.as_element(element, &option)?, Press::ONCE).await {
                Ok(_) => return Ok(option),
                Err(ActionError::Failed(FailCode::StaleRef | FailCode::NotVisible, _)) if tries > 0 => {
                    offered = self.offered(element).await?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn offered(&self, element: &Element) -> Result<PageOptions, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::Options { node: element.node }).await?;
        let PageReply::Options(options) = reply else { return Err(unexpected(&reply)) };
        Ok(options)
    }

    /// Whether its list is open and has what is wanted.
    pub(crate) async fn offers(&self, element: &Element, wanted: &str) -> bool {
        self.offered(element).await.is_ok_and(|offered| meant(&offered.options, wanted).is_some())
    }

    /// The option that is meant: among those in sight, else after opening the list, else after writing what is wanted,
    /// which is said then.
    async fn found(
        &self,
        element: &Element,
        opens: bool,
        mut offered: PageOptions,
        wanted: &str,
        written: &mut bool,
    ) -> Result<PageOption, ActionError> {
        let is_there = |now: &PageOptions| meant(&now.options, wanted).is_some();
        // Whatever had the focus before anything was opened belongs to another control.
        let elsewhere = offered.focused;
        let narrows = |now: &PageOptions| now.field.or(now.focused).filter(|field| Some(*field) != elsewhere);
        let mut opened = false;
        if opens && !is_there(&offered) && (offered.options.is_empty() || offered.field.is_none()) {
            let watch = self.settler.watch(element.place.tab);
            self.gestures.click_element(element, Press::ONCE).await?;
            // A list that is still opening may take a choice made meanwhile for the end of the click that opens it.
            self.settler.come_to_rest(&watch).await;
            opened = true;
            let suffices = |now: &PageOptions| is_there(now) || narrows(now).is_some() && !now.options.is_empty();
            offered = self.until_offered(element, suffices, OPENED_WITHIN).await?;
        }
        if let Some(field) = narrows(&offered)
            && !is_there(&offered)
        {
            *written = true;
            let field = Element { node: field, ..element.clone() };
            let state = self.elements.state(&field).await?;
            self.replace(&field, &state, wanted).await?;
            opened = true;
            offered = self.until_offered(element, is_there, LATE_WITHIN).await?;
        }
        match meant(&offered.options, wanted) {
            Some(option) if option.disabled => {
                Err(refused(element, FailCode::Disabled, &format!("the option {} is disabled", quote(&option.name))))
            }
            Some(option) => Ok(option.clone()),
            None => {
                if opened {
                    let (tab, session) = self.access.current()?;
                    self.only_if_open(element, self.keyboard.chord(tab, &session, &shortcut(Shortcut::Escape)?)).await;
                }
                let names = offered.options.iter().map(|option| option.name.as_str());
                Err(refused(element, FailCode::NoOption, &none_such(wanted, names)))
            }
        }
    }

    /// Closing the list again is a courtesy; the error that follows tells what counts.
    async fn only_if_open(
        &self,
        element: &Element,
        escape: impl Future<Output = Result<crate::pointing::mouse::InputDelivery, ActionError>>,
    ) {
        if self.offered(element).await.is_ok_and(|offered| !offered.options.is_empty()) {
            let _ = escape.await;
        }
    }

    /// Asks again until it is so, or something else has been offered for a while, at most so long; answers with what
    /// there was in the end.
    async fn until_offered(
        &self,
        element: &Element,
        is_so: impl Fn(&PageOptions) -> bool,
        within: Duration,
    ) -> Result<PageOptions, ActionError> {
        let deadline = Instant::now() + within;
        let mut stands = (PageOptions::default(), Instant::now());
        loop {
            let offered = self.offered(element).await?;
            if offered.options != stands.0.options {
                stands = (offered.clone(), Instant::now());
            }
            let stood = !offered.options.is_empty() && stands.1.elapsed() >= STANDS_AFTER;
            if is_so(&offered) || stood || Instant::now() >= deadline {
                return Ok(offered);
            }
            sleep(BETWEEN_LOOKS).await;
        }
    }

    fn as_element(&self, list: &Element, option: &PageOption) -> Result<Element, ActionError> {
        let target = self.access.change(|world| world.name(list.place.document, option.node));
        let target = target.ok_or_else(|| gone(list.target))?;
        let called = format!("option {}", quote(&truncate(&option.name, 60)));
        Ok(Element { target, node: option.node, place: list.place.clone(), called, role: Some("option".to_owned()) })
    }

    async fn check_choice(&self, element: &Element, option: &PageOption, wanted: &str) -> Result<String, ActionError> {
        let name = quote(&truncate(&option.name, 100));
        let Ok(now) = self.offered(element).await else {
            return Ok(format!("chose {name} in {}, which the page has replaced since", element.called));
        };
        let still = now.options.iter().find(|other| other.node == option.node);
        let chosen = still.is_some_and(|option| option.selected);
        let (shows, said) = (plain(&now.shows), plain(&option.name));
        let first = now.shows.lines().next().unwrap_or_default();
        // A part of what was chosen may be what was written to find it.
        let is_written = still.is_some() || now.field == Some(element.node) && plain(first) == plain(wanted);
        let shows_part = !is_written && first.len() > 1 && said.contains(&plain(first));
        if chosen || shows.contains(&said) || shows_part {
            return Ok(format!("chose {name} in {}", element.called));
        }
        let why =
            format!("{name} was clicked, but it shows {} now", quote(&truncate(&now.shows.replace('\n', " "), 100)));
        Err(refused(element, FailCode::NotTaken, &why))
    }
}

/// Whether its options come to sight only after a click.
fn opens(state: &ElementState) -> bool {
    !matches!(state.role.as_str(), "listbox" | "radiogroup" | "menu" | "tree" | "grid")
}

/// The same text, else a part of it that fits one option only.
fn meant<'a>(options: &'a [PageOption], wanted: &str) -> Option<&'a PageOption> {
    let said = plain(wanted);
    let exact = options.iter().find(|option| plain(&option.name) == said);
    exact.or_else(|| {
        let mut partly = options.iter().filter(|option| !said.is_empty() && plain(&option.name).contains(&said));
        partly.next().filter(|_| partly.next().is_none())
    })
}

fn suggestion(element: &Element, suggested: &[String], wanted: &str) -> Result<String, ActionError> {
    let found = suggested.iter().find(|text| plain(text) == plain(wanted));
    let names = || suggested.iter().map(String::as_str);
    found.cloned().ok_or_else(|| refused(element, FailCode::NoOption, &none_such(wanted, names())))
}

fn none_such<'a>(wanted: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let count = names.clone().count();
    if count == 0 {
        return format!("it offers nothing like {}; click it and look at the page", quote(wanted));
    }
    let shown: Vec<String> = names.take(MOST_LISTED).map(|name| quote(&truncate(name, 60))).collect();
    let more = if count > MOST_LISTED { format!(" and {} more", count - MOST_LISTED) } else { String::new() };
    format!("no option {} or more than one; it offers {}{more}", quote(wanted), shown.join(", "))
}

/// Letter case and spacing are no difference.
fn plain(text: &str) -> String {
    fold_with(text, Accents::Keep, Spacing::Single)
}

fn refused(element: &Element, code: FailCode, why: &str) -> ActionError {
    ActionError::failed(code, format!("{} ({}): {why}", element.target, element.called))
}

const OPENED_WITHIN: Duration = Duration::from_millis(1_500);
/// Options that are fetched come after a pause in typing and an answer.
const LATE_WITHIN: Duration = Duration::from_secs(4);
/// Options that did not change for so long are all that come.
const STANDS_AFTER: Duration = Duration::from_millis(900);
const TRIES: usize = 3;
const BETWEEN_LOOKS: Duration = Duration::from_millis(40);
const MOST_LISTED: usize = 20;

#[cfg(test)]
mod tests;
