//! Instructions that come to one gesture: open, click, point, tick, scroll, drag, wait.

use serde_json::{Value, json};
use webhand_model::{Direction, Ref};

use crate::context::{Context, NextCalls};
use crate::follow::explore::look_further;
use crate::follow::fill::fill_field;
use crate::follow::search::shows_words;
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::language::tokens::words;
use crate::language::{concept, site};
use crate::matching::{Match, Want};
use crate::parse::address::address;
use crate::parse::instruction::{AfterFill, DialogAnswer, Tick, Touch, Until};
use crate::parse::value::ValueSource::Text;

/// An address, something on the page that leads there, or a site known by name.
pub(crate) fn open_place(context: &mut Context<'_>, place: &Phrase) -> Result<NextCalls, NextCalls> {
    let address = address(&place.text);
    let sure = address.is_some() && (place.text.contains("://") || place.text.contains('/'));
    let named = context.find(place, Want::Go);
    let known = address.or_else(|| site(&place.text).map(str::to_owned));
    let leads = matches!(named, Match::One(_) | Match::Several(_)) || context.memory.chosen.is_some();
    if let Some(url) = known.filter(|_| sure || !leads) {
        context.record_deed(Message::DidOpened, &url, "");
        return Ok(context.act(context.message(Message::Opening, &[("what", &url)]), "open", json!({ "url": url })));
    }
    let target = context.locate(place, Want::Go)?;
    let what = context.page.describe(target);
    context.record_deed(Message::DidOpened, &what, "");
    Ok(context.act(context.message(Message::Opening, &[("what", &what)]), "click", reference(target)))
}

pub(crate) fn touch_element(context: &mut Context<'_>, how: Touch, phrase: &Phrase) -> Result<NextCalls, NextCalls> {
    let want = if how == Touch::Focus { Want::Field } else { Want::Touch };
    let target = context.locate(phrase, want)?;
    let (sentence, call) = match how {
        Touch::Click => (Message::Clicking, "click"),
        Touch::Double => (Message::Clicking, "dblclick"),
        Touch::Hover => (Message::Pointing, "hover"),
        Touch::Focus => (Message::Pointing, "focus"),
    };
    Ok(touch_target(context, target, sentence, call))
}

pub(crate) fn press_named(context: &mut Context<'_>, phrase: &Phrase) -> Result<NextCalls, NextCalls> {
    if let Some(quotation) = phrase.quotation.as_deref().filter(|quoted| !shows_words(&context.page, &words(quoted))) {
        return add_entry(context, phrase, quotation);
    }
    let target = context.locate(phrase, Want::Named)?;
    Ok(touch_target(context, target, Message::Clicking, "click"))
}

/// "Add the task \"Walk the dog\"": what the page does not show is written where such things are, and sent off.
fn add_entry(context: &mut Context<'_>, phrase: &Phrase, quotation: &str) -> Result<NextCalls, NextCalls> {
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

fn touch_target(context: &mut Context<'_>, target: Ref, sentence: Message, call: &'static str) -> NextCalls {
    let what = context.page.describe(target);
    context.memory.done.push(target.to_string());
    context.record_deed(Message::DidClicked, &what, "");
    context.act(context.message(sentence, &[("what", &what)]), call, reference(target))
}

pub(crate) fn clear_field(context: &mut Context<'_>, field: &Phrase) -> Result<NextCalls, NextCalls> {
    let target = context.locate(field, Want::Field)?;
    let text = context.message(Message::Clearing, &[("what", &context.page.describe(target))]);
    Ok(context.act(text, "clear", reference(target)))
}

pub(crate) fn set_tick(context: &mut Context<'_>, phrase: &Phrase, to: Tick) -> Result<NextCalls, NextCalls> {
    let target = context.locate(phrase, Want::Tick)?;
    let what = context.page.describe(target);
    let (sentence, call) = match to {
        Tick::On => (Message::Ticking, "check"),
        Tick::Off => (Message::Unticking, "uncheck"),
    };
    context.memory.done.push(target.to_string());
    context.record_deed(Message::DidClicked, &what, "");
    Ok(context.act(context.message(sentence, &[("what", &what)]), call, reference(target)))
}

/// Accepts or closes what the page put in front: by the phrase, else by what such buttons are called.
pub(crate) fn answer_notice(
    context: &mut Context<'_>,
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
    let found = phrases.iter().find(|phrase| !matches!(context.find(phrase, Want::Named), Match::Nothing(_)));
    let chosen = found.or(phrases.first()).cloned().unwrap_or_default();
    press_named(context, &chosen)
}

pub(crate) fn scroll_page(
    context: &mut Context<'_>,
    direction: Direction,
    inside: Option<&Phrase>,
) -> Result<NextCalls, NextCalls> {
    let mut arguments = json!({ "direction": direction.as_str() });
    if let Some(inside) = inside {
        arguments["ref"] = context.locate(inside, Want::Scroll)?.to_string().into();
    }
    Ok(context.act(context.message(Message::Scrolling, &[]), "scroll", arguments))
}

/// Three clicks select a paragraph.
pub(crate) fn select_text(context: &mut Context<'_>, phrase: &Phrase) -> Result<NextCalls, NextCalls> {
    let target = context.locate(phrase, Want::Text)?;
    let text = context.message(Message::Clicking, &[("what", &context.page.describe(target))]);
    Ok(context.act(text, "click", json!({ "ref": target.to_string(), "count": 3 })))
}

pub(crate) fn drag_element(context: &mut Context<'_>, what: &Phrase, to: &Phrase) -> Result<NextCalls, NextCalls> {
    let (from, to) = (context.locate(what, Want::Touch)?, context.locate_one(to, Want::Touch)?);
    let what = context.page.describe(from);
    context.memory.done.push(from.to_string());
    context.record_deed(Message::DidClicked, &what, "");
    let text = context.message(Message::Clicking, &[("what", &what)]);
    Ok(context.act(text, "drag", json!({ "from": from.to_string(), "to": to.to_string() })))
}

pub(crate) fn wait_until(context: &mut Context<'_>, until: &Until) -> NextCalls {
    let arguments = match until {
        Until::There(text) => json!({ "text": text, "ms": 15_000 }),
        Until::Gone(text) => json!({ "gone": text, "ms": 15_000 }),
        Until::Passed(ms) => json!({ "ms": ms }),
        Until::Rest => json!({}),
    };
    context.act(context.message(Message::Waiting, &[]), "wait", arguments)
}

pub(crate) fn reference(target: Ref) -> Value {
    json!({ "ref": target.to_string() })
}
