//! Fills fields: with a text of the task, with the noted value, with the text that the page shows beside a label.

use serde_json::json;
use webhand_model::{ClockTime, Node, NodeState, Ref};

use crate::context::{DecisionContext, NextCalls};
use crate::follow::gesture::ref_arguments;
use crate::follow::value::resolve_value;
use crate::language::Language;
use crate::language::date::read_date;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::matching::TargetUse;
use crate::page::{PageIndex, is_field};
use crate::parse::instruction::AfterFill;
use crate::parse::value::ValueSource;

pub(crate) fn fill_field(
    context: &mut DecisionContext<'_>,
    value: &ValueSource,
    field: Option<&Phrase>,
    then: AfterFill,
) -> Result<NextCalls, NextCalls> {
    let Some(value) = resolve_value(context, value) else {
        return Err(fail_value_missing(context, value));
    };
    let value = value.as_str();
    let target = match field {
        Some(phrase) => context.locate(phrase, TargetUse::Field)?,
        None => match sole_field(&context.page) {
            Some(target) => target,
            None if context.progress.instruction.retried => {
                return Err(context.fail(&context.sentence(Sentence::NoFocus, &[("value", value)])));
            }
            None => {
                return Ok(context.act(
                    context.sentence(Sentence::Typing, &[("value", value)]),
                    "type",
                    json!({ "text": value }),
                ));
            }
        },
    };
    let what = context.page.describe(target);
    let value = &format_for_field(&context.page, context.language, target, value);
    context.progress.instruction.handled.push(target.to_string());
    let shown_value = value_to_show(&context.page, target, value);
    context.record_action(Sentence::DidFilled, &what, shown_value);
    let text = context.sentence(Sentence::Filling, &[("what", &what), ("value", shown_value)]);
    let mut calls = context.act(text, "fill", json!({ "ref": target.to_string(), "value": value }));
    if then == AfterFill::Submit {
        calls.calls.push(("press", json!({ "key": "Enter", "ref": target.to_string() })));
    }
    Ok(calls)
}

/// The entered value as the person may read it: a password is not repeated.
fn value_to_show<'v>(page: &PageIndex<'_>, target: Ref, value: &'v str) -> &'v str {
    let is_password = page.snapshot.node(target).is_some_and(|node| node.is(NodeState::Type("password")));
    if is_password { "…" } else { value }
}

/// The field that has the focus, or the only field of the page.
fn sole_field(page: &PageIndex<'_>) -> Option<Ref> {
    let usable = |node: &&Node| {
        node.target.is_some() && is_field(&node.role) && !node.is(NodeState::ReadOnly) && !node.is(NodeState::Disabled)
    };
    let fields: Vec<_> = page.nodes().iter().filter(usable).collect();
    let focused = fields.iter().find(|node| node.is(NodeState::Focused));
    let only = if let [only] = fields.as_slice() { Some(only) } else { None };
    focused.or(only).and_then(|node| node.target)
}

/// A value in the notation of its field: date and time fields accept a single one.
fn format_for_field(page: &PageIndex<'_>, language: &Language, target: Ref, value: &str) -> String {
    let node = page.snapshot.node(target);
    let wanted = match node.and_then(|node| node.parsed_states().find_map(NodeState::input_type)) {
        Some("date") => read_date(value, language).map(|date| date.to_string()),
        Some("time") => ClockTime::parse(value).map(|time| time.to_string()),
        Some(_) | None => None,
    };
    wanted.unwrap_or_else(|| value.to_owned())
}

/// Notes a value of the page for later instructions and for the final answer.
pub(crate) fn note_value(context: &mut DecisionContext<'_>, value: &ValueSource) -> Option<NextCalls> {
    let Some(text) = resolve_value(context, value) else { return Some(fail_value_missing(context, value)) };
    context.progress.report.add_note(text.clone());
    context.progress.noted = Some(text);
    None
}

fn fail_value_missing(context: &DecisionContext<'_>, value: &ValueSource) -> NextCalls {
    let what = match value {
        ValueSource::Text(text) | ValueSource::Labelled(text) => text.clone(),
        ValueSource::Word { of, .. } | ValueSource::Said(Some(of)) | ValueSource::Count(of) => of.text.clone(),
        ValueSource::It | ValueSource::Said(None) | ValueSource::Solution => String::new(),
    };
    context.fail(&context.sentence(Sentence::NotHeld, &[("what", &what)]))
}

/// Fills the next empty field for which the page shows a value beside the same label.
pub(crate) fn complete_form(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    let nodes = context.page.nodes();
    let empty = |at: &usize| {
        is_field(&nodes[*at].role)
            && nodes[*at].value.as_ref().is_none_or(String::is_empty)
            && nodes[*at].target.is_some()
    };
    for at in (0..nodes.len()).filter(empty) {
        let target = nodes[at].target?;
        let label =
            if nodes[at].name.is_empty() { context.page.label_before(at).join(" ") } else { nodes[at].name.clone() };
        let known = context.progress.instruction.handled.contains(&target.to_string());
        let Some(value) = resolve_value(context, &ValueSource::Labelled(label)).filter(|_| !known) else { continue };
        let what = context.page.describe(target);
        context.progress.instruction.handled.push(target.to_string());
        let shown_value = value_to_show(&context.page, target, &value);
        context.record_action(Sentence::DidFilled, &what, shown_value);
        let text = context.sentence(Sentence::Filling, &[("what", &what), ("value", shown_value)]);
        return Some(NextCalls::one(text, "fill", json!({ "ref": target.to_string(), "value": value })));
    }
    if context.progress.instruction.handled.is_empty() {
        return Some(fail_value_missing(context, &ValueSource::Solution));
    }
    None
}

/// Opens the entry of a list that the current subject names.
pub(crate) fn open_found_entry(context: &mut DecisionContext<'_>) -> NextCalls {
    let subject = std::mem::take(&mut context.progress.subject);
    let found = context.locate(&Phrase::of_words(&subject.join(" "), subject.clone()), TargetUse::Entry);
    context.progress.subject = subject;
    match found {
        Ok(target) => {
            let what = context.page.describe(target);
            context.record_action(Sentence::DidOpened, &what, "");
            context.act(context.sentence(Sentence::Opening, &[("what", &what)]), "click", ref_arguments(target))
        }
        Err(calls) => calls,
    }
}
