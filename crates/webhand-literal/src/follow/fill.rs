//! Puts things into fields: what was said, what was noted, what the page says beside a label.

use serde_json::json;
use webhand_model::{ClockTime, Node, NodeState, Ref};

use crate::context::{Context, NextCalls};
use crate::follow::gesture::reference;
use crate::follow::value::resolve_value;
use crate::language::Language;
use crate::language::date::read_date;
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::matching::Want;
use crate::page::{Page, is_field};
use crate::parse::instruction::After;
use crate::parse::value::ValueSource;

pub(crate) fn fill_field(
    context: &mut Context<'_>,
    value: &ValueSource,
    field: Option<&Phrase>,
    then: After,
) -> Result<NextCalls, NextCalls> {
    let Some(value) = resolve_value(context, value) else {
        return Err(fail_value_missing(context, value));
    };
    let value = value.as_str();
    let target = match field {
        Some(phrase) => context.locate(phrase, Want::Field)?,
        None => match sole_field(&context.page) {
            Some(target) => target,
            None if context.memory.tried => {
                return Err(context.fail(&context.message(Message::NoFocus, &[("value", value)])));
            }
            None => {
                return Ok(context.act(
                    context.message(Message::Typing, &[("value", value)]),
                    "type",
                    json!({ "text": value }),
                ));
            }
        },
    };
    let what = context.page.describe(target);
    let value = &format_for_field(&context.page, context.language, target, value);
    context.memory.done.push(target.to_string());
    let told = value_to_show(&context.page, target, value);
    context.record_deed(Message::DidFilled, &what, told);
    let text = context.message(Message::Filling, &[("what", &what), ("value", told)]);
    let mut said = context.act(text, "fill", json!({ "ref": target.to_string(), "value": value }));
    if then == After::Submit {
        said.calls.push(("press", json!({ "key": "Enter", "ref": target.to_string() })));
    }
    Ok(said)
}

/// What is entered, as it may be said: a password is not repeated.
fn value_to_show<'v>(page: &Page<'_>, target: Ref, value: &'v str) -> &'v str {
    let is_password = page.snapshot.node(target).is_some_and(|node| node.is(NodeState::Type("password")));
    if is_password { "…" } else { value }
}

/// The field that has the focus, or the only one there is.
fn sole_field(page: &Page<'_>) -> Option<Ref> {
    let usable = |node: &&Node| {
        node.target.is_some() && is_field(&node.role) && !node.is(NodeState::ReadOnly) && !node.is(NodeState::Disabled)
    };
    let fields: Vec<_> = page.nodes().iter().filter(usable).collect();
    let focused = fields.iter().find(|node| node.is(NodeState::Focused));
    let only = if let [only] = fields.as_slice() { Some(only) } else { None };
    focused.or(only).and_then(|node| node.target)
}

/// A value as the field wants it: a date or a time in the one way such fields take.
fn format_for_field(page: &Page<'_>, language: &Language, target: Ref, value: &str) -> String {
    let node = page.snapshot.node(target);
    let wanted = match node.and_then(|node| node.parsed_states().find_map(NodeState::input_type)) {
        Some("date") => read_date(value, language).map(|date| date.to_string()),
        Some("time") => ClockTime::parse(value).map(|time| time.to_string()),
        Some(_) | None => None,
    };
    wanted.unwrap_or_else(|| value.to_owned())
}

/// Notes something for later, and for the final answer.
pub(crate) fn note_value(context: &mut Context<'_>, value: &ValueSource) -> Option<NextCalls> {
    let Some(text) = resolve_value(context, value) else { return Some(fail_value_missing(context, value)) };
    context.memory.keep(text.clone());
    context.memory.noted = Some(text);
    None
}

fn fail_value_missing(context: &Context<'_>, value: &ValueSource) -> NextCalls {
    let what = match value {
        ValueSource::Text(text) | ValueSource::Labelled(text) => text.clone(),
        ValueSource::Word { of, .. } | ValueSource::Said(Some(of)) | ValueSource::Count(of) => of.text.clone(),
        ValueSource::It | ValueSource::Said(None) | ValueSource::Solution => String::new(),
    };
    context.fail(&context.message(Message::NotHeld, &[("what", &what)]))
}

/// The next empty field for which the page says what belongs into it.
pub(crate) fn complete_form(context: &mut Context<'_>) -> Option<NextCalls> {
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
        let known = context.memory.done.contains(&target.to_string());
        let Some(value) = resolve_value(context, &ValueSource::Labelled(label)).filter(|_| !known) else { continue };
        let what = context.page.describe(target);
        context.memory.done.push(target.to_string());
        let told = value_to_show(&context.page, target, &value);
        context.record_deed(Message::DidFilled, &what, told);
        let text = context.message(Message::Filling, &[("what", &what), ("value", told)]);
        return Some(NextCalls::one(text, "fill", json!({ "ref": target.to_string(), "value": value })));
    }
    if context.memory.done.is_empty() {
        return Some(fail_value_missing(context, &ValueSource::Solution));
    }
    None
}

/// Opens the entry that was found, where it is one of a list.
pub(crate) fn open_found_entry(context: &mut Context<'_>) -> NextCalls {
    let within = std::mem::take(&mut context.memory.within);
    let found = context.locate(&Phrase::of_words(&within.join(" "), within.clone()), Want::Entry);
    context.memory.within = within;
    match found {
        Ok(target) => {
            let what = context.page.describe(target);
            context.record_deed(Message::DidOpened, &what, "");
            context.act(context.message(Message::Opening, &[("what", &what)]), "click", reference(target))
        }
        Err(said) => said,
    }
}
