//! Requests that are in flight, and the last ones that were. Each tab has its own, so that a busy one takes no room from others.

use std::collections::{BTreeSet, HashMap, VecDeque};
use webhand_rt::Instant;

use webhand_guard::request_endpoint;
use webhand_model::{RequestRecord, TabId, clean, truncate};

use crate::driver::{LoaderId, NetError, RequestId, RequestStarted};

/// A request that has not ended.
#[derive(Debug)]
pub(crate) struct InFlightRequest {
    pub(crate) loader: Option<LoaderId>,
    pub(crate) moment: u64,
    /// Method, origin and path.
    pub(crate) place: String,
    kind: String,
    /// Its answer is a stream that is not meant to end.
    streams: bool,
}

impl InFlightRequest {
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
struct EndedRequest {
    moment: u64,
    place: String,
    at: Instant,
}

/// A request with its status or failure.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) kind: String,
    pub(crate) status: Option<u16>,
    pub(crate) failure: Option<NetError>,
    mime: String,
    bytes: Option<u64>,
    began: Instant,
    /// When it ended, as long as no outcome has told of it.
    ended: Option<Instant>,
}

impl Exchange {
    /// The record of a request that has ended; once.
    fn report(&mut self, now: Instant) -> Option<RequestRecord> {
        let ended = self.ended.take()?;
        let since = |from: Instant, to: Instant| u64::try_from(to.duration_since(from).as_millis()).unwrap_or(u64::MAX);
        self.url.starts_with("http").then(|| RequestRecord {
            method: truncate(&clean(&self.method), LONGEST_METHOD).into_owned(),
            url: truncate(&clean(&self.url), LONGEST_URL).into_owned(),
            kind: self.kind.clone(),
            status: self.status,
            mime: clean(&self.mime),
            failure: self.failure.as_ref().map(|error| clean(&error.to_string())),
            began_before: since(self.began, now),
            took: since(self.began, ended),
            bytes: self.bytes,
        })
    }
}

/// The cause of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// An action is under way and may have caused it.
    Action,
    /// The page sends it by itself.
    Page,
}

#[derive(Debug, Default)]
pub(crate) struct Traffic(HashMap<TabId, TabTraffic>);

impl Traffic {
    pub(crate) fn starts(&mut self, tab: TabId, starts: RequestStarted, moment: u64, cause: Cause) {
        self.0.entry(tab).or_default().starts(starts, moment, cause);
    }

    pub(crate) fn answered(&mut self, tab: TabId, id: &RequestId, status: u16, mime: &str) {
        if let Some(own) = self.0.get_mut(&tab) {
            own.answered(id, status, mime);
        }
    }

    pub(crate) fn ended(&mut self, tab: TabId, id: &RequestId, failure: Option<NetError>, bytes: Option<u64>) {
        if let Some(own) = self.0.get_mut(&tab) {
            own.ended(id, failure, bytes);
        }
    }

    /// The requests of tabs that ended since they were reported last, by their beginning. Parts of a page's looks are left
    /// out where there are too many.
    pub(crate) fn report(&mut self, tabs: &BTreeSet<TabId>) -> Vec<RequestRecord> {
        let now = Instant::now();
        let own = self.0.iter_mut().filter(|(tab, _)| tabs.contains(tab)).flat_map(|(_, own)| own.recent.iter_mut());
        let mut ended: Vec<RequestRecord> = own.filter_map(|exchange| exchange.report(now)).collect();
        ended.sort_by_key(|record| !record.is_content());
        ended.truncate(MOST_REPORTED);
        ended.sort_by_key(|record| std::cmp::Reverse(record.began_before));
        ended
    }

    /// Requests of a tab that have not ended.
    pub(crate) fn in_flight(&self, tab: TabId) -> impl Iterator<Item = (&RequestId, &InFlightRequest)> {
        self.0.get(&tab).into_iter().flat_map(|own| own.in_flight.iter())
    }

    /// When a request under way began, and where it goes.
    pub(crate) fn began(&self, tab: TabId, id: &RequestId) -> Option<(u64, String)> {
        let request = self.0.get(&tab)?.in_flight.get(id)?;
        Some((request.moment, request.place.clone()))
    }

    /// When the last request ended that a tab has made since a moment, of those that matter and are not `noise`.
    pub(crate) fn answered_since(&self, tab: TabId, moment: u64, noise: &BTreeSet<String>) -> Option<Instant> {
        let counts = |answer: &&EndedRequest| answer.moment > moment && !noise.contains(&answer.place);
        self.0.get(&tab)?.answers.iter().rev().find(counts).map(|answer| answer.at)
    }

    /// The places a tab keeps asking for by itself: those it asked for before, and those it is waiting for now, which a
    /// long poll asks for again as soon as it is answered.
    pub(crate) fn polled(&self, tab: TabId) -> BTreeSet<String> {
        let Some(own) = self.0.get(&tab) else { return BTreeSet::new() };
        let asked = own.polls.iter().filter(|(_, count)| **count >= 2).map(|(place, _)| place.clone());
        asked.chain(own.in_flight.values().map(|request| request.place.clone())).collect()
    }

    pub(crate) fn recent(&self, tab: TabId) -> impl DoubleEndedIterator<Item = &Exchange> {
        self.0.get(&tab).into_iter().flat_map(|own| own.recent.iter())
    }

    /// The first request with this id: what was sent, not where it was redirected to.
    pub(crate) fn first(&self, id: &RequestId) -> Option<&Exchange> {
        self.0.values().find_map(|own| own.recent.iter().find(|exchange| exchange.id == *id))
    }

    /// A tab that has sent a request with this id.
    pub(super) fn tab_of(&self, id: &RequestId) -> Option<TabId> {
        self.0.iter().find(|(_, own)| own.recent.iter().any(|exchange| exchange.id == *id)).map(|(tab, _)| *tab)
    }

    pub(super) fn forget_polls(&mut self, tab: TabId) {
        if let Some(own) = self.0.get_mut(&tab) {
            own.polls.clear();
        }
    }

    pub(super) fn forget_tab(&mut self, tab: TabId) {
        self.0.remove(&tab);
    }
}

#[derive(Debug, Default)]
struct TabTraffic {
    in_flight: HashMap<RequestId, InFlightRequest>,
    recent: VecDeque<Exchange>,
    answers: VecDeque<EndedRequest>,
    /// How often it has asked for a place while nobody was doing anything.
    polls: HashMap<String, u32>,
}

impl TabTraffic {
    fn starts(&mut self, starts: RequestStarted, moment: u64, cause: Cause) {
        let place = request_endpoint(&starts.request.method, &starts.request.url);
        if cause == Cause::Page && (self.polls.len() < MOST_POLLS || self.polls.contains_key(&place)) {
            *self.polls.entry(place.clone()).or_default() += 1;
        }
        if let Some(status) = starts.redirect_status
            && let Some(exchange) = self.exchange(&starts.id)
        {
            exchange.status = Some(status);
            exchange.ended = Some(Instant::now());
        }
        if self.recent.len() == MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Exchange {
            id: starts.id.clone(),
            method: starts.request.method,
            url: starts.request.url,
            kind: starts.kind.clone(),
            status: None,
            failure: None,
            mime: String::new(),
            bytes: None,
            began: Instant::now(),
            ended: None,
        });
        if self.in_flight.len() < MOST_UNDER_WAY {
            let in_flight = InFlightRequest { loader: starts.loader, moment, place, kind: starts.kind, streams: false };
            self.in_flight.insert(starts.id, in_flight);
        }
    }

    fn answered(&mut self, id: &RequestId, status: u16, mime: &str) {
        if let Some(exchange) = self.exchange(id) {
            exchange.status = Some(status);
            exchange.mime = truncate(mime, LONGEST_MIME).into_owned();
        }
        if let Some(request) = self.in_flight.get_mut(id) {
            request.streams = matches!(mime, "text/event-stream" | "multipart/x-mixed-replace");
        }
    }

    fn ended(&mut self, id: &RequestId, failure: Option<NetError>, bytes: Option<u64>) {
        if let Some(InFlightRequest { moment, place, .. }) = self.in_flight.remove(id).filter(InFlightRequest::matters)
        {
            if self.answers.len() == MOST_ANSWERS {
                self.answers.pop_front();
            }
            self.answers.push_back(EndedRequest { moment, place, at: Instant::now() });
        }
        if let Some(exchange) = self.exchange(id) {
            exchange.failure = failure;
            exchange.bytes = bytes;
            exchange.ended = Some(Instant::now());
        }
    }

    fn exchange(&mut self, id: &RequestId) -> Option<&mut Exchange> {
        self.recent.iter_mut().rev().find(|exchange| exchange.id == *id)
    }
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
/// Requests that one outcome tells of, and how much of each.
const MOST_REPORTED: usize = 60;
const LONGEST_URL: usize = 1_000;
const LONGEST_METHOD: usize = 20;
const LONGEST_MIME: usize = 80;
