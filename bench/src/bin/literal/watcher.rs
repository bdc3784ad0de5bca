//! The person of a run: says yes to the guard, and gives the brain no answers.

use std::io::Write as _;

use tokio::sync::mpsc;
use webhand_engine::Watcher;
use webhand_model::{Event, EventKind, Input, Intent, PersonReply, QuestionKind, RenderOptions};

pub struct ApprovingPerson {
    pub say: mpsc::Sender<Input>,
    pub trace: bool,
}

impl Watcher for ApprovingPerson {
    fn on_event(&self, event: &Event) {
        if let EventKind::Intent { intent: Intent::AskPerson(question), .. } = &event.kind {
            // A brain that asks which of two is meant has not understood the task: that ends the run.
            let reply = match question.kind {
                QuestionKind::Approval(_) => Input::Replied(PersonReply::Yes),
                QuestionKind::Brain
                | QuestionKind::Secret(_)
                | QuestionKind::Budget
                | QuestionKind::Debugger
                | QuestionKind::HandOver(_) => Input::Cancel,
            };
            // The channel holds one, and a run asks one question at a time.
            let _ = self.say.try_send(reply);
        }
        if self.trace {
            note(&event.kind);
        }
    }

    fn on_live_text(&self, _text: &str) {}
}

fn note(what: &EventKind) {
    let text = match what {
        EventKind::Input { input: Input::Observed(page), .. } => page.render(RenderOptions::default()).text,
        EventKind::Input { input: Input::Answered(answer), .. } => {
            let calls: Vec<String> =
                answer.calls.iter().map(|call| format!("> {} {}", call.name, call.arguments)).collect();
            calls.join("\n")
        }
        EventKind::Input { input: Input::Acted(outcome), .. } => format!("{:?}: {}", outcome.status, outcome.text),
        EventKind::Intent { intent: Intent::AskPerson(question), .. } => format!("? {}", question.text),
        EventKind::Input { .. } | EventKind::Intent { .. } => return,
    };
    // A trace that cannot be written is dropped.
    let _ = writeln!(std::io::stderr(), "{text}");
}
