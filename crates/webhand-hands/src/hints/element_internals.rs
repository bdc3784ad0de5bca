//! What custom elements are, where they told only the browser (`ElementInternals`). The page script names those that may
//! have; the browser knows, and what it knows is handed over in the words of attributes.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;
use webhand_wire::{ObjectCommand, PageReply};

use crate::documents::elements::Element;
use crate::documents::pages::Place;
use crate::hints::Hints;
use crate::trouble::Trouble;
use webhand_cdp::protocol::{AccessibleNode, DisableAccessibility, EnableAccessibility, PartialTree, ReleaseGroup};

impl Hints {
    /// Asks about those that the last look into a document named. Whether anything new was said, so that one more look
    /// shows it; a failure says nothing.
    pub(crate) async fn hear_speakers(&self, place: &Place) -> bool {
        self.hear_listed(place, Listed::Candidates).await
    }

    /// Asks about one element whose state is wanted now.
    pub(crate) async fn hear_again(&self, element: &Element) -> bool {
        self.hear_listed(&element.place, Listed::One(element.node)).await
    }

    async fn hear_listed(&self, place: &Place, list: Listed) -> bool {
        let heard = webhand_rt::timeout(HEARD_WITHIN, self.heard_listed(place, list)).await;
        // Letting go of the objects is a courtesy; the document's end does it too.
        let _ = place.session.call_within(&ReleaseGroup { object_group: group(place) }, HEARD_WITHIN).await;
        match heard {
            Ok(Ok(is_new)) => is_new,
            Ok(Err(trouble)) => {
                tracing::debug!(?trouble, "what elements told the browser alone stays unknown");
                false
            }
            Err(_elapsed) => false,
        }
    }

    async fn heard_listed(&self, place: &Place, list: Listed) -> Result<bool, Trouble> {
        let elements = match list {
            Listed::Candidates => self.listed(place, &ObjectCommand::InternalsCandidates {}, &group(place)).await?,
            Listed::One(node) => {
                let element = ObjectCommand::Element { node };
                let found = self.pages.exchange(place, &element, Vec::new(), Some(group(place)), HEARD_WITHIN).await?;
                found.object_id.into_iter().collect()
            }
        };
        if elements.is_empty() {
            return Ok(false);
        }
        let attributes = asked(place, &elements).await;
        let apply = ObjectCommand::ApplyInternals { attributes };
        let reply = self.pages.hand_over(place, &apply, elements, HEARD_WITHIN).await?;
        Ok(reply == PageReply::Has { has: true })
    }
}

/// Which elements are asked about.
enum Listed {
    /// Those that the last look named.
    Candidates,
    One(u32),
}

/// All in one breath: what the browser works out for the first serves the others, and is thrown away after the last.
async fn asked(place: &Place, elements: &[String]) -> Vec<BTreeMap<String, String>> {
    let session = &place.session;
    let one = |object_id: &String| {
        let ask = PartialTree { object_id: object_id.clone(), fetch_relatives: false };
        async move {
            let nodes = session.call_within(&ask, HEARD_WITHIN).await.ok()?.nodes;
            nodes.first().map(in_attributes)
        }
    };
    let (_, words, _) = tokio::join!(
        biased;
        session.call_within(&EnableAccessibility {}, HEARD_WITHIN),
        join_all(elements.iter().map(one)),
        session.call_within(&DisableAccessibility {}, HEARD_WITHIN),
    );
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// Nothing of what has no role: it told the browser nothing.
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
fn group(place: &Place) -> String {
    format!("webhand speakers {}", place.document)
}

const MEANINGLESS: [&str; 3] = ["generic", "none", "presentation"];
const LABELS: [&str; 2] = ["aria-labelledby", "aria-label"];
const RANGES: [&str; 5] = ["slider", "spinbutton", "scrollbar", "progressbar", "meter"];
/// What can be on and off; that it is off is worth a word too.
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
/// For all of it; the look goes on without it afterwards.
const HEARD_WITHIN: Duration = Duration::from_secs(1);
