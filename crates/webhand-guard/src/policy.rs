//! What the person allowed: before the run by grants, during it by answers.

use webhand_model::{ActionClass, ApprovalMode, Driver, Grant, Origin, OriginPattern, Permission, Task, WebUrl};

use crate::classify::Need;

/// The person's will, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    mode: ApprovalMode,
    driver: Driver,
    grants: Vec<Grant>,
    /// The start page's origin and those the person named, in the task or before it: read and input.
    own: Vec<Origin>,
    /// Hosts they named without saying a scheme or port.
    named_hosts: Vec<OriginPattern>,
    /// What the person allowed when asked in this run.
    learned: Vec<(Origin, Permission)>,
}

impl Policy {
    /// The policy a task starts with.
    #[must_use]
    pub fn of(task: &Task) -> Self {
        let said = task.before.iter().map(|exchange| &exchange.message).chain([&task.text]);
        let named: Vec<String> = said.flat_map(|text| addresses_in(text)).collect();
        let parsed = named.iter().filter_map(|word| WebUrl::parse(word).ok());
        Self {
            mode: task.mode,
            driver: task.driver,
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
        }
    }

    /// Whether something may be done on an origin without asking.
    #[must_use]
    pub fn permits(&self, origin: &Origin, may: Permission) -> bool {
        let learned = self.learned.iter().any(|(known, known_may)| known == origin && *known_may >= may);
        self.grants_to(origin, may)
            || learned
            || (may <= Permission::Input && (self.is_own(origin) || self.is_open(origin)))
    }

    /// Whether the person granted it beforehand.
    fn grants_to(&self, origin: &Origin, may: Permission) -> bool {
        self.grants.iter().any(|grant| grant.permission >= may && grant.origins.covers(origin))
    }

    /// Where an outside agent may read and type unasked: on the web, and on the machine it was started on.
    fn is_open(&self, origin: &Origin) -> bool {
        self.driver == Driver::Outside && (origin.is_public() || origin.is_localhost())
    }

    /// Whether content without an origin, as that of sandboxed frames, may be read: by who may read the web anyway.
    pub(crate) fn reads_unnamed(&self, origin: &Origin) -> bool {
        self.driver == Driver::Outside && *origin == Origin::opaque()
    }

    pub(crate) fn learn(&mut self, origin: Origin, may: Permission) {
        self.learned.push((origin, may));
    }

    pub(crate) fn meets(&self, need: &Need) -> bool {
        match need.class {
            ActionClass::Read | ActionClass::Navigate => self.permits(&need.origin, Permission::Read),
            ActionClass::Input => self.permits(&need.origin, Permission::Input),
            ActionClass::Commit => self.mode != ApprovalMode::Careful && self.permits(&need.origin, Permission::Commit),
            // Who grants one's own machine tests something there, log-ins and uploads included.
            ActionClass::Credential | ActionClass::File | ActionClass::Cross => {
                need.origin.is_localhost()
                    && self.mode != ApprovalMode::Careful
                    && self.grants_to(&need.origin, Permission::Commit)
            }
            ActionClass::Code => self.grants_to(&need.origin, Permission::Code),
            ActionClass::Policy => false,
        }
    }

    fn is_own(&self, origin: &Origin) -> bool {
        self.own.contains(origin) || self.named_hosts.iter().any(|host| host.covers(origin))
    }
}

/// The addresses a person wrote into their task: `https://…`, `shop.example/lamps`, `localhost:3000`.
fn addresses_in(text: &str) -> impl Iterator<Item = String> {
    let trimmed = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '[').to_owned();
    text.split_whitespace().map(trimmed).filter(|word| is_address(word))
}

/// The host of an address written without a scheme and a port: then any scheme is meant.
fn bare_host(word: &str) -> Option<OriginPattern> {
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    OriginPattern::parse(host).ok().filter(|_| !host.contains(':'))
}

fn is_address(word: &str) -> bool {
    if word.starts_with("http://") || word.starts_with("https://") || word.starts_with("localhost") {
        return true;
    }
    let host = word.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let last = host.rsplit('.').next().unwrap_or_default();
    host.contains('.') && !word.contains('@') && last.len() >= 2 && last.chars().all(|c| c.is_ascii_alphabetic())
}
