//! A journal as light events: one for each line, without the looks of whole pages. Pure.

use serde_json::json;
use webhand_model::{
    Action, Approver, BrainAnswer, EffectNo, Event, EventKind, Input, Intent, Outcome, OutcomeStatus, PersonReply,
    Snapshot, Task, truncate,
};
use webhand_wire::api::{RunEvent, RunEventKind, TouchedBox};

use crate::run_view::{mode, outcome_info, question_info};

/// Makes light events of a journal's lines, in their order. It remembers the last look, to tell where an action touches the
/// page.
#[derive(Debug, Default)]
pub struct JournalView {
    page: Option<Box<Snapshot>>,
    /// The name of the last picture; later looks of the same page may have none.
    picture: Option<String>,
}

impl JournalView {
    /// The light event of the next line.
    pub fn event(&mut self, event: &Event) -> RunEvent {
        let what = match &event.kind {
            EventKind::Input { to, input } => self.input(*to, input),
            EventKind::Intent { no, intent } => self.intent(*no, intent),
        };
        RunEvent { seq: event.seq.0, at: event.at.0, wall: event.wall, what }
    }

    fn intent(&self, no: EffectNo, intent: &Intent) -> RunEventKind {
        match intent {
            Intent::AskBrain => RunEventKind::Thinking,
            Intent::Act { action, by, .. } => RunEventKind::Acting {
                no: no.0,
                action: action.name().to_owned(),
                text: self.in_one_line(action),
                approved_by_person: *by == Approver::Person,
                touched: self.touched(action),
            },
            Intent::ResolveRequest { request, release } => RunEventKind::Request {
                no: no.0,
                method: request.method.clone(),
                url: shorten(&request.url),
                released: *release,
            },
            Intent::AskPerson(question) => RunEventKind::Asked { question: question_info(no.0, question) },
            Intent::Finish(outcome) => RunEventKind::Ended { outcome: outcome_info(outcome) },
            Intent::Park { why } => RunEventKind::Problem { text: shorten(why) },
            Intent::Verify => noted("verifying"),
            Intent::Extract => noted("extracting"),
            Intent::UseDebugger => noted("uses_debugger"),
            Intent::Observe { .. }
            | Intent::ResolveRefs(_)
            | Intent::ReportResult(_)
            | Intent::Inspect(_)
            | Intent::HandOver
            | Intent::TakeBack => RunEventKind::Other,
        }
    }

    fn input(&mut self, to: Option<EffectNo>, input: &Input) -> RunEventKind {
        match input {
            Input::Started(task) => started(task),
            Input::Observed(page) => self.looked(page),
            Input::Answered(answer) | Input::Extracted(answer) => answered(answer),
            Input::NotObserved { why, .. } | Input::NotAnswered { why, .. } | Input::BrainUnavailable { why, .. } => {
                RunEventKind::Problem { text: shorten(why) }
            }
            Input::NotInspected(outcome) => RunEventKind::Problem { text: shorten(&outcome.text) },
            Input::Acted(outcome) | Input::RequestResolved(outcome) => acted(to, outcome),
            Input::Replied(reply) => replied(reply, None),
            Input::RepliedFrom { reply, source } => replied(reply, json!(source.channel).as_str().map(str::to_owned)),
            Input::BrainChanged(brain) => {
                RunEventKind::Noted { word: "brain_changed".to_owned(), text: Some(shorten(brain)) }
            }
            Input::ToolCalled(call) => {
                RunEventKind::Noted { word: "called".to_owned(), text: Some(shorten(&call.name)) }
            }
            Input::Told(text) => RunEventKind::Noted { word: "told".to_owned(), text: Some(shorten(text)) },
            Input::TakenOver => noted("taken_over"),
            Input::HandedOver(_) => noted("handed_over"),
            Input::TakenBack => noted("taken_back"),
            Input::Pause => noted("paused"),
            Input::Continue => noted("continued"),
            Input::Cancel => noted("cancelled"),
            Input::Resumed => noted("resumed"),
            Input::Closed => noted("closed"),
            Input::SentByGrant(sent) => RunEventKind::Noted {
                word: "sent_by_grant".to_owned(),
                text: Some(shorten(&format!("{} {}", sent.method, sent.url))),
            },
            Input::RefsResolved(_) | Input::CallWithdrawn | Input::Inspected(_) | Input::TimerFired => {
                RunEventKind::Other
            }
        }
    }

    fn looked(&mut self, page: &Snapshot) -> RunEventKind {
        let has_moved_on = self.page.as_ref().is_none_or(|before| before.url != page.url);
        if page.picture.is_some() || has_moved_on {
            self.picture.clone_from(&page.picture);
        }
        self.page = Some(Box::new(page.clone()));
        let elements = page.nodes.iter().filter(|node| node.target.is_some()).count();
        RunEventKind::Looked {
            url: shorten(&page.url),
            title: shorten(&page.title),
            elements: u32::try_from(elements).unwrap_or(u32::MAX),
            picture: page.picture.clone(),
            viewport: [page.viewport.width, page.viewport.height],
        }
    }

    fn touched(&self, action: &Action) -> Option<TouchedBox> {
        let (page, target) = (self.page.as_ref()?, action.target()?);
        let node = page.nodes.iter().find(|node| node.target == Some(target))?;
        let [x, y, width, height] = node.bounds?;
        let label = shorten(&node.describe());
        Some(TouchedBox { x, y, width, height, label, picture: self.picture.clone() })
    }

    /// The action with the name of its element and what it enters.
    fn in_one_line(&self, action: &Action) -> String {
        let node = action.target().and_then(|target| {
            self.page.as_ref()?.nodes.iter().find(|node| node.target == Some(target)).map(webhand_model::Node::describe)
        });
        let arguments = action.arguments();
        let entered = ENTERED
            .iter()
            .find_map(|name| arguments.get(*name))
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        let mut text = action.name().to_owned();
        if let Some(node) = node {
            text.push(' ');
            text.push_str(&node);
        }
        if let Some(entered) = entered {
            text.push_str(if text == action.name() { " " } else { " ← " });
            text.push_str(&entered);
        }
        shorten(&text)
    }
}

fn started(task: &Task) -> RunEventKind {
    RunEventKind::Started {
        task: task.text.clone(),
        url: task.start.as_ref().map(ToString::to_string),
        brain: task.brain.clone(),
        mode: mode(task.mode),
        max_steps: task.limits.steps,
    }
}

fn answered(answer: &BrainAnswer) -> RunEventKind {
    let calls = answer.calls.iter().map(|call| json!({"name": call.name, "arguments": call.arguments})).collect();
    RunEventKind::Answered {
        text: truncate(&answer.text, MOST_SAID).into_owned(),
        calls,
        tokens: answer.usage.tokens(),
        cost: answer.usage.cost.0,
    }
}

fn acted(to: Option<EffectNo>, outcome: &Outcome) -> RunEventKind {
    let status = match outcome.status {
        OutcomeStatus::Done => "done".to_owned(),
        OutcomeStatus::Refused => "refused".to_owned(),
        OutcomeStatus::InDoubt => "in_doubt".to_owned(),
        OutcomeStatus::Failed(code) => json!(code).as_str().unwrap_or("failed").to_owned(),
    };
    RunEventKind::Acted {
        no: to.map(|no| no.0),
        status,
        text: truncate(&outcome.text_with_changes(), MOST_SAID).into_owned(),
        picture: outcome.picture.clone(),
    }
}

fn replied(reply: &PersonReply, by: Option<String>) -> RunEventKind {
    let answer = match reply {
        PersonReply::Yes => "yes".to_owned(),
        PersonReply::YesToKind => "yes_to_kind".to_owned(),
        PersonReply::No => "no".to_owned(),
        PersonReply::Entered => "entered".to_owned(),
        PersonReply::Text(text) => text.clone(),
    };
    RunEventKind::Replied { answer, by }
}

fn noted(word: &str) -> RunEventKind {
    RunEventKind::Noted { word: word.to_owned(), text: None }
}

fn shorten(text: &str) -> String {
    truncate(text, MOST_TEXT).into_owned()
}

/// The parameters that tell most of an action, in this order.
const ENTERED: [&str; 6] = ["value", "text", "url", "key", "values", "direction"];
const MOST_TEXT: usize = 400;
const MOST_SAID: usize = 4_000;
