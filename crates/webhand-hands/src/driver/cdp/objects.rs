//! Objects inside of pages: elements of the page script's world and of the page's own.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{DescribeNode, OwnProperties, ReleaseGroup, ResolveNode, SetFiles};
use webhand_wire::ObjectCommand;

use super::CdpDriver;
use crate::driver::{
    Answer, DocumentAddress, DriverError, FileField, FileUploads, ObjectHandle, PageObjects, SessionId,
};

impl PageObjects for CdpDriver {
    fn element<'a>(
        &'a self,
        document: &'a DocumentAddress,
        node: u32,
        within: Duration,
    ) -> Answer<'a, Option<ObjectHandle>> {
        async move {
            let found = self.exchange(document, &ObjectCommand::Element { node }, Vec::new(), None, within).await?;
            let Some(object) = found.object_id else { return Ok(None) };
            self.in_page_world(&document.session, object, within).await
        }
        .boxed()
    }
}

impl FileUploads for CdpDriver {
    fn set_files<'a>(
        &'a self,
        session: &'a SessionId,
        field: &'a FileField,
        files: &'a [String],
        within: Duration,
    ) -> Answer<'a, ()> {
        let (object_id, backend_node_id) = match field {
            FileField::Object(object) => (Some(object.as_str().to_owned()), None),
            FileField::Chooser(field) => (None, Some(field.0)),
        };
        self.run(session, SetFiles { files: files.to_vec(), object_id, backend_node_id }, within).boxed()
    }
}

impl CdpDriver {
    /// A node of the page script's world as an object of the page's own.
    pub(super) async fn in_page_world(
        &self,
        session: &SessionId,
        object_id: String,
        within: Duration,
    ) -> Result<Option<ObjectHandle>, DriverError> {
        let about = self.call(session, &DescribeNode { object_id }, within).await?;
        let backend_node_id = about.node.backend_node_id;
        let resolve = ResolveNode { backend_node_id, execution_context_id: None, object_group: None };
        let resolved = self.call(session, &resolve, within).await?;
        Ok(resolved.object.object_id.map(ObjectHandle::new))
    }

    /// Elements that the page script lists, as objects of its own world.
    pub(super) async fn listed(
        &self,
        document: &DocumentAddress,
        list: &ObjectCommand,
        group: &str,
        within: Duration,
    ) -> Result<Vec<ObjectHandle>, DriverError> {
        let list = self.exchange(document, list, Vec::new(), Some(group.to_owned()), within).await?;
        let Some(object_id) = list.object_id else { return Ok(Vec::new()) };
        let items = OwnProperties { object_id, own_properties: true };
        let items = self.call(&document.session, &items, within).await?.result;
        let elements = items.into_iter().filter(|item| item.name.bytes().all(|byte| byte.is_ascii_digit()));
        Ok(elements.filter_map(|item| item.value?.object_id).map(ObjectHandle::new).collect())
    }

    /// Releases the objects of a group. It is a courtesy: the document's end does it too.
    pub(super) async fn release_group(
        &self,
        session: &SessionId,
        object_group: String,
        within: Duration,
    ) -> Result<(), DriverError> {
        self.run(session, ReleaseGroup { object_group }, within).await
    }
}
