//! Looks for what is not in sight: gives the page time, opens what is folded, scrolls, turns pages.
//!
//! Invariant: only what hides something is touched, each thing once; nothing that could send or change anything.

use serde_json::json;
use webhand_model::{PageState, Ref};

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
            let ms = if self.folded().is_some() { 1_000 } else { 3_000 };
            let patience =
                if loading { json!({"idle": true, "ms": 5000}) } else { json!({"text": phrase.text, "ms": ms}) };
            return Said::one(self.say(Sentence::Waiting, &[]), "wait", patience);
        }
        if self.memory.explored.len() < MOST_TRIES {
            if let Some(target) = self.folded().or_else(|| self.next_page()) {
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
        Said::one(self.say(Sentence::LookingInto, &[("what", &what)]), "click", reference(target))
    }

    fn scroll_on(&mut self) -> Option<Said> {
        let view = self.page.snapshot.viewport;
        if view.scroll_y + 1.0 >= view.max_scroll_y {
            return None;
        }
        self.memory.explored.push(format!("{:.0}", view.scroll_y));
        self.memory.phase = Phase::Exploring;
        Some(Said::one(self.say(Sentence::Scrolling, &[]), "scroll", json!({"direction": "down"})))
    }

    /// What hides something and was not opened yet: a folded section, another tab, the menu of what was found.
    fn folded(&self) -> Option<Ref> {
        let nodes = self.page.nodes();
        let hides = |at: &usize| {
            let node = &nodes[*at];
            let tab = node.role == "tab" && !node.is("selected") && !node.is("expanded=true");
            let folded = node.is("expanded=false") && !is_field(&node.role) && node.role != "link";
            tab || folded || self.is_menu_of_what_was_found(*at)
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
        let new = |at: &usize| nodes[*at].target.is_some_and(|target| !self.memory.explored.contains(&self.mark(target)));
        found.find(new).and_then(|at| nodes[at].target)
    }

    /// What was opened is remembered by its ref; a turned page, whose link stays, by what it showed.
    fn mark(&self, target: Ref) -> String {
        let turned = self.next_page_mark(target);
        turned.unwrap_or_else(|| target.to_string())
    }

    fn next_page_mark(&self, target: Ref) -> Option<String> {
        let node = self.page.snapshot.node(target)?;
        let turns = matches!(node.name.trim(), ">" | "›" | "»" | "→") || concept(&node.name.to_lowercase()) == Some("next");
        turns.then(|| self.page.fingerprint())
    }
}
