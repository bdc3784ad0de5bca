//! The records of what left the browser without a question, until they are reported with an owner's next outcome.

use std::collections::BTreeMap;

use webhand_model::{AllowedBy, SentKind, SentRequest, truncate};

use super::LeaseId;

/// The records of all owners. The same thing sent again is counted, so that a page which polls does not fill a journal.
#[derive(Debug, Default)]
pub(crate) struct SentRequests {
    by_lease: BTreeMap<Option<LeaseId>, LeaseRecord>,
}

#[derive(Debug, Default)]
struct LeaseRecord {
    listed: Vec<SentRequest>,
    further: u32,
}

impl SentRequests {
    /// Records something that was let go. Without an owner it goes to the first one who reports.
    pub(crate) fn note(&mut self, lease: Option<LeaseId>, kind: SentKind, method: &str, url: &str, by: AllowedBy) {
        if !self.by_lease.contains_key(&lease) && self.by_lease.len() >= MOST_LEASES {
            return;
        }
        let record = self.by_lease.entry(lease).or_default();
        let url = truncate(url, LONGEST_URL);
        let is_same = |sent: &&mut SentRequest| {
            sent.kind == kind && sent.by == by && sent.method == method && sent.url == url.as_ref()
        };
        if let Some(sent) = record.listed.iter_mut().find(is_same) {
            sent.count = sent.count.saturating_add(1);
        } else if record.listed.len() < MOST_LISTED {
            record.listed.push(SentRequest { kind, method: method.to_owned(), url: url.into_owned(), by, count: 1 });
        } else {
            record.further = record.further.saturating_add(1);
        }
    }

    /// The records of an owner since the last report.
    pub(crate) fn report(&mut self, lease: LeaseId) -> Vec<SentRequest> {
        let mut sent = Vec::new();
        for owner in [Some(lease), None] {
            let Some(LeaseRecord { listed, further }) = self.by_lease.remove(&owner) else { continue };
            sent.extend(listed);
            if further > 0 {
                let (kind, by) = (SentKind::Further, AllowedBy::Guard);
                sent.push(SentRequest { kind, method: String::new(), url: String::new(), by, count: further });
            }
        }
        sent
    }
}

/// Different ones between two reports.
const MOST_LISTED: usize = 100;
/// Owners at the same time, and one place for what belongs to none.
const MOST_LEASES: usize = 65;
const LONGEST_URL: usize = 500;

#[cfg(test)]
mod tests;
