//! A second brain looks at what the first calls done, if the person wants that.
//!
//! It is told the task, the answer, what is known and the newest look, and says yes or no. A no is sent back once, like
//! a claim that goes against the evidence; said again, the run ends with the answer called unproven. Who cannot be asked,
//! or says neither, decides nothing: the ending tells that nobody checked it.

use webhand_model::{
    BrainAnswer, BrainMessage, Decision, FailCode, Millis, Observation, Outcome, Prompt, RenderOptions, RunOutcome,
    quote,
};

use crate::state::State;
use crate::{Effect, Run};

/// What the brain says at its end.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub answer: String,
    pub evidence: Vec<String>,
}

/// Who the verifier is: the same text for every run.
const SYSTEM: &str = include_str!("verify.md");

impl Run {
    /// Has a claim checked, or takes it as it is where nobody is to check it.
    pub(crate) fn verify(&mut self, claim: Claim) -> State {
        let prompt = self.task.verifier.is_some().then(|| self.about(&claim)).flatten();
        match prompt {
            Some(prompt) => {
                self.emit(Effect::Verify(Box::new(prompt)));
                State::Verifying { claim }
            }
            None => self.believe(claim, None),
        }
    }

    /// Takes in what the verifier said.
    pub(crate) fn verified(&mut self, claim: Claim, answer: &BrainAnswer, now: Millis) -> State {
        self.used.take_in(answer.usage);
        let said = answer.calls.first().zip(self.page.as_ref());
        let said = said.and_then(|(call, page)| Decision::parse(&call.name, &call.arguments, page).ok());
        match said {
            Some(Decision::Say(BrainMessage::Done { .. })) => {
                self.believe(claim, Some("a second brain checked it".to_owned()))
            }
            Some(Decision::Say(BrainMessage::Fail { reason })) => self.doubted(claim, &reason, now),
            Some(
                Decision::Say(BrainMessage::Ask { .. } | BrainMessage::HandOver { .. } | BrainMessage::Note { .. })
                | Decision::Act(_),
            )
            | None => self.believe(claim, Some(unchecked("the second brain said neither yes nor no"))),
        }
    }

    /// Nobody could be asked.
    pub(crate) fn unverified(&mut self, claim: Claim, why: &str) -> State {
        self.believe(claim, Some(unchecked(why)))
    }

    fn believe(&mut self, mut claim: Claim, note: Option<String>) -> State {
        claim.evidence.extend(note);
        self.finish(RunOutcome::Done { answer: claim.answer, evidence: claim.evidence })
    }

    fn doubted(&mut self, claim: Claim, reason: &str, now: Millis) -> State {
        let why = format!("a second brain says {}", quote(reason));
        if self.evidence.send_back() {
            let text = format!(
                "Not finished yet: {why}. See whether that is so. If it is, finish the task or fail; if it is not, say done \
                 again and why."
            );
            return self.finish_call(&Outcome::failed(FailCode::Unproven, text), now);
        }
        self.finish(RunOutcome::Unproven { answer: claim.answer, evidence: claim.evidence, why })
    }

    fn about(&self, claim: &Claim) -> Option<Prompt> {
        let snapshot = self.page.clone()?;
        let text = snapshot.render(RenderOptions::default()).text;
        let known = claim.evidence.iter().map(|fact| format!("Known: {}", quote(fact)));
        let notes = std::iter::once(format!("The agent says it is done and answers: {}", quote(&claim.answer)));
        Some(Prompt {
            system: SYSTEM.to_owned(),
            before: self.task.before.clone(),
            task: self.task.text.clone(),
            turns: Vec::new(),
            observation: Observation {
                snapshot,
                text,
                since: None,
                earlier_pages: Vec::new(),
                notes: notes.chain(known).collect(),
                steps: [1, 1],
            },
            answer_schema: None,
        })
    }
}

fn unchecked(why: &str) -> String {
    format!("not checked: {}", why.trim_end_matches('.'))
}
