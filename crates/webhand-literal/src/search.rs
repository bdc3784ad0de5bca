//! Searches: goes to the place, finds the search field, sends the query off and gives the results time.

use serde_json::json;
use webhand_model::{PageState, Ref};

use super::ground::{Found, Want};
use super::instruction::{Instruction, Search, Wants};
use super::language::{concept, site};
use super::memory::Phase;
use super::mind::{Mind, Said};
use super::page::is_field;
use super::phrase::Phrase;
use super::query::is_mailbox;
use super::say::Sentence;
use super::score::quality;
use super::step::{address, reference};
use super::words::words;

impl Mind<'_> {
    pub(super) fn search(&mut self, search: &Search) -> Option<Said> {
        let told = self.telling_words(&search.query);
        if self.is_enough_to_see(search) && self.shows(&told) {
            self.memory.within = told;
            return None;
        }
        match self.memory.phase.clone() {
            Phase::Submitted { before } => self.look_at_results(search, &before),
            Phase::Pressed => self.results_or_wait(search),
            Phase::Awaited => self.use_results(search),
            Phase::Visiting { visits, at, stage } => self.visit(visits, at, stage),
            Phase::Fresh | Phase::Cleared => self.go_there(search).or_else(|| self.enter_query(search)),
            Phase::Going
            | Phase::Waited
            | Phase::Revealed
            | Phase::Acted
            | Phase::Exploring
            | Phase::Asked(_)
            | Phase::Unfolded
            | Phase::Turned { .. }
            | Phase::Reading => self.enter_query(search),
        }
    }

    /// "Find the mail from Ann and delete it": what is on the page need not be searched for.
    fn is_enough_to_see(&self, search: &Search) -> bool {
        let looking = matches!(self.memory.phase, Phase::Fresh | Phase::Waited | Phase::Exploring);
        let next = self.instructions.get(self.memory.next + 1);
        let acts = next.is_some_and(|next| !matches!(next, Instruction::Read { .. } | Instruction::Count { .. }));
        search.finds && looking && acts && search.wants == Wants::Nothing
    }

    /// The words of a query that tell one thing from others of its kind.
    pub(super) fn telling_words(&self, query: &str) -> Vec<String> {
        let telling = |word: &String| {
            self.language.is_content(word) && !self.language.roles.contains_key(word) && word.chars().count() > 1
        };
        words(query).into_iter().filter(telling).collect()
    }

    pub(super) fn shows(&self, wanted: &[String]) -> bool {
        let nodes = self.page.nodes();
        let says = |at: &usize| {
            let own = words(&self.page.own_text(*at));
            !self.page.is_echo(*at)
                && !is_field(&nodes[*at].role)
                && wanted.iter().all(|word| quality(word, &own) >= 80)
        };
        !wanted.is_empty() && (0..nodes.len()).any(|at| says(&at))
    }

    /// The way to the place named, unless this is the place already or it is none.
    fn go_there(&mut self, search: &Search) -> Option<Said> {
        let place = search.place.as_ref()?;
        self.memory.query = Some(search.query.clone());
        let whole_page = !is_mailbox(place) && place.words.iter().all(|word| self.language.whole.contains(word));
        if self.memory.chosen.is_none() && (whole_page || self.is_at(place)) {
            return None;
        }
        let url = address(&place.text);
        if url.is_none() && !matches!(self.page.snapshot.state, PageState::Closed(_)) {
            match self.ground(place, Want::Go) {
                Found::One(_) | Found::Several(_) => match self.locate(place, Want::Go) {
                    Ok(target) => return Some(self.go_by(target)),
                    Err(said) => return Some(said),
                },
                Found::Nothing(_) => {}
            }
        }
        let Some(url) = url.or_else(|| site(&place.text).map(str::to_owned)) else {
            // "boats in Spain": the place belongs to the query after all.
            self.memory.query = Some(search.whole.clone());
            return None;
        };
        self.memory.phase = Phase::Going;
        Some(Said::one(self.say(Sentence::Opening, &[("what", &url)]), "open", json!({ "url": url })))
    }

    fn go_by(&mut self, target: Ref) -> Said {
        self.memory.phase = Phase::Going;
        self.memory.chosen = None;
        let text = self.say(Sentence::Opening, &[("what", &self.page.describe(target))]);
        Said::one(text, "click", reference(target))
    }

    /// Whether title, address, main headings or the search field speak of the place.
    fn is_at(&self, place: &Phrase) -> bool {
        let snapshot = self.page.snapshot;
        let path = snapshot.url.split("://").nth(1).and_then(|rest| rest.split_once('/')).map_or("", |(_, path)| path);
        let mut said = words(path.split('?').next().unwrap_or_default());
        said.extend(words(&snapshot.title));
        let speaks = |role: &str| matches!(role, "heading" | "searchbox");
        for node in
            self.page.nodes().iter().filter(|node| speaks(&node.role) && !node.is("level=2") && !node.is("level=3"))
        {
            said.extend(words(&node.name));
        }
        !place.words.is_empty() && place.words.iter().any(|word| quality(word, &said) >= 80)
    }

    fn query(&self, search: &Search) -> String {
        self.memory.query.clone().unwrap_or_else(|| search.query.clone())
    }

    fn enter_query(&mut self, search: &Search) -> Option<Said> {
        let query = self.query(search);
        if let PageState::Closed(_) = self.page.snapshot.state {
            return Some(self.fail(&self.say(Sentence::NoPage, &[])));
        }
        if let Some(field) = self.search_field() {
            self.memory.phase = Phase::Submitted { before: self.page.fingerprint() };
            let field = field.to_string();
            let calls =
                vec![("fill", json!({"ref": field, "value": query})), ("press", json!({"key": "Enter", "ref": field}))];
            return Some(Said { text: self.say(Sentence::Searching, &[("value", &query)]), calls });
        }
        if self.page.snapshot.state == PageState::Loading && self.memory.phase != Phase::Waited {
            self.memory.phase = Phase::Waited;
            return Some(Said::one(self.say(Sentence::Waiting, &[]), "wait", json!({"idle": true, "ms": 5000})));
        }
        if let Some(button) = self.search_button().filter(|_| self.memory.phase != Phase::Revealed) {
            self.memory.phase = Phase::Revealed;
            let text = self.say(Sentence::Clicking, &[("what", &self.page.describe(button))]);
            return Some(Said::one(text, "click", reference(button)));
        }
        if search.wants != Wants::Nothing && !self.matching(&words(&query)).is_empty() {
            return self.use_results(search);
        }
        if search.finds && search.wants == Wants::Nothing {
            return Some(self.look_further(&Phrase::exactly(&query), &[]));
        }
        Some(self.fail(&self.say(Sentence::NoSearch, &[("value", &query)])))
    }

    fn search_field(&self) -> Option<Ref> {
        let nodes = self.page.nodes();
        let score = |at: usize| {
            let node = &nodes[at];
            let mut own = words(&node.name);
            own.extend(self.page.label_before(at));
            let landmark = self.page.ancestors(at).any(|above| nodes[above].role == "search");
            let called = own.iter().any(|word| concept(word) == Some("search"));
            let base = if node.role == "searchbox" {
                100
            } else if landmark {
                90
            } else if called {
                80
            } else {
                return 0;
            };
            base + if node.in_view { 5 } else { 0 } + if called { 2 } else { 0 }
        };
        let fields = (0..nodes.len()).filter(|at| nodes[*at].target.is_some() && is_field(&nodes[*at].role));
        // The first of the best: `max_by_key` would take the last.
        let best = fields.rev().max_by_key(|at| score(*at)).filter(|at| score(*at) > 0)?;
        nodes[best].target
    }

    fn search_button(&self) -> Option<Ref> {
        let called = |name: &str| words(name).iter().any(|word| concept(word) == Some("search"));
        let buttons = self
            .page
            .nodes()
            .iter()
            .filter(|node| node.target.is_some() && matches!(node.role.as_str(), "button" | "link"));
        buttons.filter(|node| called(&node.name)).min_by_key(|node| (node.role != "button", node.name.len()))?.target
    }

    fn look_at_results(&mut self, search: &Search, before: &str) -> Option<Said> {
        let unchanged = self.page.fingerprint() == before;
        if let Some(button) = self.search_button().filter(|_| unchanged) {
            self.memory.phase = Phase::Pressed;
            let text = self.say(Sentence::Clicking, &[("what", &self.page.describe(button))]);
            return Some(Said::one(text, "click", reference(button)));
        }
        self.results_or_wait(search)
    }

    /// Nothing is concluded from an empty list before late results had their time.
    fn results_or_wait(&mut self, search: &Search) -> Option<Said> {
        if self.matching(&words(&self.query(search))).is_empty() {
            self.memory.phase = Phase::Awaited;
            return Some(Said::one(self.say(Sentence::Waiting, &[]), "wait", json!({"idle": true, "ms": 5000})));
        }
        self.use_results(search)
    }

    /// Entries that have all words of the query, else those that have any.
    pub(super) fn matching(&self, wanted: &[String]) -> Vec<usize> {
        let entries = self.page.entries();
        let hits = |at: usize| {
            let own = words(&self.page.text_of(at));
            wanted.iter().filter(|word| quality(word, &own) >= 80).count()
        };
        let all: Vec<usize> = entries.iter().copied().filter(|at| hits(*at) == wanted.len()).collect();
        if all.is_empty() { entries.into_iter().filter(|at| hits(*at) > 0).collect() } else { all }
    }
}
