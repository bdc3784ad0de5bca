//! The brain claims that the task is done, or that it cannot be done: checked against the evidence of the run.

use webhand_model::{FailCode, Millis, Outcome, RunOutcome};

use super::verify::{self, Claim};
use super::{ending_for_failure, finish_call};
use crate::Run;
use crate::state::{PagePresence, State};

/// Checks the claim to be done. A claim that contradicts the evidence is sent back once, with the facts; if the brain
/// repeats it, the run ends as unproven.
pub(super) fn check_claim(run: &mut Run, answer: String, claimed: Vec<String>, now: Millis) -> State {
    let evidence = run.memory.evidence.facts().iter().cloned().chain(claimed).collect();
    let Some(why) = run.memory.evidence.doubt().map(str::to_owned) else {
        return verify::verify_claim(run, Claim { answer, evidence }, PagePresence::Loaded);
    };
    if run.memory.evidence.try_send_back() {
        let text = format!(
            "Not finished yet: the last thing that should have had an effect may have had none, because {why}. Look \
             whether it happened. If it did not, do it or fail; if your answer says so or it did happen, say done again."
        );
        return finish_call(run, &Outcome::failed(FailCode::Unproven, text), now);
    }
    run.finish(RunOutcome::Unproven { answer, evidence, why })
}

/// Ends the run as failed. The first time, the brain is pointed to the alternatives that its turns lack.
pub(super) fn give_up(run: &mut Run, reason: String, now: Millis) -> State {
    let ending = ending_for_failure(run, reason);
    // After a refusal, an error answer or an effect in doubt the brain is not pushed to try more.
    let is_plain = matches!(ending, RunOutcome::Failed { .. }) && run.memory.evidence.doubt().is_none();
    let untried = if is_plain { run.memory.suggest_untried() } else { None };
    let Some(untried) = untried else { return run.finish(ending) };
    let text = format!(
        "Not yet: nothing shows that you have {untried}. Try what can help here; if nothing can, fail again and say what you \
         tried."
    );
    finish_call(run, &Outcome::failed(FailCode::Untried, text), now)
}
