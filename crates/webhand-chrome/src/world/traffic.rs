//! Requests under way, and the last ones that were.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Instant;

use webhand_model::TabId;

use crate::cdp::protocol::{LoaderId, NetworkId, RequestStarts};

/// A request that has not ended.
#[derive(Debug)]
pub(crate) struct UnderWay {
    pub(crate) tab: TabId,
    pub(crate) loader: Option<LoaderId>,
    pub(crate) moment: u64,
    /// Method, origin and path.
    pub(crate) place: String,
    kind: String,
    /// Its answer is a stream that is not meant to end.
    streams: bool,
}

impl UnderWay {
    /// Whether the page is not complete without its answer.
    pub(crate) fn matters(&self) -> bool {
        match self.kind.as_str() {
            "Document" | "Script" | "Stylesheet" => true,
            "XHR" | "Fetch" => !self.streams && !reports(&self.place),
            _ => false,
        }
    }
}

/// A request that mattered, once it has ended.
#[derive(Debug)]
struct Answer {
    tab: TabId,
    moment: u64,
    place: String,
    at: Instant,
}

/// A request with what came of it.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    pub(crate) id: NetworkId,
    pub(crate) tab: TabId,
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) kind: String,
    pub(crate) status: Option<u16>,
    pub(crate) failure: Option<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Traffic {
    under_way: HashMap<NetworkId, UnderWay>,
    recent: VecDeque<Exchange>,
    answers: VecDeque<Answer>,
    /// How often a tab has asked for a place while nobody was doing anything.
    polls: HashMap<(TabId, String), u32>,
    /// An action is under way, so what starts now may be its doing.
    pub(crate) acting: bool,
}

impl Traffic {
    pub(crate) fn starts(&mut self, tab: TabId, starts: RequestStarts, moment: u64) {
        let place = place_of(&starts.request.method, &starts.request.url);
        if !self.acting && self.polls.len() < MOST_POLLS {
            *self.polls.entry((tab, place.clone())).or_default() += 1;
        }
        if let Some(answer) = &starts.redirect_response
            && let Some(exchange) = self.exchange(&starts.request_id)
        {
            exchange.status = Some(answer.status);
        }
        if self.recent.len() == MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Exchange {
            id: starts.request_id.clone(),
            tab,
            method: starts.request.method,
            url: starts.request.url,
            kind: starts.kind.clone(),
            status: None,
            failure: None,
        });
        if self.under_way.len() < MOST_UNDER_WAY {
            let under_way =
                UnderWay { tab, loader: starts.loader_id, moment, place, kind: starts.kind, streams: false };
            self.under_way.insert(starts.request_id, under_way);
        }
    }

    pub(crate) fn answered(&mut self, id: &NetworkId, status: u16, mime: &str) {
        if let Some(exchange) = self.exchange(id) {
            exchange.status = Some(status);
        }
        if let Some(request) = self.under_way.get_mut(id) {
            request.streams = matches!(mime, "text/event-stream" | "multipart/x-mixed-replace");
        }
    }

    pub(crate) fn ended(&mut self, id: &NetworkId, failure: Option<String>) {
        if let Some(UnderWay { tab, moment, place, .. }) = self.under_way.remove(id).filter(UnderWay::matters) {
            if self.answers.len() == MOST_ANSWERS {
                self.answers.pop_front();
            }
            self.answers.push_back(Answer { tab, moment, place, at: Instant::now() });
        }
        if let Some(exchange) = self.exchange(id) {
            exchange.failure = failure;
        }
    }

    /// Requests of a tab that have not ended.
    pub(crate) fn under_way(&self, tab: TabId) -> impl Iterator<Item = (&NetworkId, &UnderWay)> {
        self.under_way.iter().filter(move |(_, request)| request.tab == tab)
    }

    /// When a request under way began, and where it goes.
    pub(crate) fn began(&self, tab: TabId, id: &NetworkId) -> Option<(u64, String)> {
        let request = self.under_way.get(id).filter(|request| request.tab == tab)?;
        Some((request.moment, request.place.clone()))
    }

    /// When the last request ended that a tab has made since a moment, of those that matter and are not `noise`.
    pub(crate) fn answered_since(&self, tab: TabId, moment: u64, noise: &BTreeSet<String>) -> Option<Instant> {
        let counts = |answer: &&Answer| answer.tab == tab && answer.moment > moment && !noise.contains(&answer.place);
        self.answers.iter().rev().find(counts).map(|answer| answer.at)
    }

    /// The places a tab keeps asking for by itself: those it asked for before, and those it is waiting for now, which a
    /// long poll asks for again as soon as it is answered.
    pub(crate) fn polled(&self, tab: TabId) -> BTreeSet<String> {
        let often = |((polling, _), count): &(&(TabId, String), &u32)| *polling == tab && **count >= 2;
        let asked = self.polls.iter().filter(often).map(|((_, place), _)| place.clone());
        asked.chain(self.under_way(tab).map(|(_, request)| request.place.clone())).collect()
    }

    pub(crate) fn recent(&self, tab: TabId) -> impl DoubleEndedIterator<Item = &Exchange> {
        self.recent.iter().filter(move |exchange| exchange.tab == tab)
    }

    /// The first request with this id: what was sent, not where it was redirected to.
    pub(crate) fn first(&self, id: &NetworkId) -> Option<&Exchange> {
        self.recent.iter().find(|exchange| exchange.id == *id)
    }

    pub(super) fn forget_polls(&mut self, tab: TabId) {
        self.polls.retain(|(polling, _), _| *polling != tab);
    }

    pub(super) fn forget_tab(&mut self, tab: TabId) {
        self.forget_polls(tab);
        self.under_way.retain(|_, request| request.tab != tab);
        self.answers.retain(|answer| answer.tab != tab);
    }

    fn exchange(&mut self, id: &NetworkId) -> Option<&mut Exchange> {
        self.recent.iter_mut().rev().find(|exchange| exchange.id == *id)
    }
}

/// Method, origin and path: what stays the same when a page asks again and again.
pub(crate) fn place_of(method: &str, url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    format!("{method} {}", &url[..end])
}

/// Whether a place only takes in what pages report about themselves and their visitors; nothing is shown of its answer.
fn reports(place: &str) -> bool {
    let mut words = place.split(['/', '.', '-', '_', ' ', ':']).map(str::to_ascii_lowercase);
    words.any(|word| REPORTS.contains(&word.as_str()))
}

const REPORTS: &[&str] = &[
    "analytics",
    "telemetry",
    "beacon",
    "beacons",
    "metrics",
    "rum",
    "sentry",
    "hotjar",
    "doubleclick",
    "googletagmanager",
    "mixpanel",
    "amplitude",
    "clarity",
    "newrelic",
    "matomo",
    "plausible",
];
const MOST_ANSWERS: usize = 100;
const MOST_UNDER_WAY: usize = 2_000;
const MOST_RECENT: usize = 200;
const MOST_POLLS: usize = 500;
