//! What custom elements are, where they told only the browser (`ElementInternals`). The page script names those that may
//! have; the browser knows, and what it knows is handed over in the words of attributes.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Map, Value, json};

use super::Hands;
use super::element::Element;
use super::place::Place;
use crate::trouble::Trouble;
use webhand_cdp::protocol::{
    AccessibleNode, Argument, CallFunctionOn, DisableAccessibility, EnableAccessibility, PartialTree, ReleaseGroup,
};

impl Hands {
    /// Asks about those that the last look into a document named. Whether anything new was said, so that one more look
    /// shows it; a failure says nothing.
    pub(super) async fn hear_speakers(&self, place: &Place) -> bool {
        self.hear_listed(place, "() => webhand.speakers()").await
    }

    /// Asks about one element whose state is wanted now.
    pub(super) async fn hear_again(&self, element: &Element) -> bool {
        self.hear_listed(&element.place, &format!("() => [webhand.element({})]", element.node)).await
    }

    async fn hear_listed(&self, place: &Place, list: &str) -> bool {
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

    async fn heard_listed(&self, place: &Place, list: &str) -> Result<bool, Trouble> {
        let elements = self.listed(place, list, &group(place)).await?;
        if elements.is_empty() {
            return Ok(false);
        }
        let words = asked(place, &elements).await;
        let mut arguments = vec![Argument::Value(Value::Array(words))];
        arguments.extend(elements.into_iter().map(Argument::ObjectId));
        let tell = CallFunctionOn {
            function_declaration: "(words, ...elements) => webhand.told(words, ...elements)".to_owned(),
            execution_context_id: Some(self.context(place).await?),
            arguments,
            ..CallFunctionOn::default()
        };
        Ok(self.call_script(place, &tell, HEARD_WITHIN).await?.value == json!(true))
    }
}

/// All in one breath: what the browser works out for the first serves the others, and is thrown away after the last.
async fn asked(place: &Place, elements: &[String]) -> Vec<Value> {
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
    words.into_iter().map(|words| Value::Object(words.unwrap_or_default())).collect()
}

/// Nothing of what has no role: it told the browser nothing.
fn in_attributes(node: &AccessibleNode) -> Map<String, Value> {
    let mut words = Map::new();
    let role = node.role.as_ref().filter(|role| !node.ignored && role.kind == "role").map(|role| &role.value);
    let Some(role) = role.and_then(Value::as_str).filter(|role| !MEANINGLESS.contains(role)) else { return words };
    words.insert("role".to_owned(), json!(role));
    let label = node.name.iter().flat_map(|name| &name.sources).find_map(|source| {
        let is_said = source.attribute.as_deref().is_some_and(|from| LABELS.contains(&from));
        source.value.as_ref().filter(|_| is_said).and_then(|value| value.value.as_str())
    });
    if let Some(label) = label.filter(|label| !label.is_empty()) {
        words.insert("aria-label".to_owned(), json!(label));
    }
    if let Some(now) = node.value.as_ref().map(|value| written(&value.value)).filter(|_| RANGES.contains(&role)) {
        words.insert("aria-valuenow".to_owned(), json!(now));
    }
    for property in &node.properties {
        let value = written(&property.value.value);
        let says_much = !value.is_empty() && value != "false";
        if SWITCHED.contains(&&*property.name) || (says_much && SAID.contains(&&*property.name)) {
            words.insert(format!("aria-{}", property.name.to_lowercase()), json!(value));
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
