//! The accessibility tree: roles, names and states of elements as assistive technology gets them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::EmptyReply;

command!(
    /// Makes the browser keep the computed tree between calls.
    EnableAccessibility, "Accessibility.enable" => EmptyReply {}
);
command!(DisableAccessibility, "Accessibility.disable" => EmptyReply {});
command!(
    PartialTree, "Accessibility.getPartialAXTree" => AccessibleNodes { object_id: String, fetch_relatives: bool }
);

part!(AccessibleNodes { nodes: Vec<AccessibleNode> });
part!(
    AccessibleNode {
        ignored: bool,
        role: Option<AccessibleValue>,
        name: Option<AccessibleValue>,
        value: Option<AccessibleValue>,
        #[serde(default)]
        properties: Vec<AccessibleProperty>,
    }
);
part!(AccessibleProperty { name: String, value: AccessibleValue });
part!(
    AccessibleValue {
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        value: Value,
        /// The possible sources of a name, by priority.
        #[serde(default)]
        sources: Vec<AccessibleSource>,
    }
);
part!(
    AccessibleSource {
        attribute: Option<String>,
        value: Option<Box<AccessibleValue>>,
    }
);
