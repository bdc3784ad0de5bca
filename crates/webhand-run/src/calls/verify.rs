//! A second brain checks the claim of the first to be done, if the person wants that.
//!
//! The verifier gets the task, the answer, the evidence and the newest look, and says yes or no. A no is sent back once,
//! like a claim that contradicts the evidence; if the brain repeats the claim, the run ends as unproven. A verifier that
//! cannot be asked, or says neither, decides nothing: the ending states that the claim was not checked.

use webhand_model::{
    BrainAnswer, BrainMessage, Decision, EvidenceLine, FailCode, Millis, Observation, Outcome, Prompt, PromptPicture,
    RenderOptions, RunOutcome, SamePicture, quote,
};

use super::finish_asked_call;
use crate::state::{PagePresence, State};
use crate::{Effect, Run};

/// The brain's claim that the task is done.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub answer: String,
    pub evidence: Vec<EvidenceLine>,
    pub extent: Extent,
}

/// How much of the task the brain says is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    Part,
}

/// The system prompt of the verifier: the same text for every run.
const SYSTEM: &str = include_str!("verify.md");

/// Has a claim checked, or accepts it if the task names no verifier.
pub(crate) fn verify_claim(run: &mut Run, claim: Claim, page: PagePresence) -> State {
    let prompt = run.task().verifier.is_some().then(|| verification_prompt(run, &claim)).flatten();
    match prompt {
        Some(prompt) => {
            run.effects.emit(Effect::Verify(Box::new(prompt)));
            State::Verifying { claim, page }
        }
        None => accept_claim(run, claim, None),
    }
}

/// Applies the verifier's answer.
pub(crate) fn apply_verification(
    run: &mut Run,
    claim: Claim,
    page: PagePresence,
    answer: &BrainAnswer,
    now: Millis,
) -> State {
    run.budget.record_usage(answer.usage);
    let call = answer.calls.first().zip(run.memory.page());
    let decision = call.and_then(|(call, seen)| Decision::parse(&call.name, &call.arguments, seen).ok());
    match decision {
        Some(Decision::Say(BrainMessage::Done { .. })) => {
            accept_claim(run, claim, Some("a second brain checked it".to_owned()))
        }
        Some(Decision::Say(BrainMessage::Fail { reason, .. })) => reject_claim(run, claim, page, &reason, now),
        Some(
            Decision::Say(BrainMessage::Ask { .. } | BrainMessage::HandOver { .. } | BrainMessage::Note { .. })
            | Decision::Act(_),
        )
        | None => accept_claim(run, claim, Some(unchecked("the second brain said neither yes nor no"))),
    }
}

/// Accepts a claim that the verifier could not check.
pub(crate) fn accept_unchecked(run: &mut Run, claim: Claim, why: &str) -> State {
    accept_claim(run, claim, Some(unchecked(why)))
}

fn accept_claim(run: &mut Run, mut claim: Claim, note: Option<String>) -> State {
    claim.evidence.extend(note.map(EvidenceLine::Seen));
    let Claim { answer, evidence, extent } = claim;
    run.finish(match extent {
        Extent::Whole => RunOutcome::Done { answer, evidence },
        Extent::Part => RunOutcome::Partly { answer, evidence },
    })
}

fn reject_claim(run: &mut Run, claim: Claim, page: PagePresence, reason: &str, now: Millis) -> State {
    let why = format!("a second brain says {}", quote(reason));
    if run.memory.evidence.try_send_back() {
        let text = format!(
            "Not finished yet: {why}. See whether that is so. If it is, finish the task or fail; if it is not, say done \
             again and why."
        );
        return finish_asked_call(run, page, &Outcome::failed(FailCode::Unproven, text), now);
    }
    run.finish(RunOutcome::Unproven { answer: claim.answer, evidence: claim.evidence, why })
}

fn verification_prompt(run: &Run, claim: &Claim) -> Option<Prompt> {
    let snapshot = run.memory.page()?.clone();
    let picture = snapshot.picture.is_some().then_some(PromptPicture { number: 1, if_same: SamePicture::SentAgain });
    let text = snapshot.render(RenderOptions::default()).text;
    let known = claim.evidence.iter().map(describe_line);
    let notes = std::iter::once(format!("The agent says it is done and answers: {}", quote(&claim.answer)));
    Some(Prompt {
        system: SYSTEM.to_owned(),
        before: run.task().before.clone(),
        task: run.task().text.clone(),
        turns: Vec::new(),
        observation: Observation {
            snapshot,
            text,
            since: None,
            earlier_pages: Vec::new(),
            seen: None,
            picture,
            notes: notes.chain(known).chain(run.memory.told.notes()).collect(),
            steps: [1, 1],
        },
        answer_schema: None,
    })
}

fn describe_line(line: &EvidenceLine) -> String {
    let mark = match line {
        EvidenceLine::Seen(_) => "Known",
        EvidenceLine::Claimed { .. } => "Claimed, not seen",
        EvidenceLine::Contrary { .. } => "Against it",
    };
    format!("{mark}: {}", quote(line.text()))
}

fn unchecked(why: &str) -> String {
    format!("not checked: {}", why.trim_end_matches('.'))
}
