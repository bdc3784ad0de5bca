//! Closed shadow roots, which a content script may open.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_wire::{QuietCommand, QuietReply};

use super::QuietDriver;
use super::commands::unexpected;
use super::state::Document;
use crate::driver::{Answer, ClosedRoots, DocumentAddress};

impl ClosedRoots for QuietDriver {
    fn open<'a>(&'a self, document: &'a DocumentAddress, within: Duration) -> Answer<'a, usize> {
        async move {
            let Document { tab, name, .. } = self.document(document)?;
            let reply = self.call(QuietCommand::OpenRoots { tab, document: name }, within).await?;
            let QuietReply::Count { count } = reply else { return Err(unexpected(&reply)) };
            Ok(usize::try_from(count).unwrap_or(usize::MAX))
        }
        .boxed()
    }
}
