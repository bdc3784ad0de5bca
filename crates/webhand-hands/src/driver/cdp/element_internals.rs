//! Roles and states that custom elements set through `ElementInternals`, which only the browser can read. The page script
//! names elements that may have some; the accessibility tree is queried, and its answer is handed over as attributes.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use serde_json::Value;
use webhand_cdp::protocol::{AccessibleNode, DisableAccessibility, EnableAccessibility, PartialTree};
use webhand_rt::timeout;
use webhand_wire::{ObjectCommand, PageReply};

use super::CdpDriver;
use crate::driver::{Answer, DocumentAddress, DriverError, ElementInternals, InternalsOf, ObjectHandle};

impl ElementInternals for CdpDriver {
    fn apply<'a>(&'a self, document: &'a DocumentAddress, of: InternalsOf, within: Duration) -> Answer<'a, bool> {
        async move {
            let applied = timeout(within, self.internals_applied(document, of, within)).await;
            let _ = self.release_group(&document.session, group(document), within).await;
            applied.unwrap_or(Ok(false))
        }
        .boxed()
    }
}

impl CdpDriver {
    async fn internals_applied(
        &self,
        document: &DocumentAddress,
        of: InternalsOf,
        within: Duration,
    ) -> Result<bool, DriverError> {
        let group = group(document);
        let elements = match of {
            InternalsOf::Candidates => {
                self.listed(document, &ObjectCommand::InternalsCandidates {}, &group, within).await?
            }
            InternalsOf::Element(node) => {
                let element = ObjectCommand::Element { node };
                let found = self.exchange(document, &element, Vec::new(), Some(group), within).await?;
                found.object_id.map(ObjectHandle::new).into_iter().collect()
            }
        };
        if elements.is_empty() {
            return Ok(false);
        }
        let attributes = self.internals_of(document, &elements, within).await;
        let reply = self.hand_over(document, &ObjectCommand::ApplyInternals { attributes }, elements, within).await?;
        Ok(reply == PageReply::Has { has: true })
    }

    /// All is sent together: the tree that the browser works out for the first element serves the others, and is thrown
    /// away after the last.
    async fn internals_of(
        &self,
        document: &DocumentAddress,
        elements: &[ObjectHandle],
        within: Duration,
    ) -> Vec<BTreeMap<String, String>> {
        let session = &document.session;
        let one = |object: &ObjectHandle| {
            let ask = PartialTree { object_id: object.as_str().to_owned(), fetch_relatives: false };
            async move {
                let nodes = self.call(session, &ask, within).await.ok()?.nodes;
                nodes.first().map(in_attributes)
            }
        };
        let (_, words, _) = tokio::join!(
            biased;
            self.call(session, &EnableAccessibility {}, within),
            join_all(elements.iter().map(one)),
            self.call(session, &DisableAccessibility {}, within),
        );
        words.into_iter().map(Option::unwrap_or_default).collect()
    }
}

/// The role, label and states of an element as attributes; none without a role, because then it set no internals.
fn in_attributes(node: &AccessibleNode) -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    let role = node.role.as_ref().filter(|role| !node.ignored && role.kind == "role").map(|role| &role.value);
    let Some(role) = role.and_then(Value::as_str).filter(|role| !MEANINGLESS.contains(role)) else { return words };
    words.insert("role".to_owned(), role.to_owned());
    let label = node.name.iter().flat_map(|name| &name.sources).find_map(|source| {
        let is_said = source.attribute.as_deref().is_some_and(|from| LABELS.contains(&from));
        source.value.as_ref().filter(|_| is_said).and_then(|value| value.value.as_str())
    });
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        words.insert("aria-label".to_owned(), label.to_owned());
    }
    if let Some(now) = node.value.as_ref().map(|value| written(&value.value)).filter(|_| RANGES.contains(&role)) {
        words.insert("aria-valuenow".to_owned(), now);
    }
    for property in &node.properties {
        let value = written(&property.value.value);
        let says_much = !value.is_empty() && value != "false";
        if SWITCHED.contains(&&*property.name) || (says_much && SAID.contains(&&*property.name)) {
            words.insert(format!("aria-{}", property.name.to_lowercase()), value);
        }
    }
    words
}

/// As an attribute has it.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Documents of one session share the names of groups.
fn group(document: &DocumentAddress) -> String {
    format!("webhand speakers {}", document.document)
}

const MEANINGLESS: [&str; 3] = ["generic", "none", "presentation"];
const LABELS: [&str; 2] = ["aria-labelledby", "aria-label"];
const RANGES: [&str; 5] = ["slider", "spinbutton", "scrollbar", "progressbar", "meter"];
/// The properties that can be on and off; that one is off is worth a word too.
const SWITCHED: [&str; 4] = ["checked", "expanded", "pressed", "selected"];
const SAID: [&str; 13] = [
    "busy",
    "disabled",
    "hasPopup",
    "invalid",
    "level",
    "modal",
    "multiline",
    "multiselectable",
    "readonly",
    "required",
    "valuemax",
    "valuemin",
    "valuetext",
];
