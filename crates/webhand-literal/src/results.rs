//! What is made of the results of a search: listed, or opened and read one after the other.

use serde_json::json;
use webhand_model::{End, Refs as _, cut};

use super::furniture::retold;
use super::ground::{Found, Want};
use super::instruction::{Search, Wants};
use super::markdown::{Addresses, plain};
use super::memory::{Phase, Stage, Visit};
use super::mind::{Mind, Said};
use super::phrase::Phrase;
use super::say::Sentence;
use super::score::quality;
use super::words::words;

/// The most results that are opened.
const MOST_VISITS: usize = 5;
/// The most results that are listed.
const MOST_LISTED: usize = 10;
/// What all texts read may take together, in characters.
const MOST_READ: usize = 1_200;

impl Mind<'_> {
    pub(super) fn use_results(&mut self, search: &Search) -> Option<Said> {
        let query = self.memory.query.clone().unwrap_or_else(|| search.query.clone());
        self.did(Sentence::DidSearched, "", &query);
        let mut found = self.matching(&words(&query));
        let narrower: Vec<usize> = found.iter().copied().filter(|at| self.speaks_of(*at, &search.extra)).collect();
        if !narrower.is_empty() {
            found = narrower;
        }
        let last = self.memory.next + 1 == self.instructions.len();
        match search.wants {
            Wants::Nothing if !last => None,
            Wants::Nothing | Wants::Entries => {
                self.list(&found, &query);
                None
            }
            Wants::Texts => {
                let visits: Vec<Visit> = found.iter().take(MOST_VISITS).filter_map(|at| self.visit_to(*at)).collect();
                self.list(&found, &query);
                if visits.is_empty() {
                    return None;
                }
                self.open_visit(visits, 0)
            }
        }
    }

    fn speaks_of(&self, entry: usize, extra: &[String]) -> bool {
        let own = words(&self.page.text_of(entry));
        extra.iter().any(|word| quality(word, &own) >= 80)
    }

    pub(super) fn list(&mut self, found: &[usize], query: &str) {
        if found.is_empty() {
            let status = self.status().unwrap_or_else(|| self.page.snapshot.title.clone());
            self.memory.keep(self.say(Sentence::FoundNone, &[("value", query), ("what", &status)]));
            return;
        }
        self.memory.keep(self.say(Sentence::FoundRows, &[("count", &found.len().to_string()), ("value", query)]));
        for at in found.iter().take(MOST_LISTED) {
            let line = cut(&self.page.text_of(*at), 160).into_owned();
            self.memory.keep(format!("- {line}"));
        }
        if found.len() > MOST_LISTED {
            let more = (found.len() - MOST_LISTED).to_string();
            self.memory.keep(self.say(Sentence::MoreRows, &[("count", &more)]));
        }
    }

    fn visit_to(&self, entry: usize) -> Option<Visit> {
        let target = self.page.opener(entry)?;
        let node = self.page.snapshot.node(target)?;
        let title = if node.name.is_empty() { self.page.text_of(entry) } else { node.name.clone() };
        let href = node.href.clone().filter(|href| href.starts_with("http"));
        Some(Visit { title: cut(&title, 120).into_owned(), href, target: target.to_string() })
    }

    /// Opens a result: by its address where it has one, so that the list need not be gone back to.
    fn open_visit(&mut self, visits: Vec<Visit>, at: usize) -> Option<Said> {
        let visit = visits.get(at)?.clone();
        let text = self.say(Sentence::ReadingEntry, &[("what", &visit.title)]);
        let call = match &visit.href {
            Some(href) => ("open", json!({ "url": href })),
            None => ("click", json!({ "ref": self.find_visit(&visit)? })),
        };
        self.memory.phase = Phase::Visiting { visits, at, stage: Stage::Opened };
        Some(Said { text, calls: vec![call] })
    }

    fn find_visit(&self, visit: &Visit) -> Option<String> {
        if self.page.snapshot.resolve(&visit.target).is_ok() {
            return Some(visit.target.clone());
        }
        match self.ground(&Phrase::exactly(&visit.title), Want::Go) {
            Found::One(target) => Some(target.to_string()),
            Found::Several(targets) => targets.first().map(ToString::to_string),
            Found::Nothing(_) => None,
        }
    }

    /// Goes on with the visits: opened → read → (left) → the next one.
    pub(super) fn visit(&mut self, visits: Vec<Visit>, at: usize, stage: Stage) -> Option<Said> {
        let result = self.results.first();
        let worked = result.is_none_or(|result| result.end == End::Done);
        match stage {
            Stage::Opened if worked => {
                let title = visits.get(at).map(|visit| visit.title.clone()).unwrap_or_default();
                self.memory.phase = Phase::Visiting { visits, at, stage: Stage::Read };
                Some(Said::one(self.say(Sentence::ReadingEntry, &[("what", &title)]), "read", json!({})))
            }
            Stage::Read => {
                let room = MOST_READ / visits.len().max(1);
                if let (Some(result), Some(visit)) = (result.filter(|_| worked), visits.get(at)) {
                    let text = retold(&self.page, &plain(&result.text, Addresses::Hidden));
                    let title = words(&visit.title);
                    let said: Vec<&str> = text.lines().filter(|line| words(line) != title).collect();
                    self.memory.keep(format!("«{}»\n{}", visit.title, cut(&said.join("\n"), room)));
                }
                let next_needs_the_list = visits.get(at + 1).is_some_and(|next| next.href.is_none());
                if next_needs_the_list {
                    self.memory.phase = Phase::Visiting { visits, at, stage: Stage::Left };
                    return Some(Said::one(self.say(Sentence::GoingBack, &[]), "back", json!({})));
                }
                self.open_visit(visits, at + 1)
            }
            Stage::Opened | Stage::Left => self.open_visit(visits, at + 1),
        }
    }
}
