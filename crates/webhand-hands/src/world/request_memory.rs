//! A run's memory of requests: the sites it has touched, what pages sent before, and what left without a question.

use std::collections::{BTreeSet, VecDeque};

use webhand_guard::{Reach, RequestGrants, RequestShape, TouchedBefore, site_of};
use webhand_model::{Change, Origin, RequestCause, TabId};

use super::{LeaseId, World};
use crate::driver::{FrameId, RequestId};

/// The requests of one owner, as far as later ones are judged by them.
#[derive(Debug, Default)]
pub(crate) struct RequestMemory {
    /// The owner has touched something, so from now on requests that leave a mark are held.
    pub(crate) input_began: bool,
    /// The sites of all documents that the owner has touched.
    touched_sites: BTreeSet<String>,
    /// The shapes of requests that pages sent by themselves, before they were touched.
    background: BTreeSet<RequestShape>,
    /// The person's grants, as of the newest action.
    pub(crate) grants: Option<RequestGrants>,
    /// The address that the newest action opens, which was judged with it: its document is not judged again.
    followed: Option<String>,
    /// The origins of documents in which the brain has run a script.
    scripted: BTreeSet<Origin>,
    /// The sites from which pages loaded something before the brain ran its first script.
    loaded_sites: BTreeSet<String>,
    /// Origins that the person let a document go to since the newest action was judged.
    let_go: Vec<Origin>,
    /// The brain composed the address that is being opened.
    pub(crate) composes_address: bool,
    /// Requests that left or were stopped without a question; they are reported with the next outcome.
    unasked: VecDeque<UnaskedRequest>,
    /// The newest requests that left by a grant.
    sent: VecDeque<RequestId>,
}

/// A request that left by a grant or was stopped, without a question.
#[derive(Debug)]
pub(crate) struct UnaskedRequest {
    /// `POST https://shop.test/save`.
    pub(crate) line: String,
    pub(crate) network: Option<RequestId>,
    pub(crate) cause: RequestCause,
    pub(crate) fate: Fate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Sent,
    Stopped,
    /// It may have left before it could be stopped.
    InDoubt,
}

impl RequestMemory {
    /// The owner touches a document at this address.
    pub(crate) fn touch_site(&mut self, url: &str) {
        self.input_began = true;
        if let Some(site) = site_of(url).filter(|_| self.touched_sites.len() < MOST_SITES) {
            self.touched_sites.insert(site);
        }
    }

    /// Whether a document of the site was touched. When too many sites were, all count.
    fn has_touched(&self, url: &str) -> bool {
        self.touched_sites.len() == MOST_SITES || site_of(url).is_some_and(|site| self.touched_sites.contains(&site))
    }

    pub(crate) fn note_background(&mut self, shape: RequestShape) {
        if self.background.len() < MOST_BACKGROUND {
            self.background.insert(shape);
        }
    }

    pub(crate) fn has_seen(&self, shape: &RequestShape) -> bool {
        self.background.contains(shape)
    }

    /// An action begins: from now on requests are judged by the policy that the action was judged by.
    pub(crate) fn judge_by(&mut self, grants: RequestGrants, followed: Option<&str>) {
        self.grants = Some(grants);
        if followed.is_some() {
            self.followed = followed.map(str::to_owned);
        }
    }

    /// How far a request may go that only reads.
    fn reach(&self, from: &Origin, url: &str, is_document: bool) -> Reach {
        if is_document && self.followed.as_deref().is_some_and(|judged| is_same_document(judged, url)) {
            return Reach::Allowed;
        }
        let Some(grants) = &self.grants else { return Reach::Allowed };
        let reach = if self.is_of_script(from, url) { grants.reach_of_script(url) } else { grants.reach(url) };
        match reach {
            Reach::Unreadable | Reach::OfScript if self.let_go.contains(&Origin::from_url(url)) => Reach::Allowed,
            reach @ (Reach::Allowed | Reach::Unreadable | Reach::CarriesText | Reach::OfScript) => reach,
        }
    }

    /// Whether a request may be the doing of a script that the brain ran in a document of its sender: it goes to a site from
    /// which nothing was loaded before.
    fn is_of_script(&self, from: &Origin, url: &str) -> bool {
        let site = site_of(url);
        self.scripted.contains(from)
            && site != site_of(from.as_str())
            && site.is_some_and(|site| !self.loaded_sites.contains(&site))
    }

    /// The brain runs a script in a document of this origin.
    pub(crate) fn run_script(&mut self, origin: Origin) {
        if self.scripted.len() < MOST_SITES {
            self.scripted.insert(origin);
        }
    }

    /// A page loads something by itself.
    pub(crate) fn note_loaded(&mut self, url: &str) {
        if let Some(site) = site_of(url).filter(|_| self.scripted.is_empty() && self.loaded_sites.len() < MOST_SITES) {
            self.loaded_sites.insert(site);
        }
    }

    /// The person let a document go to this address.
    pub(crate) fn let_go(&mut self, url: &str) {
        if self.let_go.len() < MOST_SITES {
            self.let_go.push(Origin::from_url(url));
        }
    }

    pub(crate) fn note_unasked(&mut self, request: UnaskedRequest) {
        if self.unasked.len() == MOST_UNASKED {
            self.unasked.pop_front();
        }
        if let Some(sent) = request.network.clone().filter(|_| request.fate == Fate::Sent) {
            if self.sent.len() == MOST_SENT {
                self.sent.pop_front();
            }
            self.sent.push_back(sent);
        }
        self.unasked.push_back(request);
    }
}

impl World {
    /// The owner of a lease touches what a tab shows and, in it, a frame.
    pub(crate) fn touch(&mut self, lease: LeaseId, tab: TabId, frame: Option<&FrameId>) {
        self.leases.begin_input(lease);
        let Some(tab) = self.tabs.get_mut(tab).filter(|tab| tab.lease == lease) else { return };
        tab.touched = true;
        let urls: Vec<String> =
            [Some(&tab.top), frame].into_iter().flatten().filter_map(|id| self.frames.get(id)).map(address).collect();
        if let Some(lease) = self.leases.get_mut(lease) {
            for url in urls {
                lease.requests.touch_site(&url);
            }
        }
    }

    /// The action opens an address in a tab. What a composed address brings counts as touched, what a page or the person
    /// wrote follows from nothing that was touched before.
    pub(crate) fn opens(&mut self, lease: LeaseId, tab: TabId, url: &str) {
        let Some(own) = self.leases.get_mut(lease) else { return };
        let is_composed = own.requests.composes_address;
        if is_composed {
            own.requests.touch_site(url);
            self.leases.begin_input(lease);
        }
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.follows_touch |= is_composed;
            tab.opening_site = site_of(url).filter(|_| !is_composed);
        }
    }

    /// The touches of the owner that came before a request of this sender. A worker acts for all tabs that it serves,
    /// and one that serves none, or a tab of unknown origin, for any.
    pub(crate) fn touched_before(
        &self,
        lease: Option<LeaseId>,
        sender: &FrameId,
        from: &Origin,
        to: &str,
    ) -> TouchedBefore {
        let own = self.frames.get(sender).map(|frame| frame.tab);
        let tabs: Vec<_> = match own {
            Some(tab) => self.tabs.get(tab).into_iter().collect(),
            None => self.tabs_of_worker(sender.as_str()).filter_map(|tab| self.tabs.get(tab)).collect(),
        };
        let Some(lease) = lease.and_then(|lease| self.leases.get(lease)) else {
            return TouchedBefore { earlier_document: true, ..TouchedBefore::default() };
        };
        TouchedBefore {
            document: own.is_some() && tabs.iter().any(|tab| tab.touched),
            earlier_document: tabs.is_empty()
                || tabs.iter().any(|tab| tab.follows_touch || tab.touched && own.is_none()),
            site: lease.requests.has_touched(from.as_str()) || lease.requests.has_touched(to),
        }
    }
}

/// The requests of a lease that left or were stopped without a question since the last report.
pub(crate) fn report_unasked(world: &mut World, lease: LeaseId) -> Vec<Change> {
    let Some(own) = world.leases.get_mut(lease) else { return Vec::new() };
    let unasked = std::mem::take(&mut own.requests.unasked);
    let change = |UnaskedRequest { line: request, network, cause, fate }: UnaskedRequest| match fate {
        Fate::Sent => {
            let status = network.and_then(|id| world.traffic.first(&id)?.status);
            Change::SentByGrant { request, status, cause }
        }
        Fate::Stopped => Change::Stopped { request, cause },
        Fate::InDoubt => Change::MayHaveLeft { request, cause },
    };
    unasked.into_iter().map(change).collect()
}

/// Whether requests of a lease that left by a grant are still on their way: a tab that is closed cancels them.
pub(crate) fn is_sending(world: &World, lease: LeaseId) -> bool {
    let Some(sent) = world.leases.get(lease).map(|own| &own.requests.sent) else { return false };
    let mut under_way = world.tabs.of(lease).flat_map(|tab| world.traffic.in_flight(tab.id));
    under_way.any(|(id, _)| sent.contains(id))
}

/// How far a request of a lease may go that only reads. What nobody owns must be allowed to every owner.
pub(crate) fn reach_of(world: &World, lease: Option<LeaseId>, from: &Origin, url: &str, is_document: bool) -> Reach {
    let own = lease.and_then(|lease| world.leases.get(lease));
    let others = world.leases.in_use().filter(|_| own.is_none());
    let reaches = own.into_iter().chain(others).map(|lease| lease.requests.reach(from, url, is_document));
    reaches.fold(Reach::Allowed, |worst, reach| match (worst, reach) {
        (Reach::CarriesText, _) | (_, Reach::CarriesText) => Reach::CarriesText,
        (Reach::OfScript, _) | (_, Reach::OfScript) => Reach::OfScript,
        (Reach::Unreadable, _) | (_, Reach::Unreadable) => Reach::Unreadable,
        (Reach::Allowed, Reach::Allowed) => Reach::Allowed,
    })
}

/// Whether two addresses load one document: fragments stay in the browser.
fn is_same_document(judged: &str, url: &str) -> bool {
    let parsed = |written: &str| {
        let mut url = url::Url::parse(written).ok()?;
        url.set_fragment(None);
        // Interception shows no user names.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        Some(url)
    };
    parsed(judged).is_some_and(|judged| parsed(url) == Some(judged))
}

/// The address that tells a document's site: that of its origin, because a written or sandboxed document has none of its own.
fn address(frame: &super::Frame) -> String {
    if frame.origin == Origin::opaque() { frame.url.clone() } else { frame.origin.as_str().to_owned() }
}

const MOST_SITES: usize = 500;
const MOST_BACKGROUND: usize = 300;
const MOST_UNASKED: usize = 200;
const MOST_SENT: usize = 50;
