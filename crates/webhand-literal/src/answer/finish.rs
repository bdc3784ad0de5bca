//! The end: what was done or found out, with what the page shows as evidence.

use serde_json::json;
use webhand_model::{NodeState, quote, truncate};

use crate::context::{Context, NextCalls};
use crate::language::message::Message;
use crate::page::{Page, is_field};
use crate::parse::instruction::Instruction;

/// The longest final answer, in characters.
const MOST_ANSWER: usize = 4_000;
const MOST_EVIDENCE: usize = 8;

pub(crate) fn finish(context: &Context<'_>) -> NextCalls {
    let is_idle = context.results.is_empty() && context.memory.notes.is_empty() && context.memory.did.is_empty();
    if let Some(said) = finish_idle(context).filter(|_| is_idle) {
        return said;
    }
    let title = &context.page.snapshot.title;
    let answer = if !context.memory.notes.is_empty() {
        context.memory.notes.join("\n")
    } else if context.memory.did.is_empty() {
        context.message(Message::NothingToTell, &[("title", title)])
    } else {
        context.message(Message::Done, &[("what", &context.memory.did.join(", ")), ("title", title)])
    };
    let answer = truncate(&answer, MOST_ANSWER).into_owned();
    let arguments = json!({ "answer": answer, "evidence": collect_evidence(&context.page) });
    NextCalls::one(context.message(Message::Finishing, &[]), "done", arguments)
}

/// When nothing was called or told at all: that is said, where the page decided it.
fn finish_idle(context: &Context<'_>) -> Option<NextCalls> {
    let decides = |one: &&Instruction| matches!(one, Instruction::When { .. });
    let condition = context.instructions.iter().find(decides);
    if let Some(Instruction::When { what, .. }) = condition {
        let answer = context.message(Message::NothingToDo, &[("what", &what.text)]);
        let arguments = json!({ "answer": answer, "evidence": collect_evidence(&context.page) });
        return Some(NextCalls::one(context.message(Message::Finishing, &[]), "done", arguments));
    }
    let is_for_several = |one: &Instruction| one.each().is_some() || matches!(one, Instruction::Each { .. });
    context.instructions.iter().any(is_for_several).then(|| context.fail(&context.message(Message::NothingFits, &[])))
}

/// What the page shows now: where it is, what it reports, what its fields hold.
fn collect_evidence(page: &Page<'_>) -> Vec<String> {
    let snapshot = page.snapshot;
    let nodes = page.nodes();
    let mut evidence = vec![format!("{} {}", quote(&truncate(&snapshot.title, 120)), truncate(&snapshot.url, 200))];
    for (at, node) in nodes.iter().enumerate() {
        let held = is_field(&node.role) && node.value.as_ref().is_some_and(|value| !value.is_empty());
        let speaks = matches!(node.role.as_str(), "status" | "alert")
            || (node.role == "heading" && node.is(NodeState::Level(1)));
        let text = if held {
            format!("{}: {}", node.describe(), quote(&truncate(&node.value.clone().unwrap_or_default(), 80)))
        } else {
            page.text_of(at)
        };
        if (held || speaks) && !text.is_empty() && !evidence.contains(&text) && evidence.len() < MOST_EVIDENCE {
            evidence.push(truncate(&text, 200).into_owned());
        }
    }
    evidence
}
