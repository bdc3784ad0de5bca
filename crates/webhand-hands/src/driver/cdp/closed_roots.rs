//! Closed shadow roots. The page script names elements that may hold one; the browser knows, and hands the roots over.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use webhand_cdp::protocol::{DescribeNode, ResolveNode};
use webhand_rt::timeout;
use webhand_wire::ObjectCommand;

use super::CdpDriver;
use crate::driver::{Answer, ClosedRoots, DocumentAddress, DriverError, ObjectHandle};

impl ClosedRoots for CdpDriver {
    fn open<'a>(&'a self, document: &'a DocumentAddress, within: Duration) -> Answer<'a, usize> {
        async move {
            let opened = timeout(within, self.roots_opened(document, within)).await;
            let _ = self.release_group(&document.session, group(document), within).await;
            opened.unwrap_or(Ok(0))
        }
        .boxed()
    }
}

impl CdpDriver {
    async fn roots_opened(&self, document: &DocumentAddress, within: Duration) -> Result<usize, DriverError> {
        let suspects =
            self.listed(document, &ObjectCommand::ShadowCandidates {}, &group(document), within).await?.into_iter();
        let roots = join_all(suspects.map(|suspect| self.closed_root(document, suspect, within))).await;
        let roots: Vec<ObjectHandle> = roots.into_iter().flatten().collect();
        let count = roots.len();
        if count > 0 {
            self.hand_over(document, &ObjectCommand::AdoptRoots {}, roots, within).await?;
        }
        Ok(count)
    }

    /// The closed root of an element, as an object of the page script's world.
    async fn closed_root(
        &self,
        document: &DocumentAddress,
        host: ObjectHandle,
        within: Duration,
    ) -> Option<ObjectHandle> {
        let describe = DescribeNode { object_id: host.as_str().to_owned() };
        let described = self.call(&document.session, &describe, within).await.ok()?;
        let root = described.node.shadow_roots.into_iter().find(|root| root.shadow_root_type == "closed")?;
        let resolve = ResolveNode {
            backend_node_id: root.backend_node_id,
            execution_context_id: Some(document.world.0),
            object_group: Some(group(document)),
        };
        self.call(&document.session, &resolve, within).await.ok()?.object.object_id.map(ObjectHandle::new)
    }
}

/// Documents of one session share the names of groups.
fn group(document: &DocumentAddress) -> String {
    format!("webhand roots {}", document.document)
}
