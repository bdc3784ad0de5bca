//! A prompt without personal data.

use webhand_guard::PersonalData;
use webhand_model::{ChatExchange, EarlierObservation, Observation, Prompt, ToolCall, ToolResult, Turn};

/// The prompt with placeholders in everything that a format writes into a request. Of the snapshot that is its address; the
/// nodes stay, because the calls of a provider's own tools are translated by them.
pub(super) fn redact(table: &mut PersonalData, prompt: &Prompt) -> Prompt {
    let system = prompt.system.clone();
    let task = table.redact(&prompt.task);
    let before = prompt.before.iter().map(|exchange| redact_exchange(table, exchange)).collect();
    let turns = prompt.turns.iter().map(|turn| redact_turn(table, turn)).collect();
    let observation = redact_observation(table, &prompt.observation);
    let mut answer_schema = prompt.answer_schema.clone();
    if let Some(schema) = &mut answer_schema {
        table.redact_json(schema);
    }
    Prompt { system, before, task, turns, observation, answer_schema }
}

pub(super) fn redact_exchange(table: &mut PersonalData, exchange: &ChatExchange) -> ChatExchange {
    let message = table.redact(&exchange.message);
    let answer = table.redact(&exchange.answer);
    ChatExchange { message, answer, ..exchange.clone() }
}

fn redact_turn(table: &mut PersonalData, turn: &Turn) -> Turn {
    let mut answer = turn.answer.clone();
    answer.text = table.redact(&answer.text);
    for ToolCall { arguments, .. } in &mut answer.calls {
        table.redact_json(arguments);
    }
    for caution in &mut answer.cautions {
        caution.why = table.redact(&caution.why);
    }
    answer.personal.clear();
    let results = turn.results.iter().map(|result| ToolResult { text: table.redact(&result.text), ..result.clone() });
    Turn { answer, results: results.collect() }
}

fn redact_observation(table: &mut PersonalData, observation: &Observation) -> Observation {
    let mut redacted = observation.clone();
    if observation.text.contains('…') {
        let nodes = observation.snapshot.nodes.iter();
        let texts = nodes.flat_map(|node| [Some(&node.name), node.value.as_ref(), node.href.as_ref()]).flatten();
        let heads = [&observation.snapshot.title, &observation.snapshot.url];
        texts.chain(heads).filter(|text| text.len() > SHORTEST_CUT_TEXT).for_each(|text| table.expect_cut(text));
    }
    for EarlierObservation { text, .. } in redacted.earlier_pages.iter_mut().chain(&mut redacted.since) {
        *text = table.redact(text);
    }
    redacted.text = table.redact(&observation.text);
    redacted.seen = observation.seen.as_ref().map(|seen| table.redact(seen));
    redacted.snapshot.url = table.redact(&observation.snapshot.url);
    redacted.notes = observation.notes.iter().map(|note| table.redact(note)).collect();
    redacted
}

/// No look shortens a text that is shorter than this.
const SHORTEST_CUT_TEXT: usize = 9;
