//! Nodes of a document, by the browser's own numbers.

use serde::{Deserialize, Serialize};

use super::{Done, FrameId, RemoteObject};

command!(FrameOwner, "DOM.getFrameOwner" => OwnerNode { frame_id: FrameId });
command!(
    ResolveNode, "DOM.resolveNode" => ResolvedNode {
        backend_node_id: i64,
        execution_context_id: i64,
    }
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
part!(ResolvedNode { object: RemoteObject });
