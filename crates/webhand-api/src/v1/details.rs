//! One line of a journal with its look, prompt, requests, console and pictures.

use axum::body::Body;
use axum::http::Response;
use serde_json::json;
use webhand_model::{
    BrainAnswer, EffectNo, Event, EventKind, Input, Intent, Outcome, Prompt, RenderOptions, Seq, Snapshot, truncate,
};
use webhand_run_api::{ApiProblem, JournalView};
use webhand_wire::api::{EventDetails, LookDetails, ProblemCode, PromptDetails, RequestDetails};

use super::{Call, json};

impl Call {
    pub(super) async fn event_details(self) -> Result<Response<Body>, ApiProblem> {
        let run = self.own_run().await?;
        let missing = || ApiProblem::new(ProblemCode::NotFound, "the run has no such event");
        let seq: u64 = self.part("seq").parse().map_err(|_| missing())?;
        let store = self.api.runs.store();
        let from = seq.saturating_sub(LOOKED_BACK);
        let before = store.read_page(&run, Seq(from), u32::try_from(seq - from).unwrap_or(u32::MAX)).await?;
        let event = before.last().filter(|event| event.seq == Seq(seq)).ok_or_else(missing)?;
        let after = store.read_page(&run, Seq(seq), LOOKED_AHEAD).await?;
        let prompt = if asks_brain(event) {
            // A prompt is not stored: it is made again from everything before it.
            let whole = store.read_page(&run, Seq(0), u32::try_from(seq).unwrap_or(u32::MAX)).await?;
            webhand_engine::prompt_in(&whole, Seq(seq)).unwrap_or_default()
        } else {
            None
        };
        Ok(json(&details(&before, event, &after, prompt.as_ref())))
    }
}

fn details(before: &[Event], event: &Event, after: &[Event], prompt: Option<&Prompt>) -> EventDetails {
    let mut view = JournalView::default();
    let light = before.iter().map(|event| view.event(event)).next_back();
    let look = before.iter().rev().find_map(|event| Some((event.seq, look_in(event)?)));
    let outcome = outcome_of(event, after);
    let picture_before =
        before.iter().rev().filter(|other| other.seq < event.seq || look_in(other).is_some()).find_map(picture_in);
    let picture_after = outcome
        .and_then(|outcome| outcome.picture.clone())
        .or_else(|| outcome.and_then(|_| after.iter().filter(|event| look_in(event).is_some()).find_map(picture_in)));
    EventDetails {
        event: light.unwrap_or_else(|| view.event(event)),
        look: look.map(|(seq, page)| look_details(seq, page)),
        prompt: prompt.map(prompt_details),
        answer: answer_of(event, after).map(answer_text),
        changes: outcome.map(|outcome| cut(&outcome.text_with_changes())),
        requests: outcome.map(requests).unwrap_or_default(),
        console: outcome.map(|outcome| outcome.console.clone()).unwrap_or_default(),
        picture_before,
        picture_after,
    }
}

fn asks_brain(event: &Event) -> bool {
    matches!(&event.kind, EventKind::Intent { intent: Intent::AskBrain | Intent::Verify | Intent::Extract, .. })
}

fn look_in(event: &Event) -> Option<&Snapshot> {
    match &event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => Some(page),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    }
}

fn picture_in(event: &Event) -> Option<String> {
    match &event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => page.picture.clone(),
        EventKind::Input { input: Input::Acted(outcome), .. } => outcome.picture.clone(),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    }
}

/// The number of an intent, under which its result comes later.
fn number(event: &Event) -> Option<EffectNo> {
    if let EventKind::Intent { no, .. } = &event.kind { Some(*no) } else { None }
}

fn outcome_of<'a>(event: &'a Event, after: &'a [Event]) -> Option<&'a Outcome> {
    let in_line = |event: &'a Event| match &event.kind {
        EventKind::Input { input: Input::Acted(outcome) | Input::RequestResolved(outcome), .. } => Some(outcome),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    };
    in_line(event).or_else(|| {
        let no = number(event)?;
        after.iter().filter(|event| answers(event, no)).find_map(in_line)
    })
}

fn answer_of<'a>(event: &'a Event, after: &'a [Event]) -> Option<&'a BrainAnswer> {
    let in_line = |event: &'a Event| match &event.kind {
        EventKind::Input { input: Input::Answered(answer) | Input::Extracted(answer), .. } => Some(answer),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    };
    in_line(event).or_else(|| {
        let no = number(event)?;
        after.iter().filter(|event| answers(event, no)).find_map(in_line)
    })
}

fn answers(event: &Event, no: EffectNo) -> bool {
    matches!(&event.kind, EventKind::Input { to: Some(to), .. } if *to == no)
}

fn answer_text(answer: &BrainAnswer) -> String {
    let calls = answer.calls.iter().map(|call| format!("{} {}", call.name, call.arguments));
    let said = Some(answer.text.clone()).filter(|text| !text.is_empty());
    cut(&said.into_iter().chain(calls).collect::<Vec<_>>().join("\n"))
}

fn look_details(seq: Seq, page: &Snapshot) -> LookDetails {
    let text = page.render(RenderOptions { budget: MOST_TOKENS, ..RenderOptions::default() }).text;
    LookDetails { seq: seq.0, url: page.url.clone(), title: page.title.clone(), text }
}

fn prompt_details(prompt: &Prompt) -> PromptDetails {
    let turns = prompt.turns.iter().map(|turn| {
        let results = turn.results.iter().map(|result| json!(result).to_string());
        cut(&std::iter::once(answer_text(&turn.answer)).chain(results).collect::<Vec<_>>().join("\n→ "))
    });
    let shown = &prompt.observation;
    let page = shown.earlier_pages.iter().map(|page| page.text.as_str()).chain([shown.text.as_str()]);
    let page = page.chain(shown.seen.as_deref()).collect::<Vec<_>>().join("\n\n");
    PromptDetails {
        system: prompt.system.clone(),
        task: prompt.task.clone(),
        turns: turns.collect(),
        notes: shown.notes.clone(),
        page,
    }
}

fn requests(outcome: &Outcome) -> Vec<RequestDetails> {
    let held = outcome.held.iter().map(|held| RequestDetails {
        method: held.method.clone(),
        url: held.url.clone(),
        by: "held".to_owned(),
        count: 1,
    });
    let sent = outcome.sent.iter().map(|sent| RequestDetails {
        method: sent.method.clone(),
        url: sent.url.clone(),
        by: json!(sent.by).as_str().unwrap_or_default().to_owned(),
        count: sent.count,
    });
    held.chain(sent).collect()
}

fn cut(text: &str) -> String {
    truncate(text, MOST_SHOWN).into_owned()
}

/// Lines before an event that are searched for the look it is about, and after it for its result.
const LOOKED_BACK: u64 = 200;
const LOOKED_AHEAD: u32 = 20;
const MOST_TOKENS: usize = 20_000;
const MOST_SHOWN: usize = 20_000;
