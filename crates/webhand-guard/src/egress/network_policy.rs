//! The policy for the connections of a run beyond the public web.

use webhand_model::{Origin, OriginPattern};

/// The hosts of this machine and of private networks that a run may reach. The default is none of them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NetworkPolicy {
    /// Origins that the person granted before the run.
    pub(crate) granted: Vec<OriginPattern>,
    /// The start page's origin, and those the person named or said yes to.
    pub(crate) own: Vec<Origin>,
    pub(crate) named_hosts: Vec<OriginPattern>,
    pub(crate) this_machine: ThisMachine,
    /// Origins that an approved action opened or sent to. The oldest is forgotten when there are too many.
    pub(crate) opened: Vec<Origin>,
    /// The brain runs a script of its own in a page.
    pub(crate) runs_script: bool,
}

/// Whether addresses written as this machine's own may be opened although nobody named them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ThisMachine {
    #[default]
    Closed,
    /// Outside agents work for developers, who test their own pages.
    Open,
}

impl NetworkPolicy {
    /// A policy with these grants alone.
    #[must_use]
    pub fn granting(granted: Vec<OriginPattern>) -> Self {
        Self { granted, ..Self::default() }
    }

    /// Takes over what the run may reach now, and keeps the origins that it opened.
    pub fn update(&mut self, newer: Self) {
        let opened = std::mem::take(&mut self.opened);
        let opened_now = newer.opened.clone();
        let runs_script = self.runs_script || newer.runs_script;
        *self = Self { opened, runs_script, ..newer };
        for origin in opened_now {
            self.open(origin);
        }
    }

    /// Notes an origin that an approved action opens or a released request goes to.
    pub fn open(&mut self, origin: Origin) {
        if self.opened.contains(&origin) {
            return;
        }
        if self.opened.len() == MOST_OPENED {
            self.opened.remove(0);
        }
        self.opened.push(origin);
    }

    /// Whether the brain has run a script, which may open sockets that no interception sees.
    #[must_use]
    pub fn has_run_script(&self) -> bool {
        self.runs_script
    }

    /// Whether the person granted the host at this port by its name.
    #[must_use]
    pub fn names_host(&self, host: &str, port: u16) -> bool {
        ["http", "https"].iter().any(|scheme| self.names_site(&Origin::from_url(&format!("{scheme}://{host}:{port}"))))
    }

    /// Whether the person granted exactly this site; `localhost` and `all` name no site.
    pub(crate) fn names_site(&self, origin: &Origin) -> bool {
        self.granted.iter().any(|pattern| pattern.names_site() && pattern.covers(origin))
    }

    /// Whether a grant for this machine or exactly this site covers the origin. `all` does not: it speaks of sites.
    pub(crate) fn grants(&self, origin: &Origin) -> bool {
        self.granted.iter().any(|pattern| !pattern.is_everything() && pattern.covers(origin))
    }

    /// Whether the run may reach the origin by the person's word, or by one request that they let go.
    pub(crate) fn is_own(&self, origin: &Origin) -> bool {
        self.own.contains(origin)
            || self.named_hosts.iter().any(|host| host.names_site() && host.covers(origin))
            || (self.opened.contains(origin) && !origin.is_localhost())
    }

    pub(crate) fn may_open_this_machine(&self) -> bool {
        self.this_machine == ThisMachine::Open || self.opened_this_machine()
    }

    /// Whether a page of this machine was opened or named, so that its encrypted requests are expected.
    pub(crate) fn opened_this_machine(&self) -> bool {
        self.own.iter().chain(&self.opened).any(Origin::is_localhost)
            || self.named_hosts.iter().any(|host| host.covers(&Origin::from_url("http://localhost")))
    }
}

const MOST_OPENED: usize = 64;
