//! One run without engine and hands, as commands and answers in JSON.

use serde::{Deserialize, Serialize};
use webhand_model::{EffectNo, Event, Input, Intent, Millis, Prompt, Task};
use webhand_run::{Effect, ReplayError, Run, replay};

/// Holds one run and answers commands about it.
///
/// `{"start": task}` begins it, `{"replay": events}` rebuilds it, `{"input": {"to", "input", "at"}}` applies an input.
/// Each is answered with `{"effects", "timeout", "over"}`: the effects to perform now, when to feed `woken`, and whether
/// the run is over; or with `{"error"}`, after which nothing has changed.
#[derive(Debug, Default)]
pub struct JsonRun {
    run: Option<Run>,
}

impl JsonRun {
    /// Answers one command.
    pub fn feed(&mut self, command: &[u8]) -> Vec<u8> {
        let reply = match self.apply_command(command) {
            Ok(reply) => serde_json::to_vec(&reply),
            Err(problem) => serde_json::to_vec(&Problem { error: problem }),
        };
        reply.unwrap_or_else(|_| br#"{"error":"the answer cannot be written as JSON"}"#.to_vec())
    }

    fn apply_command(&mut self, command: &[u8]) -> Result<Reply, String> {
        if command.len() > MOST_BYTES {
            return Err(format!("a command may have at most {MOST_BYTES} bytes"));
        }
        let command = std::str::from_utf8(command).map_err(|error| format!("not a command: {error}"))?;
        // Read from text, as journal lines are: a second reader of the whole vocabulary would make the module larger.
        let command = serde_json::from_str(command).map_err(|error| format!("not a command: {error}"))?;
        match command {
            Command::Start(task) => Ok(reply(self.run.insert(Run::start(task)))),
            Command::Replay(events) => {
                let run = replay(&events).map_err(|error: ReplayError| error.to_string())?.run;
                Ok(reply(self.run.insert(run)))
            }
            Command::Input { to, input, at } => {
                let run = self.run.as_mut().ok_or("there is no run yet; start or replay one first")?;
                run.handle(to, input, at);
                Ok(reply(run))
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Command {
    Start(Task),
    Replay(Vec<Event>),
    Input { to: Option<EffectNo>, input: Input, at: Millis },
}

#[derive(Serialize)]
struct Reply {
    effects: Vec<WantedEffect>,
    timeout: Option<Millis>,
    over: bool,
}

/// An effect as the journal records it, with the prompt where a brain is to be asked.
#[derive(Serialize)]
struct WantedEffect {
    no: EffectNo,
    intent: Intent,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt: Option<Box<Prompt>>,
}

#[derive(Serialize)]
struct Problem {
    error: String,
}

fn reply(run: &mut Run) -> Reply {
    let effects = std::iter::from_fn(|| run.poll_effect()).map(|(no, effect)| wanted_effect(no, effect)).collect();
    Reply { effects, timeout: run.poll_timeout(), over: run.is_over() }
}

fn wanted_effect(no: EffectNo, effect: Effect) -> WantedEffect {
    let intent = effect.intent();
    let prompt = if let Effect::AskBrain(prompt) | Effect::Verify(prompt) | Effect::Extract(prompt) = effect {
        Some(prompt)
    } else {
        None
    };
    WantedEffect { no, intent, prompt }
}

/// A journal of a long run with its snapshots has a few megabytes.
const MOST_BYTES: usize = 64 << 20;

#[cfg(test)]
mod tests;
