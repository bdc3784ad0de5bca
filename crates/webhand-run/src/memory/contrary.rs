//! Facts that speak against a claim to be done: requests that failed, refusals, what the page reported after an action that
//! was to have an effect, and an error page as the last one.
//!
//! A request speaks only for the action that caused it. One that the page sends by itself counts neither way, and where an
//! action is known to have caused one request, the others of that moment do not count.

use std::collections::BTreeSet;

use webhand_model::{Change, Node, NodeState, Outcome, OutcomeStatus, RequestCause, Snapshot, quote, truncate};

#[derive(Debug, Default)]
pub(crate) struct ContraryFacts {
    /// Why the newest action that should have an effect may have had none: it was refused, or its answer was lost.
    unconfirmed: Option<String>,
    /// The action that is not confirmed is a form that the browser did not send.
    is_unsent: bool,
    /// Requests whose newest answer is bad: method and address without its query, and the fact.
    failed: Vec<(String, String)>,
    /// A request of the newest attempt was answered well.
    has_success: bool,
    /// The newest action that the page may report about.
    attempt: Attempt,
    /// The address of the newest look without its fragment.
    url: String,
    /// Alerts since the newest attempt: many are gone by the next look.
    raised: BTreeSet<PageReport>,
    /// The reports of the newest look.
    reports: BTreeSet<PageReport>,
    /// The reports that stood there before the newest attempt, which are therefore no answer to it.
    before: BTreeSet<PageReport>,
    /// The page of now, if its server answered with an error.
    error_page: Option<ErrorPage>,
}

/// A page that came with an error.
#[derive(Debug)]
struct ErrorPage {
    status: u16,
    /// Its address and title; `None` until it was looked at.
    seen: Option<(String, String)>,
}

/// The effect that an action was to have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Attempt {
    #[default]
    None,
    /// It changed something on the page.
    Touch,
    /// It was to have an effect elsewhere.
    Effect,
}

/// Something on a page that reports a failure.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum PageReport {
    Alert(String),
    Unavailable(String),
    /// A field that the page marks as wrong, by its name.
    Invalid(String),
}

/// A fact against a claim.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ContraryFact {
    pub(crate) text: String,
    pub(crate) excuse: Excuse,
}

/// By what an answer shows that it has taken a fact into account.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Excuse {
    None,
    /// It gives this message of the page, which may be a good one.
    Message(String),
    /// It names the status of the page. A page that is only not found may be the right one all the same, as where scripts
    /// fill it: then its title is given as evidence.
    ErrorPage {
        status: u16,
        title: Option<String>,
    },
}

const MOST_FAILED: usize = 10;
const MOST_MESSAGE: usize = 200;

impl ContraryFacts {
    /// Records that the browser did not send a form; the next attempt settles it.
    pub(crate) fn record_unsent(&mut self, why: String) {
        self.unconfirmed = Some(why);
        self.is_unsent = true;
    }

    /// Records that an action is performed which is to have an effect elsewhere.
    pub(crate) fn record_attempt(&mut self) {
        self.attempt = Attempt::Effect;
        self.has_success = false;
        self.raised.clear();
        if std::mem::take(&mut self.is_unsent) {
            self.unconfirmed = None;
        }
        self.before.clone_from(&self.reports);
    }

    /// Records that an action touches the page. What the page reported before the first one is no answer to any.
    pub(crate) fn record_touch(&mut self) {
        if self.attempt == Attempt::None {
            self.attempt = Attempt::Touch;
            self.before.clone_from(&self.reports);
        }
    }

    /// Records how the server answered the page that an action led to.
    pub(crate) fn record_navigation(&mut self, outcome: &Outcome) {
        if outcome.error_status.is_some() || outcome.changes.iter().any(is_other_page) {
            self.error_page = outcome.error_status.map(|status| ErrorPage { status, seen: None });
        }
    }

    pub(crate) fn record_outcome(&mut self, outcome: &Outcome) {
        self.record_navigation(outcome);
        if self.attempt != Attempt::Effect && outcome.changes.iter().any(is_own_request) {
            self.record_attempt();
        }
        match outcome.status {
            OutcomeStatus::Refused => {
                self.unconfirmed = Some(format!("it was refused: {}", outcome.text.trim_end_matches('.')));
            }
            OutcomeStatus::InDoubt => self.unconfirmed = Some(outcome.text.trim_end_matches('.').to_owned()),
            OutcomeStatus::Done | OutcomeStatus::Failed(_) => {}
        }
        let is_caused = outcome.changes.iter().any(|change| cause(change) == Some(RequestCause::Action));
        for change in &outcome.changes {
            match (change, cause(change)) {
                // A request of unknown cause may be the page's own, so it neither proves nor disproves anything.
                (Change::SentByGrant { .. }, Some(RequestCause::Unknown)) => {}
                (
                    Change::Sent { request, status, .. } | Change::SentByGrant { request, status, .. },
                    Some(cause @ (RequestCause::Action | RequestCause::Unknown)),
                ) if cause == RequestCause::Action || !is_caused => self.record_request(request, *status, cause),
                _ => {}
            }
        }
    }

    fn record_request(&mut self, request: &str, status: Option<u16>, cause: RequestCause) {
        let key = request.split('?').next().unwrap_or_default().to_owned();
        self.failed.retain(|(other, _)| *other != key);
        if status.is_some_and(|status| status < 400) {
            self.has_success = true;
            self.unconfirmed = None;
            if cause == RequestCause::Action {
                self.failed.clear();
            }
            return;
        }
        let answer = status.map_or_else(|| "got no answer".to_owned(), |status| format!("answered {status}"));
        self.failed.push((key, format!("{request} {answer}")));
        if self.failed.len() > MOST_FAILED {
            self.failed.remove(0);
        }
    }

    pub(crate) fn record_page(&mut self, page: &Snapshot) {
        self.reports = page_reports(page);
        let url = page.url.split('#').next().unwrap_or_default();
        self.record_error_page(url, &page.title);
        if self.url != url {
            url.clone_into(&mut self.url);
            // A page that was gone to reports about itself, not about a touch of the page before.
            if self.attempt == Attempt::Touch {
                self.attempt = Attempt::None;
                self.raised.clear();
            }
        }
        // A report that is gone and comes back is a new one.
        self.before.retain(|report| self.reports.contains(report));
        let is_alert = |report: &&PageReport| matches!(report, PageReport::Alert(_));
        if self.attempt == Attempt::Effect {
            self.raised.extend(self.reports.difference(&self.before).filter(is_alert).cloned());
        }
    }

    /// A page that has another address or title than the one that failed is another page: it was loaded again by itself, or
    /// a script went on from there.
    fn record_error_page(&mut self, url: &str, title: &str) {
        let Some(failed) = &mut self.error_page else { return };
        let seen = failed.seen.get_or_insert_with(|| (url.to_owned(), title.to_owned()));
        if seen.0 != url || seen.1 != title {
            self.error_page = None;
        }
    }

    /// The facts against a claim.
    pub(crate) fn facts(&self) -> Vec<ContraryFact> {
        let known = self.unconfirmed.iter().chain(self.failed.iter().map(|(_, fact)| fact));
        let known = known.map(|text| ContraryFact { text: text.clone(), excuse: Excuse::None });
        // A request that failed tells the same of the page that it led to.
        let page = self.error_page.as_ref().filter(|_| self.failed.is_empty()).map(ErrorPage::fact);
        let known = known.chain(page);
        let new: BTreeSet<&PageReport> = self.reports.difference(&self.before).chain(&self.raised).collect();
        let reported = new.into_iter().filter(|_| self.attempt != Attempt::None);
        known.chain(reported.filter_map(|report| self.describe(report))).collect()
    }

    fn describe(&self, report: &PageReport) -> Option<ContraryFact> {
        let was_touch = self.attempt == Attempt::Touch;
        let (text, excuse) = match report {
            PageReport::Alert(said) => {
                let may_be_good = self.has_success || was_touch;
                let excuse = if may_be_good { Excuse::Message(said.clone()) } else { Excuse::None };
                (format!("the page reports {}", quote(said)), excuse)
            }
            // After a touch it may be what the person wanted to know.
            PageReport::Unavailable(_) if self.has_success || was_touch => return None,
            PageReport::Unavailable(said) => (format!("the page says {}", quote(said)), Excuse::None),
            PageReport::Invalid(_) if self.has_success => return None,
            PageReport::Invalid(field) => {
                (format!("the page marks the field {} as not valid", quote(field)), Excuse::None)
            }
        };
        Some(ContraryFact { text, excuse })
    }
}

impl ErrorPage {
    fn fact(&self) -> ContraryFact {
        let Self { status, seen } = self;
        let (url, title) = seen.as_ref().map(|(url, title)| (url.as_str(), title.trim())).unwrap_or_default();
        let address = truncate(url.split('?').next().unwrap_or_default(), MOST_MESSAGE);
        let gap = if address.is_empty() { "" } else { " " };
        let text = format!("the server answered {status} for the page{gap}{address}");
        let may_be_right = *status < 500 && !title.is_empty();
        let excuse = Excuse::ErrorPage { status: *status, title: may_be_right.then(|| title.to_owned()) };
        ContraryFact { text, excuse }
    }
}

/// Whether the run goes on on another page.
fn is_other_page(change: &Change) -> bool {
    match change {
        Change::Navigated { .. } | Change::TabSwitched { .. } => true,
        Change::Sent { .. }
        | Change::SentByGrant { .. }
        | Change::TabOpened { .. }
        | Change::TabClosed { .. }
        | Change::DialogOpened { .. }
        | Change::Downloaded { .. }
        | Change::Stopped { .. }
        | Change::MayHaveLeft { .. }
        | Change::Unapprovable { .. }
        | Change::Unsettled => false,
    }
}

fn cause(change: &Change) -> Option<RequestCause> {
    match change {
        Change::Sent { cause, .. } | Change::SentByGrant { cause, .. } => Some(*cause),
        Change::Navigated { .. }
        | Change::TabOpened { .. }
        | Change::TabClosed { .. }
        | Change::TabSwitched { .. }
        | Change::DialogOpened { .. }
        | Change::Downloaded { .. }
        | Change::Stopped { .. }
        | Change::MayHaveLeft { .. }
        | Change::Unapprovable { .. }
        | Change::Unsettled => None,
    }
}

/// Whether a change tells of a request that is known to come from the action, or that the person allowed.
fn is_own_request(change: &Change) -> bool {
    match change {
        Change::Sent { cause, .. } => *cause != RequestCause::Page,
        Change::SentByGrant { cause, .. } => *cause == RequestCause::Action,
        Change::Navigated { .. }
        | Change::TabOpened { .. }
        | Change::TabClosed { .. }
        | Change::TabSwitched { .. }
        | Change::DialogOpened { .. }
        | Change::Downloaded { .. }
        | Change::Stopped { .. }
        | Change::MayHaveLeft { .. }
        | Change::Unapprovable { .. }
        | Change::Unsettled => false,
    }
}

fn page_reports(page: &Snapshot) -> BTreeSet<PageReport> {
    let mut reports = BTreeSet::new();
    for (at, node) in page.nodes.iter().enumerate() {
        if node.role == "alert" {
            let said = text_below(&page.nodes[at..]);
            reports.extend((!said.is_empty()).then_some(PageReport::Alert(said)));
        } else if node.is(NodeState::Invalid) {
            let name = if node.name.is_empty() { &node.role } else { &node.name };
            reports.insert(PageReport::Invalid(truncate(name, MOST_MESSAGE).into_owned()));
        } else if is_unavailable(&node.name) || node.value.as_deref().is_some_and(is_unavailable) {
            let said = node.value.as_deref().filter(|value| is_unavailable(value)).unwrap_or(&node.name);
            reports.insert(PageReport::Unavailable(said.trim().to_owned()));
        }
    }
    reports
}

/// The text of the first node and of those in it.
fn text_below(nodes: &[Node]) -> String {
    let Some(first) = nodes.first() else { return String::new() };
    let inner = nodes[1..].iter().take_while(|node| node.depth > first.depth);
    let words = std::iter::once(first).chain(inner);
    let words = words.flat_map(|node| [node.name.as_str(), node.value.as_deref().unwrap_or_default()]);
    let mut said: Vec<&str> = Vec::new();
    for part in words.filter(|part| !part.is_empty()) {
        if !said.iter().any(|before| before.contains(part)) {
            said.push(part);
        }
    }
    truncate(&said.join(" "), MOST_MESSAGE).into_owned()
}

/// Whether a short text says only that something cannot be had.
fn is_unavailable(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    UNAVAILABLE.contains(&text.as_str())
}

const UNAVAILABLE: [&str; 16] = [
    "out of stock",
    "sold out",
    "currently unavailable",
    "not available",
    "ausverkauft",
    "nicht verfügbar",
    "nicht auf lager",
    "rupture de stock",
    "épuisé",
    "agotado",
    "sin existencias",
    "esaurito",
    "esgotado",
    "uitverkocht",
    "wyprzedane",
    "нет в наличии",
];
