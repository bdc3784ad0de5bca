//! The final answer: the actions or findings, with evidence from the page.

use serde_json::{Value, json};
use webhand_model::{NodeState, quote, truncate};

use crate::context::{DecisionContext, NextCalls};
use crate::language::sentence::Sentence;
use crate::page::{PageIndex, is_field};
use crate::parse::instruction::Instruction;

/// The longest final answer, in characters.
const MOST_ANSWER: usize = 4_000;
const MOST_EVIDENCE: usize = 8;

pub(crate) fn finish(context: &DecisionContext<'_>) -> NextCalls {
    let is_idle = context.results.is_empty() && context.progress.report.is_empty();
    if let Some(calls) = finish_idle(context).filter(|_| is_idle) {
        return calls;
    }
    let title = &context.page.snapshot.title;
    let report = &context.progress.report;
    let answer = if !report.notes().is_empty() {
        report.notes().join("\n")
    } else if report.actions().is_empty() {
        context.sentence(Sentence::NothingToTell, &[("title", title)])
    } else {
        context.sentence(Sentence::Done, &[("what", &report.actions().join(", ")), ("title", title)])
    };
    let answer = truncate(&with_alerts(context, answer), MOST_ANSWER).into_owned();
    let told: Vec<Value> = collect_evidence(&context.page).into_iter().map(Value::from).collect();
    let evidence = [told, report.derived().to_vec()].concat();
    let arguments = json!({ "answer": answer, "evidence": evidence });
    NextCalls::one(context.sentence(Sentence::Finishing, &[]), "done", arguments)
}

/// The answer with what the page reports in alerts, unless it says so already.
fn with_alerts(context: &DecisionContext<'_>, answer: String) -> String {
    let page = &context.page;
    let alerts = (0..page.nodes().len()).filter(|at| page.nodes()[*at].role == "alert").map(|at| page.text_of(at));
    let untold = alerts.filter(|said| !said.is_empty() && !answer.contains(said.as_str()));
    let told: Vec<String> = untold.map(|said| context.sentence(Sentence::DialogSaid, &[("what", &said)])).collect();
    std::iter::once(answer).chain(told).collect::<Vec<_>>().join("\n")
}

/// The final answer of a task for which no call was made: a condition did not hold, or no element fits.
fn finish_idle(context: &DecisionContext<'_>) -> Option<NextCalls> {
    let decides = |one: &&Instruction| matches!(one, Instruction::When { .. });
    let condition = context.instructions.iter().find(decides);
    if let Some(Instruction::When { what, .. }) = condition {
        let answer = context.sentence(Sentence::NothingToDo, &[("what", &what.text)]);
        let arguments = json!({ "answer": answer, "evidence": collect_evidence(&context.page) });
        return Some(NextCalls::one(context.sentence(Sentence::Finishing, &[]), "done", arguments));
    }
    let is_for_several = |one: &Instruction| one.repeated_target().is_some() || matches!(one, Instruction::Each { .. });
    context.instructions.iter().any(is_for_several).then(|| context.fail(&context.sentence(Sentence::NothingFits, &[])))
}

/// Evidence from the page as it is now: title and address, status messages, values of fields.
fn collect_evidence(page: &PageIndex<'_>) -> Vec<String> {
    let snapshot = page.snapshot;
    let nodes = page.nodes();
    let mut evidence = vec![format!("{} {}", quote(&truncate(&snapshot.title, 120)), truncate(&snapshot.url, 200))];
    for (at, node) in nodes.iter().enumerate() {
        let held = is_field(&node.role) && node.value.as_ref().is_some_and(|value| !value.is_empty());
        let speaks = matches!(node.role.as_str(), "status" | "alert")
            || (node.role == "heading" && node.is(NodeState::Level(1)));
        let text = if held { page.own_text(at) } else { page.text_of(at) };
        if (held || speaks) && !text.is_empty() && !evidence.contains(&text) && evidence.len() < MOST_EVIDENCE {
            evidence.push(truncate(&text, 200).into_owned());
        }
    }
    evidence
}
