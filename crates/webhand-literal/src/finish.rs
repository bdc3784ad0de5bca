//! The end: what was done or found out, with what the page shows as evidence.

use serde_json::json;
use webhand_model::{cut, quote};

use super::instruction::Instruction;
use super::mind::{Mind, Said};
use super::page::is_field;
use super::say::Sentence;

/// The longest final answer, in characters.
const MOST_ANSWER: usize = 4_000;
const MOST_EVIDENCE: usize = 8;

impl Mind<'_> {
    pub(super) fn finish(&self) -> Said {
        let is_idle = self.results.is_empty() && self.memory.notes.is_empty() && self.memory.did.is_empty();
        if let Some(said) = self.idle().filter(|_| is_idle) {
            return said;
        }
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

    /// When nothing was called or told at all: that is said, where the page decided it.
    fn idle(&self) -> Option<Said> {
        let decides = |one: &&Instruction| matches!(one, Instruction::When { .. });
        let condition = self.instructions.iter().find(decides);
        if let Some(Instruction::When { what, .. }) = condition {
            let answer = self.say(Sentence::NothingToDo, &[("what", &what.text)]);
            let arguments = json!({ "answer": answer, "evidence": self.evidence() });
            return Some(Said::one(self.say(Sentence::Finishing, &[]), "done", arguments));
        }
        let is_for_several = |one: &Instruction| one.each().is_some() || matches!(one, Instruction::Each { .. });
        self.instructions.iter().any(is_for_several).then(|| self.fail(&self.say(Sentence::NothingFits, &[])))
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
