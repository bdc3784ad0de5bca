//! Chooses: in a native list, among radio buttons and checkboxes, or in a list that must be opened first.

use serde_json::json;
use webhand_model::{NodeState, Ref};

use crate::context::{Context, NextCalls};
use crate::follow::calendar::pick_date;
use crate::follow::gesture::reference;
use crate::language::Language;
use crate::language::date::read_date;
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::language::tokens::{Stop, Token, tokens, words};
use crate::matching::{Match, Want};
use crate::memory::Phase;
use crate::page::Page;

pub(crate) fn choose_option(
    context: &mut Context<'_>,
    option: &Phrase,
    list: Option<&Phrase>,
) -> Result<NextCalls, NextCalls> {
    let date = read_date(&option.text, context.language);
    if context.memory.phase == Phase::Unfolded && date.is_none() {
        return choose_element(context, option);
    }
    let Some(list) = list else { return choose_anywhere(context, option) };
    if let Some(date) = date {
        return pick_date(context, date, list);
    }
    match (context.find(list, Want::List), sole_list(&context.page)) {
        // A group of radio buttons has a name but cannot be touched itself.
        (Match::Nothing(_), _) if matches!(context.find(option, Want::Choice), Match::One(_)) => {
            choose_element(context, option)
        }
        (Match::Nothing(_), Some(only)) => Ok(choose_in_list(context, only, option)),
        (Match::One(_) | Match::Several(_) | Match::Nothing(_), _) => {
            let target = context.locate(list, Want::List)?;
            Ok(choose_in_list(context, target, option))
        }
    }
}

fn choose_anywhere(context: &mut Context<'_>, option: &Phrase) -> Result<NextCalls, NextCalls> {
    match (context.find(option, Want::Choice), sole_list(&context.page)) {
        (Match::Nothing(_), Some(only)) => Ok(choose_in_list(context, only, option)),
        (Match::One(_) | Match::Several(_) | Match::Nothing(_), _) => choose_element(context, option),
    }
}

fn sole_list(page: &Page<'_>) -> Option<Ref> {
    let mut lists = page.nodes().iter().filter(|node| is_list(&node.role)).filter_map(|node| node.target);
    let first = lists.next();
    first.filter(|_| lists.next().is_none())
}

/// In a list: natively, or by opening it where that was not possible.
fn choose_in_list(context: &mut Context<'_>, list: Ref, option: &Phrase) -> NextCalls {
    let nodes = context.page.nodes();
    let at = nodes.iter().position(|node| node.target == Some(list)).unwrap_or(0);
    let what = context.page.describe(list);
    if !is_list(&nodes[at].role) || context.memory.tried {
        context.memory.phase = Phase::Unfolded;
        return NextCalls::one(context.message(Message::Clicking, &[("what", &what)]), "click", reference(list));
    }
    let several = if nodes[at].is(NodeState::Multiple) {
        split_options(&context.page, context.language, at, option)
    } else {
        None
    };
    if let Some(values) = several {
        let value = values.join(", ");
        context.record_deed(Message::DidChosen, &what, &value);
        let text = context.message(Message::Choosing, &[("what", &what), ("value", &value)]);
        return context.act(text, "select", json!({ "ref": list.to_string(), "values": values }));
    }
    let value = match_option(&context.page, at, option).unwrap_or_else(|| option.text.clone());
    context.record_deed(Message::DidChosen, &what, &value);
    let text = context.message(Message::Choosing, &[("what", &what), ("value", &value)]);
    context.act(text, "select", json!({ "ref": list.to_string(), "value": value }))
}

/// "A, B and C": the options' own names, if that is what they are.
fn split_options(page: &Page<'_>, language: &Language, list: usize, option: &Phrase) -> Option<Vec<String>> {
    let (nodes, wanted) = (page.nodes(), words(&option.text));
    if page.inside(list).any(|at| words(&nodes[at].name) == wanted) {
        return None;
    }
    let all = tokens(&option.text);
    let mut parts: Vec<Vec<&Token>> = vec![Vec::new()];
    let mut at = 0;
    while at < all.len() {
        let joint = language.connector(&all[at..]).filter(|_| at > 0).unwrap_or(0);
        if joint > 0 || (at > 0 && all[at - 1].stop == Stop::Comma) {
            parts.push(Vec::new());
        }
        at += joint;
        parts.last_mut()?.extend(all.get(at));
        at += 1;
    }
    parts.retain(|part| !part.is_empty());
    let named = |part: &Vec<&Token>| {
        let name = part.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        match_option(page, list, &Phrase::exactly(&name))
    };
    if parts.len() < 2 { None } else { parts.iter().map(named).collect() }
}

/// The option's own name, where the snapshot shows the options.
fn match_option(page: &Page<'_>, list: usize, option: &Phrase) -> Option<String> {
    let nodes = page.nodes();
    let names: Vec<&str> =
        page.inside(list).filter(|at| nodes[*at].role == "option").map(|at| nodes[at].name.as_str()).collect();
    let wanted = words(&option.text);
    let exact = names.iter().find(|name| words(name) == wanted);
    let mut containing = names.iter().filter(|name| option.words.iter().all(|word| words(name).contains(word)));
    let first = containing.next();
    let only = if containing.next().is_none() { first } else { None };
    // "The second option": a number and a kind, but no name.
    let unnamed = option.readings.iter().any(|reading| reading.name.is_empty());
    let numbered = option.ordinal.as_ref().filter(|_| unnamed).and_then(|(_, ordinal)| nth(&names, *ordinal));
    exact.or(numbered).or(only).map(|name| (*name).to_owned())
}

fn choose_element(context: &mut Context<'_>, option: &Phrase) -> Result<NextCalls, NextCalls> {
    let target = context.locate(option, Want::Choice)?;
    let nodes = context.page.nodes();
    let at = nodes.iter().position(|node| node.target == Some(target)).unwrap_or(0);
    let what = context.page.describe(target);
    let role = nodes[at].role.as_str();
    let list =
        context.page.ancestors(at).find(|above| is_list(&nodes[*above].role)).and_then(|above| nodes[above].target);
    if let Some(list) =
        list.filter(|_| role == "option" && context.memory.phase != Phase::Unfolded && !context.memory.tried)
    {
        return Ok(choose_in_list(context, list, option));
    }
    context.memory.done.push(target.to_string());
    context.record_deed(Message::DidClicked, &what, "");
    let ticks = matches!(role, "radio" | "checkbox" | "switch");
    let (sentence, call) = if ticks { (Message::Ticking, "check") } else { (Message::Clicking, "click") };
    Ok(context.act(context.message(sentence, &[("what", &what)]), call, reference(target)))
}

/// Counted from one, or from the end when negative.
fn nth<'n, 'a>(names: &'n [&'a str], ordinal: i32) -> Option<&'n &'a str> {
    match usize::try_from(ordinal) {
        Ok(place) => names.get(place.checked_sub(1)?),
        Err(_) => names.last(),
    }
}

fn is_list(role: &str) -> bool {
    matches!(role, "combobox" | "listbox")
}
