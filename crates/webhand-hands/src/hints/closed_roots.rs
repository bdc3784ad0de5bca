//! Closed shadow roots. The page script names those that may hold one; the browser knows, and hands the roots over.

use std::time::Duration;

use futures_util::future::join_all;
use webhand_wire::ObjectCommand;

use crate::documents::pages::Place;
use crate::hints::Hints;
use crate::trouble::Trouble;
use webhand_cdp::protocol::{DescribeNode, OwnProperties, ReleaseGroup, ResolveNode};

impl Hints {
    /// Asks about the suspects of the last look into a document. Whether any root was found, so that one more look
    /// shows more; a failure finds none.
    pub(crate) async fn open_roots(&self, place: &Place) -> bool {
        let opened = webhand_rt::timeout(OPENED_WITHIN, self.roots_opened(place)).await;
        // Letting go of the objects is a courtesy; the document's end does it too.
        let _ = place.session.call_within(&ReleaseGroup { object_group: group(place) }, OPENED_WITHIN).await;
        match opened {
            Ok(Ok(count)) => count > 0,
            Ok(Err(trouble)) => {
                tracing::debug!(?trouble, "closed shadow roots stay closed");
                false
            }
            Err(_elapsed) => false,
        }
    }

    async fn roots_opened(&self, place: &Place) -> Result<usize, Trouble> {
        let context = self.pages.context(place).await?;
        let roots =
            join_all(self.listed(place, &ObjectCommand::ShadowCandidates {}, &group(place)).await?.into_iter().map(
                |object_id| async move {
                    let described = place.session.call_within(&DescribeNode { object_id }, OPENED_WITHIN).await.ok()?;
                    let root =
                        described.node.shadow_roots.into_iter().find(|root| root.shadow_root_type == "closed")?;
                    let resolve = ResolveNode {
                        backend_node_id: root.backend_node_id,
                        execution_context_id: Some(context),
                        object_group: Some(group(place)),
                    };
                    place.session.call_within(&resolve, OPENED_WITHIN).await.ok()?.object.object_id
                },
            ));
        let roots: Vec<String> = roots.await.into_iter().flatten().collect();
        let count = roots.len();
        if count > 0 {
            self.pages.hand_over(place, &ObjectCommand::AdoptRoots {}, roots, OPENED_WITHIN).await?;
        }
        Ok(count)
    }

    /// Elements that the page script lists, as objects of its own world.
    pub(crate) async fn listed(
        &self,
        place: &Place,
        list: &ObjectCommand,
        group: &str,
    ) -> Result<Vec<String>, Trouble> {
        let list = self.pages.exchange(place, list, Vec::new(), Some(group.to_owned()), OPENED_WITHIN).await?;
        let Some(object_id) = list.object_id else { return Ok(Vec::new()) };
        let items = OwnProperties { object_id, own_properties: true };
        let items = place.session.call_within(&items, OPENED_WITHIN).await?.result;
        let elements = items.into_iter().filter(|item| item.name.bytes().all(|byte| byte.is_ascii_digit()));
        Ok(elements.filter_map(|item| item.value?.object_id).collect())
    }
}

/// Documents of one session share the names of groups.
fn group(place: &Place) -> String {
    format!("webhand roots {}", place.document)
}

/// For all of it; the look goes on without the roots afterwards.
const OPENED_WITHIN: Duration = Duration::from_secs(1);
