//! The person beside a run: says yes to what the guard asks, and has nothing to say to the brain.

use std::io::Write as _;

use tokio::sync::mpsc;
use webhand_engine::Watcher;
use webhand_model::{Event, Input, Intent, QuestionKind, Rendering, Reply, What};

pub struct Agreeing {
    pub say: mpsc::Sender<Input>,
    pub trace: bool,
}

impl Watcher for Agreeing {
    fn on_event(&self, event: &Event) {
        if let What::Intent { intent: Intent::AskPerson(question), .. } = &event.what {
            // A brain that asks which of two is meant has not understood the task: that ends the run.
            let reply = match question.kind {
                QuestionKind::Approval(_) => Input::Replied(Reply::Yes),
                QuestionKind::Brain | QuestionKind::Secret(_) | QuestionKind::Budget | QuestionKind::HandOver(_) => {
                    Input::Cancel
                }
            };
            // The channel holds one, and a run asks one question at a time.
            let _ = self.say.try_send(reply);
        }
        if self.trace {
            note(&event.what);
        }
    }

    fn on_live_text(&self, _text: &str) {}
}

fn note(what: &What) {
    let text = match what {
        What::Input { input: Input::Observed(page), .. } => page.render(Rendering::default()).text,
        What::Input { input: Input::Answered(answer), .. } => {
            let calls: Vec<String> =
                answer.calls.iter().map(|call| format!("> {} {}", call.name, call.arguments)).collect();
            calls.join("\n")
        }
        What::Input { input: Input::Acted(outcome), .. } => format!("{:?}: {}", outcome.end, outcome.text),
        What::Intent { intent: Intent::AskPerson(question), .. } => format!("? {}", question.text),
        What::Input { .. } | What::Intent { .. } => return,
    };
    // Nobody reads a trace that cannot be written.
    let _ = writeln!(std::io::stderr(), "{text}");
}
