//! Nodes of a document, by the browser's own numbers.

use serde::{Deserialize, Serialize};

use super::{Done, FrameId, RemoteObject};

command!(FrameOwner, "DOM.getFrameOwner" => OwnerNode { frame_id: FrameId });
command!(
    ResolveNode, "DOM.resolveNode" => ResolvedNode {
        backend_node_id: i64,
        /// That of the page itself when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        execution_context_id: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        object_group: Option<String>,
    }
);
command!(DescribeNode, "DOM.describeNode" => DescribedNode { object_id: String });
command!(
    /// Listeners of all worlds in a part of a document; with `pierce` in its shadow roots too, closed ones included.
    /// The object must be one of the page's own world: with one of another world the browser's page crashes.
    EventListeners, "DOMDebugger.getEventListeners" => Listeners { object_id: String, depth: u32, pierce: bool }
);
command!(
    SetFiles, "DOM.setFileInputFiles" => Done {
        files: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        object_id: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        backend_node_id: Option<i64>,
    }
);

part!(OwnerNode { backend_node_id: i64 });
part!(DescribedNode { node: NodeAbout });
part!(
    NodeAbout {
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
