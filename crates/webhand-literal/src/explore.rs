//! Looks for what is not in sight: gives the page time, opens what is folded, scrolls, turns pages.
//!
//! Invariant: only what hides something is touched, each thing once; nothing that could send or change anything.

use serde_json::json;
use webhand_model::{PageState, Ref};

use super::ground::{Want, ground_all};
use super::language::concept;
use super::memory::Phase;
use super::mind::{Mind, Said};
use super::page::is_field;
use super::phrase::Phrase;
use super::say::Sentence;
use super::score::quality;
use super::step::reference;
use super::words::words;

/// The most things opened, pages turned and scrolls made for one instruction.
const MOST_TRIES: usize = 30;

impl Mind<'_> {
    /// Nothing fits yet: what to try next, until there is nothing left to try.
    pub(super) fn look_further(&mut self, phrase: &Phrase, near: &[String]) -> Said {
        if matches!(self.memory.phase, Phase::Fresh | Phase::Cleared) {
            self.memory.phase = Phase::Waited;
            let loading = self.page.snapshot.state == PageState::Loading || phrase.text.is_empty();
            let patience = if loading {
                json!({"idle": true, "ms": 5_000})
            } else if self.folded().is_some() || self.page.has_echo() {
                // The text itself is no sign where the page repeats the task.
                json!({"ms": 700})
            } else {
                json!({"text": phrase.text, "ms": 3_000})
            };
            return Said::one(self.say(Sentence::Waiting, &[]), "wait", patience);
        }
        if self.memory.phase == Phase::Waited {
            self.memory.phase = Phase::Exploring;
        }
        if self.memory.explored.len() < MOST_TRIES {
            if let Some(target) = self.folded() {
                return self.open_to_look(target);
            }
            if let Some(target) = self.next_page() {
                self.memory.passed += self.alike(phrase);
                return self.open_to_look(target);
            }
            if let Some(said) = self.scroll_on() {
                return said;
            }
        }
        let near =
            if near.is_empty() { String::new() } else { self.say(Sentence::Near, &[("what", &near.join(", "))]) };
        self.fail(&self.say(Sentence::NoSuch, &[("what", &phrase.text), ("near", &near)]))
    }

    fn open_to_look(&mut self, target: Ref) -> Said {
        let what = self.page.describe(target);
        self.memory.explored.push(self.mark(target));
        self.memory.phase = Phase::Exploring;
        let text = self.say(Sentence::LookingInto, &[("what", &what)]);
        if self.page.snapshot.node(target).is_some_and(|node| node.role == "menuitem") {
            // Menus open after a moment under the mouse; a click might choose something.
            return Said { text, calls: vec![("hover", reference(target)), ("wait", json!({"ms": 500}))] };
        }
        Said::one(text, "click", reference(target))
    }

    fn scroll_on(&mut self) -> Option<Said> {
        let view = self.page.snapshot.viewport;
        // A page that does not move is at its end, whatever it says.
        let place = format!("{:.0}", view.scroll_y);
        if view.scroll_y + 1.0 >= view.max_scroll_y || self.memory.explored.contains(&place) {
            return None;
        }
        self.memory.explored.push(place);
        self.memory.phase = Phase::Exploring;
        Some(Said::one(self.say(Sentence::Scrolling, &[]), "scroll", json!({"direction": "down"})))
    }

    /// How many of a row stand on this page, where the place in the row is what names the element.
    fn alike(&self, phrase: &Phrase) -> usize {
        let row = Phrase { ordinal: None, ..phrase.clone() };
        phrase.ordinal.as_ref().map_or(0, |_| ground_all(&self.page, &row, Want::Touch, &self.memory.within).len())
    }

    /// What hides something and was not opened yet: a folded section, another tab, the menu of what was found.
    fn folded(&self) -> Option<Ref> {
        let nodes = self.page.nodes();
        let hides = |at: &usize| {
            let node = &nodes[*at];
            let tab = node.role == "tab" && !node.is("selected") && !node.is("expanded=true");
            let folded = node.is("expanded=false") && !is_field(&node.role) && node.role != "link";
            let menu = node.role == "menuitem" && !node.is("disabled") && self.memory.phase == Phase::Exploring;
            tab || folded || menu || self.is_menu_of_what_was_found(*at)
        };
        self.first_new((0..nodes.len()).filter(hides))
    }

    fn is_menu_of_what_was_found(&self, at: usize) -> bool {
        let within = &self.memory.within;
        let more = words(&self.page.nodes()[at].name).iter().any(|word| concept(word) == Some("more"));
        let around = || self.page.around(at);
        more && !within.is_empty() && within.iter().all(|word| quality(word, &around()) >= 80)
    }

    /// The link to the next page of a list: one that stands beside numbers, so that it is not the next step of a form.
    fn next_page(&self) -> Option<Ref> {
        let nodes = self.page.nodes();
        let turns = |at: &usize| {
            let name = nodes[*at].name.trim();
            let next = matches!(name, ">" | "›" | "»" | "→") || concept(&name.to_lowercase()) == Some("next");
            let numbers = (at.saturating_sub(3)..(at + 3).min(nodes.len()))
                .any(|near| !nodes[near].name.is_empty() && nodes[near].name.chars().all(|c| c.is_ascii_digit()));
            next && numbers && matches!(nodes[*at].role.as_str(), "link" | "button") && !nodes[*at].is("disabled")
        };
        let target = nodes[(0..nodes.len()).find(turns)?].target?;
        // Each page has such a link, and the last one often leads nowhere.
        let known = self.memory.explored.iter().any(|mark| *mark == self.page.fingerprint());
        (!known).then_some(target)
    }

    fn first_new(&self, mut found: impl Iterator<Item = usize>) -> Option<Ref> {
        let nodes = self.page.nodes();
        let new =
            |at: &usize| nodes[*at].target.is_some_and(|target| !self.memory.explored.contains(&self.mark(target)));
        found.find(new).and_then(|at| nodes[at].target)
    }

    /// What was opened is remembered by its ref; a turned page, whose link stays, by what it showed.
    fn mark(&self, target: Ref) -> String {
        let turned = self.next_page_mark(target);
        turned.unwrap_or_else(|| target.to_string())
    }

    fn next_page_mark(&self, target: Ref) -> Option<String> {
        let node = self.page.snapshot.node(target)?;
        let turns =
            matches!(node.name.trim(), ">" | "›" | "»" | "→") || concept(&node.name.to_lowercase()) == Some("next");
        turns.then(|| self.page.fingerprint())
    }
}
