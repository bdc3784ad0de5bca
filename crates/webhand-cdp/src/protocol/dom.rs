//! Nodes of a document, named by the browser's backend node ids.

use serde::{Deserialize, Serialize};

use super::{EmptyReply, FrameId, RemoteObject};

command!(FrameOwner, "DOM.getFrameOwner" => OwnerNode { frame_id: FrameId });
command!(
    ResolveNode, "DOM.resolveNode" => ResolvedNode {
        backend_node_id: i64,
        /// The page's own world when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        execution_context_id: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        object_group: Option<String>,
    }
);
command!(DescribeNode, "DOM.describeNode" => DescribedNode { object_id: String });
command!(
    /// Lists the listeners of all worlds below a node; with `pierce` also those in shadow roots, closed ones included.
    /// The object must belong to the page's own world, because an object of another world crashes the page.
    EventListeners, "DOMDebugger.getEventListeners" => Listeners { object_id: String, depth: u32, pierce: bool }
);
command!(
    SetFiles, "DOM.setFileInputFiles" => EmptyReply {
        files: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        object_id: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        backend_node_id: Option<i64>,
    }
);

part!(OwnerNode { backend_node_id: i64 });
part!(DescribedNode { node: NodeDescription });
part!(
    NodeDescription {
        backend_node_id: i64,
        #[serde(default)]
        shadow_roots: Vec<ShadowRootNode>,
    }
);
part!(ShadowRootNode {
    backend_node_id: i64,
    #[serde(default)]
    shadow_root_type: String
});
part!(Listeners { listeners: Vec<Listener> });
part!(
    Listener {
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        backend_node_id: Option<i64>,
    }
);
part!(ResolvedNode { object: RemoteObject });
