//! The end: what was done or found out, with what the page shows as evidence.

use serde_json::json;
use webhand_model::{cut, quote};

use super::mind::{Mind, Said};
use super::page::is_field;
use super::say::Sentence;

/// The longest final answer, in characters.
const MOST_ANSWER: usize = 4_000;
const MOST_EVIDENCE: usize = 8;

impl Mind<'_> {
    pub(super) fn finish(&self) -> Said {
        let title = &self.page.snapshot.title;
        let answer = if !self.memory.notes.is_empty() {
            self.memory.notes.join("\n")
        } else if self.memory.did.is_empty() {
            self.say(Sentence::NothingToTell, &[("title", title)])
        } else {
            self.say(Sentence::Done, &[("what", &self.memory.did.join(", ")), ("title", title)])
        };
        let answer = cut(&answer, MOST_ANSWER).into_owned();
        let arguments = json!({ "answer": answer, "evidence": self.evidence() });
        Said::one(self.say(Sentence::Finishing, &[]), "done", arguments)
    }

    /// What the page shows now: where it is, what it reports, what its fields hold.
    fn evidence(&self) -> Vec<String> {
        let snapshot = self.page.snapshot;
        let nodes = self.page.nodes();
        let mut evidence = vec![format!("{} {}", quote(&cut(&snapshot.title, 120)), cut(&snapshot.url, 200))];
        for (at, node) in nodes.iter().enumerate() {
            let held = is_field(&node.role) && node.value.as_ref().is_some_and(|value| !value.is_empty());
            let speaks =
                matches!(node.role.as_str(), "status" | "alert") || (node.role == "heading" && node.is("level=1"));
            let text = if held {
                format!("{}: {}", node.describe(), quote(&cut(&node.value.clone().unwrap_or_default(), 80)))
            } else {
                self.page.text_of(at)
            };
            if (held || speaks) && !text.is_empty() && !evidence.contains(&text) && evidence.len() < MOST_EVIDENCE {
                evidence.push(cut(&text, 200).into_owned());
            }
        }
        evidence
    }
}
