//! Instructions that are one gesture: open, click, hover, tick, scroll, drag, wait.

use serde_json::{Value, json};
use webhand_model::{Direction, Ref};

use crate::context::{DecisionContext, NextCalls};
use crate::follow::explore::look_further;
use crate::follow::fill::fill_field;
use crate::follow::search::shows_words;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::language::tokens::words;
use crate::language::{concept, site};
use crate::matching::{Match, TargetUse};
use crate::parse::address::address;
use crate::parse::instruction::{AfterFill, DialogAnswer, Tick, Touch, Until};
use crate::parse::value::ValueSource::Text;

/// Opens an address, an element of the page that leads to the place, or a site known by name.
pub(crate) fn open_place(context: &mut DecisionContext<'_>, place: &Phrase) -> Result<NextCalls, NextCalls> {
    let address = address(&place.text);
    let sure = address.is_some() && (place.text.contains("://") || place.text.contains('/'));
    let named = context.find(place, TargetUse::Go);
    let known = address.or_else(|| site(&place.text).map(str::to_owned));
    let leads = matches!(named, Match::One(_) | Match::Several(_)) || context.progress.instruction.chosen.is_some();
    if let Some(url) = known.filter(|_| sure || !leads) {
        context.record_action(Sentence::DidOpened, &url, "");
        return Ok(context.act(context.sentence(Sentence::Opening, &[("what", &url)]), "open", json!({ "url": url })));
    }
    let target = context.locate(place, TargetUse::Go)?;
    let what = context.page.describe(target);
    context.record_action(Sentence::DidOpened, &what, "");
    Ok(context.act(context.sentence(Sentence::Opening, &[("what", &what)]), "click", ref_arguments(target)))
}

pub(crate) fn touch_element(
    context: &mut DecisionContext<'_>,
    how: Touch,
    phrase: &Phrase,
) -> Result<NextCalls, NextCalls> {
    let target_use = if how == Touch::Focus { TargetUse::Field } else { TargetUse::Touch };
    let target = context.locate(phrase, target_use)?;
    let (sentence, call) = match how {
        Touch::Click => (Sentence::Clicking, "click"),
        Touch::Double => (Sentence::Clicking, "dblclick"),
        Touch::Hover => (Sentence::Pointing, "hover"),
        Touch::Focus => (Sentence::Pointing, "focus"),
    };
    Ok(touch_target(context, target, sentence, call))
}

pub(crate) fn press_named(context: &mut DecisionContext<'_>, phrase: &Phrase) -> Result<NextCalls, NextCalls> {
    if let Some(quotation) = phrase.quotation.as_deref().filter(|quoted| !shows_words(&context.page, &words(quoted))) {
        return add_entry(context, phrase, quotation);
    }
    let target = context.locate(phrase, TargetUse::Named)?;
    Ok(touch_target(context, target, Sentence::Clicking, "click"))
}

/// "Add the task \"Walk the dog\"": a quotation that the page does not show is entered into the field for such entries and
/// submitted.
fn add_entry(context: &mut DecisionContext<'_>, phrase: &Phrase, quotation: &str) -> Result<NextCalls, NextCalls> {
    let quoted = words(quotation);
    let (verb, rest) = phrase.words.split_first().map_or((None, &[][..]), |(verb, rest)| (Some(verb), rest));
    let is_kind = |word: &&String| !quoted.contains(word) && !context.language.naming.contains(word);
    let kind: Vec<String> = rest.iter().filter(is_kind).cloned().collect();
    let field = Phrase::of_words(&kind.join(" "), kind);
    if verb.and_then(|verb| concept(verb)) != Some("add") || field.words.is_empty() {
        return Err(look_further(context, &Phrase::exactly(quotation), &[]));
    }
    fill_field(context, &Text(quotation.to_owned()), Some(&field), AfterFill::Submit)
}

fn touch_target(context: &mut DecisionContext<'_>, target: Ref, sentence: Sentence, call: &'static str) -> NextCalls {
    let what = context.page.describe(target);
    context.progress.instruction.handled.push(target.to_string());
    context.record_action(Sentence::DidClicked, &what, "");
    context.act(context.sentence(sentence, &[("what", &what)]), call, ref_arguments(target))
}

pub(crate) fn clear_field(context: &mut DecisionContext<'_>, field: &Phrase) -> Result<NextCalls, NextCalls> {
    let target = context.locate(field, TargetUse::Field)?;
    let text = context.sentence(Sentence::Clearing, &[("what", &context.page.describe(target))]);
    Ok(context.act(text, "clear", ref_arguments(target)))
}

pub(crate) fn set_tick(context: &mut DecisionContext<'_>, phrase: &Phrase, to: Tick) -> Result<NextCalls, NextCalls> {
    let target = context.locate(phrase, TargetUse::Tick)?;
    let what = context.page.describe(target);
    let (sentence, call) = match to {
        Tick::On => (Sentence::Ticking, "check"),
        Tick::Off => (Sentence::Unticking, "uncheck"),
    };
    context.progress.instruction.handled.push(target.to_string());
    context.record_action(Sentence::DidClicked, &what, "");
    Ok(context.act(context.sentence(sentence, &[("what", &what)]), call, ref_arguments(target)))
}

/// Accepts or closes a notice of the page: with the button that the phrase names, else with the usual names of such buttons.
pub(crate) fn answer_notice(
    context: &mut DecisionContext<'_>,
    with: DialogAnswer,
    about: Option<&Phrase>,
) -> Result<NextCalls, NextCalls> {
    let meanings: &[&str] = match with {
        DialogAnswer::Accept => &["accept"],
        DialogAnswer::Dismiss => &["close", "cancel"],
    };
    let mut phrases: Vec<Phrase> = Vec::new();
    for meaning in meanings {
        let verb = Phrase::of_words(meaning, vec![(*meaning).to_owned()]);
        if let Some(about) = about {
            let both = verb.words.iter().chain(&about.words).cloned().collect::<Vec<_>>();
            phrases.push(Phrase::of_words(&about.text, both));
        }
        phrases.push(verb);
    }
    let found = phrases.iter().find(|phrase| !matches!(context.find(phrase, TargetUse::Named), Match::Nothing(_)));
    let chosen = found.or(phrases.first()).cloned().unwrap_or_default();
    press_named(context, &chosen)
}

pub(crate) fn scroll_page(
    context: &mut DecisionContext<'_>,
    direction: Direction,
    inside: Option<&Phrase>,
) -> Result<NextCalls, NextCalls> {
    let mut arguments = json!({ "direction": direction.as_str() });
    if let Some(inside) = inside {
        arguments["ref"] = context.locate(inside, TargetUse::Scroll)?.to_string().into();
    }
    Ok(context.act(context.sentence(Sentence::Scrolling, &[]), "scroll", arguments))
}

/// Selects a paragraph, with a triple click.
pub(crate) fn select_text(context: &mut DecisionContext<'_>, phrase: &Phrase) -> Result<NextCalls, NextCalls> {
    let target = context.locate(phrase, TargetUse::Text)?;
    let text = context.sentence(Sentence::Clicking, &[("what", &context.page.describe(target))]);
    Ok(context.act(text, "click", json!({ "ref": target.to_string(), "count": 3 })))
}

pub(crate) fn drag_element(
    context: &mut DecisionContext<'_>,
    what: &Phrase,
    to: &Phrase,
) -> Result<NextCalls, NextCalls> {
    let (from, to) = (context.locate(what, TargetUse::Touch)?, context.locate_one(to, TargetUse::Touch)?);
    let what = context.page.describe(from);
    context.progress.instruction.handled.push(from.to_string());
    context.record_action(Sentence::DidClicked, &what, "");
    let text = context.sentence(Sentence::Clicking, &[("what", &what)]);
    Ok(context.act(text, "drag", json!({ "from": from.to_string(), "to": to.to_string() })))
}

pub(crate) fn wait_until(context: &mut DecisionContext<'_>, until: &Until) -> NextCalls {
    let arguments = match until {
        Until::There(text) => json!({ "text": text, "ms": 15_000 }),
        Until::Gone(text) => json!({ "gone": text, "ms": 15_000 }),
        Until::Passed(ms) => json!({ "ms": ms }),
        Until::Rest => json!({}),
    };
    context.act(context.sentence(Sentence::Waiting, &[]), "wait", arguments)
}

pub(crate) fn ref_arguments(target: Ref) -> Value {
    json!({ "ref": target.to_string() })
}
