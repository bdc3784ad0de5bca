//! The brain says that it is done, or that the task cannot be done: held against what the run knows.

use webhand_model::{FailCode, Millis, Outcome, RunOutcome};

use super::verify::{self, Claim};
use super::{ending_for_failure, finish_call};
use crate::Run;
use crate::state::{PagePresence, State};

/// The brain says it is done. A claim that goes against the evidence is sent back once, with the facts; made again, the
/// run ends with the answer called unproven.
pub(super) fn check_claim(run: &mut Run, answer: String, claimed: Vec<String>, now: Millis) -> State {
    let evidence = run.memory.evidence.facts().iter().cloned().chain(claimed).collect();
    let Some(why) = run.memory.evidence.doubt().map(str::to_owned) else {
        return verify::verify_claim(run, Claim { answer, evidence }, PagePresence::Loaded);
    };
    if run.memory.evidence.send_back() {
        let text = format!(
            "Not finished yet: the last thing that should have had an effect may have had none, because {why}. Look \
             whether it happened. If it did not, do it or fail; if your answer says so or it did happen, say done again."
        );
        return finish_call(run, &Outcome::failed(FailCode::Unproven, text), now);
    }
    run.finish(RunOutcome::Unproven { answer, evidence, why })
}

/// The brain says the task cannot be done. What the turns show was not tried is pointed out once.
pub(super) fn give_up(run: &mut Run, reason: String, now: Millis) -> State {
    let ending = ending_for_failure(run, reason);
    // A refusal, an error answer or an effect in doubt is no reason to try harder.
    let is_plain = matches!(ending, RunOutcome::Failed { .. }) && run.memory.evidence.doubt().is_none();
    let untried = if is_plain { run.memory.put_off_giving_up() } else { None };
    let Some(untried) = untried else { return run.finish(ending) };
    let text = format!(
        "Not yet: nothing shows that you have {untried}. Try what can help here; if nothing can, fail again and say what you \
         tried."
    );
    finish_call(run, &Outcome::failed(FailCode::Untried, text), now)
}
