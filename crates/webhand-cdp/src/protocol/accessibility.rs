//! What the browser tells assistive technology about an element.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Done;

command!(
    /// Keeps what is worked out for one question for the next.
    EnableAccessibility, "Accessibility.enable" => Done {}
);
command!(DisableAccessibility, "Accessibility.disable" => Done {});
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
        /// Where a name may come from, those that count for more first.
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
