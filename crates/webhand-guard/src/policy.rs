//! The permissions that the person gave: before the run by grants, during it by answers.

use std::sync::Arc;

use webhand_model::{
    ActionClass, ApprovalMode, BrowserOwner, DecisionSource, Grant, GuardRules, HeldRequest, Origin, OriginPattern,
    Permission, Task, WebUrl,
};

use crate::classify::Need;
use crate::egress::{NetworkPolicy, ThisMachine};
use crate::named_addresses::named_addresses;
use crate::private_texts::ComposedAddresses;
use crate::request_kind::RequestKind;
use crate::{PrivateTexts, Reach, TextScope};

/// The grants, answers and rules that decide what may happen without asking the person.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    mode: ApprovalMode,
    decided_by: DecisionSource,
    grants: Vec<Grant>,
    /// Origins that may be read and typed on: the start page's, and those the person named in the task or before it.
    own: Vec<Origin>,
    /// Hosts that the person named without a scheme or port.
    named_hosts: Vec<OriginPattern>,
    /// Permissions from the person's answers in this run.
    learned: Vec<(Origin, Permission)>,
    /// Kinds of requests that the person allowed for the rest of this run.
    kinds: Vec<RequestKind>,
    browser_owner: BrowserOwner,
    rules: GuardRules,
    /// Origins whose live connections the person allowed to use in a browser that cannot hold their messages.
    channels: Vec<Origin>,
    /// Texts that must not leave for another site; shared with the hands, which search addresses for them.
    private_texts: Arc<PrivateTexts>,
    /// The addresses that the brain composed, which a site may join.
    composed: Arc<ComposedAddresses>,
}

/// How many addresses the person may name while the run works.
const MOST_NAMED: usize = 500;

impl Policy {
    /// The policy a task starts with.
    #[must_use]
    pub fn of(task: &Task) -> Self {
        let said = task.before.iter().map(|exchange| &exchange.message).chain([&task.text]);
        let named: Vec<String> = said.flat_map(|text| named_addresses(text)).collect();
        let parsed = named.iter().filter_map(|word| WebUrl::parse(word).ok());
        Self {
            mode: task.mode,
            decided_by: task.decided_by,
            grants: task.grants.clone(),
            own: task
                .start
                .iter()
                .cloned()
                .chain(parsed)
                .map(|url| url.origin())
                .filter(|own| *own != Origin::opaque())
                .collect(),
            named_hosts: named.iter().filter_map(|word| bare_host(word)).collect(),
            learned: Vec::new(),
            kinds: Vec::new(),
            browser_owner: task.browser_owner,
            rules: task.guard_rules,
            channels: Vec::new(),
            private_texts: Arc::new(PrivateTexts::new(&task.text)),
            composed: Arc::default(),
        }
    }

    /// Counts what the person says during the run as words of the task: addresses that they name are open to it.
    pub fn learn_words(&mut self, text: &str) {
        let named = named_addresses(text);
        let origins = named.iter().filter_map(|word| WebUrl::parse(word).ok()).map(|url| url.origin());
        let room = MOST_NAMED.saturating_sub(self.own.len());
        self.own.extend(origins.filter(|own| *own != Origin::opaque()).take(room));
        let room = MOST_NAMED.saturating_sub(self.named_hosts.len());
        self.named_hosts.extend(named.iter().filter_map(|word| bare_host(word)).take(room));
    }

    /// The run opens a site that the person saved under a name: it may read there.
    pub fn learn_saved(&mut self, url: &WebUrl) {
        if !self.permits(&url.origin(), Permission::Read) {
            self.learn(url.origin(), Permission::Read);
        }
    }

    /// The network policy of the run: the hosts beyond the public web that it may connect to.
    #[must_use]
    pub fn network(&self) -> NetworkPolicy {
        let learned = self.learned.iter().map(|(origin, _)| origin);
        NetworkPolicy {
            granted: self.grants.iter().map(|grant| grant.origins.clone()).collect(),
            own: self.own.iter().chain(learned).cloned().collect(),
            named_hosts: self.named_hosts.clone(),
            this_machine: match self.decided_by {
                DecisionSource::Outside => ThisMachine::Open,
                DecisionSource::Brain => ThisMachine::Closed,
            },
            ..NetworkPolicy::default()
        }
    }

    /// Whether the permission holds on an origin without asking.
    #[must_use]
    pub fn permits(&self, origin: &Origin, may: Permission) -> bool {
        self.permits_expressly(origin, may) || (may <= Permission::Input && self.is_open(origin))
    }

    /// Whether the person allowed it for this origin, by a grant, by naming the place or by an answer. That an outside agent
    /// may use the whole public web is not meant for one origin.
    pub(crate) fn permits_expressly(&self, origin: &Origin, may: Permission) -> bool {
        let learned = self.learned.iter().any(|(known, known_may)| known == origin && *known_may >= may);
        self.grants_to(origin, may) || learned || (may <= Permission::Input && self.is_own(origin))
    }

    pub(crate) fn is_outside(&self) -> bool {
        self.decided_by == DecisionSource::Outside
    }

    /// Whether the person allowed scripts of the brain on some site before the run.
    pub(crate) fn runs_scripts(&self) -> bool {
        self.grants.iter().any(|grant| grant.permission >= Permission::Code)
    }

    pub(crate) fn private_texts(&self) -> &PrivateTexts {
        &self.private_texts
    }

    /// Records texts that a page showed to the brain.
    pub fn record_read<'a>(&mut self, origin: &Origin, texts: impl Iterator<Item = &'a str>) {
        let scope = self.scope_of(origin);
        Arc::make_mut(&mut self.private_texts).record_read(origin, texts, scope);
    }

    /// Records a text that the brain types on a page.
    pub fn record_typed(&mut self, origin: &Origin, text: &str) {
        // The words of an outside agent may be its own memory, which nobody here can know.
        let scope = if self.is_outside() { TextScope::Distinctive } else { TextScope::Whole };
        Arc::make_mut(&mut self.private_texts).record_typed(origin, text, scope);
    }

    /// The other origins whose texts an address would carry away.
    #[must_use]
    pub fn texts_carried_by(&self, url: &str) -> Vec<Origin> {
        self.private_texts.sources_in(url, &Origin::from_url(url))
    }

    /// Records an address that the brain composed and that leaves.
    pub fn record_composed(&mut self, url: &str) {
        Arc::make_mut(&mut self.composed).record(url);
    }

    /// The other origins whose texts a site would have whole with this address, after the ones it got before.
    #[must_use]
    pub fn texts_completed_by(&self, url: &str) -> Vec<Origin> {
        self.private_texts.sources_in_pieces(url, &Origin::from_url(url), &self.composed)
    }

    fn scope_of(&self, origin: &Origin) -> TextScope {
        let is_everybodys =
            self.is_outside() && origin.is_public() && !self.permits_expressly(origin, Permission::Read);
        if is_everybodys { TextScope::Distinctive } else { TextScope::Whole }
    }

    /// Whether the person granted the permission before the run.
    fn grants_to(&self, origin: &Origin, may: Permission) -> bool {
        self.grants.iter().any(|grant| grant.permission >= may && grant.origins.covers(origin))
    }

    /// Whether an outside agent may read and type there without asking: on the public web, and on this machine.
    fn is_open(&self, origin: &Origin) -> bool {
        self.decided_by == DecisionSource::Outside && (origin.is_public() || origin.is_localhost())
    }

    /// Whether content with the opaque origin, as of sandboxed frames, may be read: an outside agent may, because it may
    /// read the public web anyway.
    pub(crate) fn reads_opaque(&self, origin: &Origin) -> bool {
        self.decided_by == DecisionSource::Outside && *origin == Origin::opaque()
    }

    /// The person let a navigation go, so the run may read there from now on.
    pub fn learn_navigation(&mut self, allowed: &HeldRequest) {
        if allowed.only_reads() && self.reach(&allowed.url) == Reach::Unreadable {
            self.learn(allowed.to(), Permission::Read);
        }
    }

    pub(crate) fn learn(&mut self, origin: Origin, may: Permission) {
        self.learned.push((origin, may));
    }

    pub(crate) fn learn_kind(&mut self, kind: RequestKind) {
        if self.kinds.len() < MOST_KINDS && !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }

    /// Whether the person allowed this kind of request for the rest of the run.
    pub(crate) fn knows_kind(&self, kind: Option<&RequestKind>) -> bool {
        kind.is_some_and(|kind| self.kinds.contains(kind))
    }

    /// Whether nothing of the person's may be entered, because webhand did not start the browser.
    pub(crate) fn is_in_browser_of_person(&self) -> bool {
        self.browser_owner == BrowserOwner::Person
    }

    /// Whether a page with an open connection may be touched, whose messages cannot be held.
    pub(crate) fn permits_channel(&self, origin: &Origin) -> bool {
        let is_granted = self.mode != ApprovalMode::Careful && self.permits_expressly(origin, Permission::Commit);
        is_granted || self.channels.contains(origin)
    }

    pub(crate) fn learn_channel(&mut self, origin: Origin) {
        self.channels.push(origin);
    }

    /// The kind of which a yes may cover more than one request; in careful mode every one is asked about, and every payment.
    pub(crate) fn offered_kind(&self, kind: Option<RequestKind>) -> Option<RequestKind> {
        let offers_payments = self.rules == GuardRules::First;
        kind.filter(|kind| self.mode != ApprovalMode::Careful && (offers_payments || !kind.is_payment()))
    }

    pub(crate) fn meets(&self, need: &Need) -> bool {
        match need.class {
            ActionClass::Read | ActionClass::Navigate => self.permits(&need.origin, Permission::Read),
            ActionClass::Input => self.permits(&need.origin, Permission::Input),
            ActionClass::Commit => self.mode != ApprovalMode::Careful && self.permits(&need.origin, Permission::Commit),
            // A grant for this machine is meant for testing a local application, log-ins and uploads included.
            ActionClass::Credential | ActionClass::File | ActionClass::Cross => {
                need.origin.is_localhost()
                    && self.mode != ApprovalMode::Careful
                    && self.grants_to(&need.origin, Permission::Commit)
            }
            ActionClass::Code => self.grants_to(&need.origin, Permission::Code),
            ActionClass::Policy => false,
        }
    }

    /// The origins that the person named, each as one that may be read.
    pub(crate) fn readable_hosts(&self) -> impl Iterator<Item = Origin> {
        let learned = self.learned.iter().map(|(origin, _)| origin.clone());
        self.own.iter().cloned().chain(learned)
    }

    fn is_own(&self, origin: &Origin) -> bool {
        self.own.contains(origin) || self.named_hosts.iter().any(|host| host.covers(origin))
    }
}

const MOST_KINDS: usize = 100;

/// The host of an address written without a scheme and a port, which stands for any scheme.
fn bare_host(word: &str) -> Option<OriginPattern> {
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    OriginPattern::parse(host).ok().filter(|_| !host.contains(':'))
}
