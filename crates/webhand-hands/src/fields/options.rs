//! Selects options in custom lists, which a page builds without `<select>`: the list is opened, its options may load
//! late, and the choice is verified by the text that the list shows.

use std::time::Duration;

use webhand_model::{Accents, FailCode, Outcome, Spacing, fold_with, quote, truncate};
use webhand_rt::{Instant, sleep};
use webhand_wire::{ElementState, PageCommand, PageOption, PageOptions, PageReply};

use crate::action_error::ActionError;
use crate::documents::elements::{Element, gone};
use crate::documents::pages::unexpected;
use crate::fields::keyboard::shortcut;
use crate::fields::keys::Shortcut;
use crate::fields::{Fields, element_error};
use crate::pointing::mouse::Press;
use crate::settling::settle::Watch;

impl Fields {
    pub(crate) async fn select_custom(
        &self,
        element: &Element,
        state: &ElementState,
        watch: &Watch,
        values: &[String],
    ) -> Result<Outcome, ActionError> {
        if !state.enabled {
            return Err(element_error(element, FailCode::Disabled, "it is disabled"));
        }
        let mut report = String::new();
        let mut outcome = Outcome::done(String::new());
        for wanted in values {
            if !report.is_empty() {
                report.push_str("; ");
            }
            let offered = self.read_options(element).await?;
            if let Some(suggested) = &offered.suggested {
                let text = match_suggestion(element, suggested, wanted)?;
                return Box::pin(self.fill(element.target, &text)).await;
            }
            let option = self.choose_option(element, opens_on_click(state), offered, wanted).await?;
            outcome = self.settler.settled(watch, String::new()).await;
            report.push_str(&self.verify_choice(element, &option, wanted).await?);
        }
        outcome.text.insert_str(0, &report);
        Ok(outcome)
    }

    /// Finds the option and clicks it, unless it is chosen already. Some lists re-render while they are filtered; their
    /// options are then read again.
    async fn choose_option(
        &self,
        element: &Element,
        opens: bool,
        mut offered: PageOptions,
        wanted: &str,
    ) -> Result<PageOption, ActionError> {
        let mut tries = MOST_TRIES;
        let mut written = false;
        loop {
            let option = self.find_option(element, opens, offered, wanted, &mut written).await?;
            // While text is typed into a field, the best match is marked as selected before it is chosen.
            if option.selected && !written {
                return Ok(option);
            }
            tries -= 1;
            match self.gestures.click_element(&self.option_element(element, &option)?, Press::ONCE).await {
                Ok(_) => return Ok(option),
                Err(ActionError::Failed(FailCode::StaleRef | FailCode::NotVisible, _)) if tries > 0 => {
                    offered = self.read_options(element).await?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn read_options(&self, element: &Element) -> Result<PageOptions, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::Options { node: element.node }).await?;
        let PageReply::Options(options) = reply else { return Err(unexpected(&reply)) };
        Ok(options)
    }

    /// Whether the list of this element is open and offers the wanted option.
    pub(crate) async fn offers_option(&self, element: &Element, wanted: &str) -> bool {
        self.read_options(element).await.is_ok_and(|offered| match_option(&offered.options, wanted).is_some())
    }

    /// Finds the option among the rendered ones, else after opening the list, else after typing the wanted text to filter
    /// the list; `written` is set in the last case.
    async fn find_option(
        &self,
        element: &Element,
        opens: bool,
        mut offered: PageOptions,
        wanted: &str,
        written: &mut bool,
    ) -> Result<PageOption, ActionError> {
        let is_there = |now: &PageOptions| match_option(&now.options, wanted).is_some();
        // A field that had the focus before the list was opened belongs to another control.
        let elsewhere = offered.focused;
        let narrows = |now: &PageOptions| now.field.or(now.focused).filter(|field| Some(*field) != elsewhere);
        let mut opened = false;
        if opens && !is_there(&offered) && (offered.options.is_empty() || offered.field.is_none()) {
            let watch = self.settler.watch(element.place.tab);
            self.gestures.click_element(element, Press::ONCE).await?;
            // A list that is still opening may take a click on an option for the end of the click that opens it.
            self.settler.come_to_rest(&watch).await;
            opened = true;
            let suffices = |now: &PageOptions| is_there(now) || narrows(now).is_some() && !now.options.is_empty();
            offered = self.wait_for_options(element, suffices, OPENED_WITHIN).await?;
        }
        if let Some(field) = narrows(&offered)
            && !is_there(&offered)
        {
            *written = true;
            let field = Element { node: field, ..element.clone() };
            let state = self.elements.state(&field).await?;
            self.replace_value(&field, &state, wanted).await?;
            opened = true;
            offered = self.wait_for_options(element, is_there, FETCHED_WITHIN).await?;
        }
        match match_option(&offered.options, wanted) {
            Some(option) if option.disabled => Err(element_error(
                element,
                FailCode::Disabled,
                &format!("the option {} is disabled", quote(&option.name)),
            )),
            Some(option) => Ok(option.clone()),
            None => {
                if opened {
                    let (tab, session) = self.access.current()?;
                    self.close_list_if_open(
                        element,
                        self.keyboard.press_chord(tab, &session, &shortcut(Shortcut::Escape)?),
                    )
                    .await;
                }
                let names = offered.options.iter().map(|option| option.name.as_str());
                Err(element_error(element, FailCode::NoOption, &no_option_text(wanted, names)))
            }
        }
    }

    /// Sends Escape if the list is still open. A failure is ignored, because the caller returns the error that matters.
    async fn close_list_if_open(
        &self,
        element: &Element,
        escape: impl Future<Output = Result<crate::pointing::mouse::InputDelivery, ActionError>>,
    ) {
        if self.read_options(element).await.is_ok_and(|offered| !offered.options.is_empty()) {
            let _ = escape.await;
        }
    }

    /// Reads the options until they satisfy `is_so`, have not changed for [`STABLE_AFTER`], or `within` has passed.
    /// Returns the last ones read.
    async fn wait_for_options(
        &self,
        element: &Element,
        is_so: impl Fn(&PageOptions) -> bool,
        within: Duration,
    ) -> Result<PageOptions, ActionError> {
        let deadline = Instant::now() + within;
        let mut stands = (PageOptions::default(), Instant::now());
        loop {
            let offered = self.read_options(element).await?;
            if offered.options != stands.0.options {
                stands = (offered.clone(), Instant::now());
            }
            let stood = !offered.options.is_empty() && stands.1.elapsed() >= STABLE_AFTER;
            if is_so(&offered) || stood || Instant::now() >= deadline {
                return Ok(offered);
            }
            sleep(BETWEEN_LOOKS).await;
        }
    }

    fn option_element(&self, list: &Element, option: &PageOption) -> Result<Element, ActionError> {
        let target = self.access.change(|world| world.name(list.place.document, option.node));
        let target = target.ok_or_else(|| gone(list.target))?;
        let called = format!("option {}", quote(&truncate(&option.name, 60)));
        Ok(Element { target, node: option.node, place: list.place.clone(), called, role: Some("option".to_owned()) })
    }

    async fn verify_choice(&self, element: &Element, option: &PageOption, wanted: &str) -> Result<String, ActionError> {
        let name = quote(&truncate(&option.name, 100));
        let Ok(now) = self.read_options(element).await else {
            return Ok(format!("chose {name} in {}, which the page has replaced since", element.called));
        };
        let still = now.options.iter().find(|other| other.node == option.node);
        let chosen = still.is_some_and(|option| option.selected);
        let (shows, said) = (fold_option_text(&now.shows), fold_option_text(&option.name));
        let first = now.shows.lines().next().unwrap_or_default();
        // A text that is a part of the option's name may only be the text that was typed as a filter.
        let is_written =
            still.is_some() || now.field == Some(element.node) && fold_option_text(first) == fold_option_text(wanted);
        let shows_part = !is_written && first.len() > 1 && said.contains(&fold_option_text(first));
        if chosen || shows.contains(&said) || shows_part {
            return Ok(format!("chose {name} in {}", element.called));
        }
        let why =
            format!("{name} was clicked, but it shows {} now", quote(&truncate(&now.shows.replace('\n', " "), 100)));
        Err(element_error(element, FailCode::NotTaken, &why))
    }
}

/// Whether the options appear only after a click.
fn opens_on_click(state: &ElementState) -> bool {
    !matches!(state.role.as_str(), "listbox" | "radiogroup" | "menu" | "tree" | "grid")
}

/// Returns the option with this name, else the only option whose name contains the text.
fn match_option<'a>(options: &'a [PageOption], wanted: &str) -> Option<&'a PageOption> {
    let said = fold_option_text(wanted);
    let exact = options.iter().find(|option| fold_option_text(&option.name) == said);
    exact.or_else(|| {
        let mut partly =
            options.iter().filter(|option| !said.is_empty() && fold_option_text(&option.name).contains(&said));
        partly.next().filter(|_| partly.next().is_none())
    })
}

fn match_suggestion(element: &Element, suggested: &[String], wanted: &str) -> Result<String, ActionError> {
    let found = suggested.iter().find(|text| fold_option_text(text) == fold_option_text(wanted));
    let names = || suggested.iter().map(String::as_str);
    found.cloned().ok_or_else(|| element_error(element, FailCode::NoOption, &no_option_text(wanted, names())))
}

fn no_option_text<'a>(wanted: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let count = names.clone().count();
    if count == 0 {
        return format!("it offers nothing like {}; click it and look at the page", quote(wanted));
    }
    let shown: Vec<String> = names.take(MOST_LISTED).map(|name| quote(&truncate(name, 60))).collect();
    let more = if count > MOST_LISTED { format!(" and {} more", count - MOST_LISTED) } else { String::new() };
    format!("no option {} or more than one; it offers {}{more}", quote(wanted), shown.join(", "))
}

/// Folds letter case and spacing.
fn fold_option_text(text: &str) -> String {
    fold_with(text, Accents::Keep, Spacing::Single)
}

const OPENED_WITHIN: Duration = Duration::from_millis(1_500);
/// Fetched options appear after the page's typing delay and a response.
const FETCHED_WITHIN: Duration = Duration::from_secs(4);
/// Options that have not changed for this long are taken as complete.
const STABLE_AFTER: Duration = Duration::from_millis(900);
const MOST_TRIES: usize = 3;
const BETWEEN_LOOKS: Duration = Duration::from_millis(40);
const MOST_LISTED: usize = 20;

#[cfg(test)]
mod tests;
