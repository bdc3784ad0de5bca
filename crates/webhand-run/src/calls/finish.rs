//! The brain claims that the task is done, or that it cannot be done: checked against what the run has seen.

use webhand_model::{EvidenceClaim, EvidenceLine, FailCode, Millis, Outcome, RunOutcome, RunRules, quote};

use super::verify::{self, Claim, Extent};
use super::{ending_for_failure, finish_call};
use crate::Run;
use crate::claims::{ClaimCheck, check_claim};
use crate::memory::{ContraryFact, Excuse};
use crate::state::{PagePresence, State};

/// The reasons against believing a claim.
#[derive(Debug, Default)]
struct Objections {
    /// Facts that contradict it.
    contrary: Vec<String>,
    /// How an answer shows that it has taken the contrary facts into account.
    excuses: Vec<&'static str>,
    /// Figures and words that nothing in the run shows.
    unseen: Vec<String>,
}

/// Checks the claim to be done. A claim that contradicts the facts, or says what the run has not seen, is sent back once; if
/// the brain repeats it, the run ends as unproven.
pub(super) fn check_done(
    run: &mut Run,
    answer: String,
    claimed: &[EvidenceClaim],
    extent: Extent,
    now: Millis,
) -> State {
    match run.task().rules {
        RunRules::First => check_effects(run, answer, claimed, now),
        RunRules::CheckedClaims | RunRules::ShownClaims => check_facts_and_figures(run, answer, claimed, extent, now),
    }
}

fn check_facts_and_figures(
    run: &mut Run,
    answer: String,
    claimed: &[EvidenceClaim],
    extent: Extent,
    now: Millis,
) -> State {
    let ClaimCheck { mut lines, mut unseen } = check_claim(&answer, claimed, &run.memory.seen);
    let mut facts = run.memory.contrary.facts();
    facts.retain(|fact| !is_taken_into_account(fact, &answer, &lines));
    let excuses = excuses(&facts);
    let facts: Vec<String> = facts.into_iter().map(|fact| fact.text).collect();
    // Evidence that turned out to be made up cannot be mended by giving none.
    if run.memory.evidence.was_unseen() && claimed.is_empty() && unseen.is_empty() {
        unseen.push("the evidence that was given before".to_owned());
    }
    let mut evidence = run.memory.evidence.facts().to_vec();
    evidence.append(&mut lines);
    let against = facts.iter().map(|text| EvidenceLine::Contrary { against: text.clone() });
    let against: Vec<_> = against.filter(|line| !evidence.contains(line)).collect();
    evidence.extend(against);
    // A brain that says that a part failed has taken the facts into account.
    let contrary = if extent == Extent::Part { Vec::new() } else { facts };
    let objections = Objections { contrary, excuses, unseen };
    if objections.is_empty() {
        return verify::verify_claim(run, Claim { answer, evidence, extent }, PagePresence::Loaded);
    }
    if run.memory.evidence.try_send_back() {
        run.memory.evidence.note_unseen(!objections.unseen.is_empty() && !claimed.is_empty());
        return finish_call(run, &Outcome::failed(FailCode::Unproven, objections.ask_again()), now);
    }
    run.finish(RunOutcome::Unproven { answer, evidence, why: objections.in_words() })
}

fn is_taken_into_account(fact: &ContraryFact, answer: &str, evidence: &[EvidenceLine]) -> bool {
    let gives = |message: &str| {
        evidence.iter().any(|line| matches!(line, EvidenceLine::Seen(_)) && cites(line.text(), message))
    };
    let gives_all = |title: &str| {
        evidence
            .iter()
            .any(|line| matches!(line, EvidenceLine::Seen(_)) && letters(line.text()).contains(&letters(title)))
    };
    match &fact.excuse {
        Excuse::None => false,
        Excuse::Message(message) => letters(answer).contains(&letters(message)) || gives(message),
        Excuse::ErrorPage { status, title } => {
            let status = status.to_string();
            let mut numbers = answer.split(|c: char| !c.is_ascii_digit());
            numbers.any(|number| number == status) || title.as_deref().is_some_and(gives_all)
        }
    }
}

/// The sentences that tell the brain what it can do about the facts.
fn excuses(facts: &[ContraryFact]) -> Vec<&'static str> {
    let all_messages = !facts.is_empty() && facts.iter().all(|fact| matches!(fact.excuse, Excuse::Message(_)));
    let any_page = facts.iter().any(|fact| matches!(fact.excuse, Excuse::ErrorPage { .. }));
    let message = all_messages.then_some(" If that is a good message, give it as evidence.");
    let page = any_page.then_some(
        " If the error is what you were asked for, give its number in the answer; if it is the right page all the same, give \
         its title as evidence.",
    );
    message.into_iter().chain(page).collect()
}

/// Whether a line of evidence gives the message of the page.
fn cites(line: &str, message: &str) -> bool {
    let (line, message) = (letters(line), letters(message));
    !line.is_empty() && (line.contains(&message) || message.contains(&line))
}

fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

impl Objections {
    fn is_empty(&self) -> bool {
        self.contrary.is_empty() && self.unseen.is_empty()
    }

    /// For the brain: what is wrong, and what it can do.
    fn ask_again(&self) -> String {
        let mut text = "Not finished yet: ".to_owned();
        if !self.contrary.is_empty() {
            text.push_str("the last thing that should have had an effect may have had none, because ");
            text.push_str(&self.contrary.join("; and "));
            text.push_str(
                ". Look whether it happened. If it did not, do it, fail, or say done with partly; if it did happen, say done \
                 again.",
            );
            for excuse in &self.excuses {
                text.push_str(excuse);
            }
        }
        if !self.unseen.is_empty() {
            let quoted: Vec<String> = self.unseen.iter().map(|unseen| quote(unseen)).collect();
            let gap = if self.contrary.is_empty() { "" } else { " Also, " };
            text.push_str(gap);
            text.push_str("nothing in this run shows ");
            text.push_str(&quoted.join(", "));
            text.push_str(
                ". Look again and answer with what you see. As evidence copy words as they stand on the page; for a figure \
                 that you worked out give {\"value\":…,\"how\":…,\"from\":[…]}.",
            );
        }
        text
    }

    /// For the person.
    fn in_words(&self) -> String {
        let unseen = (!self.unseen.is_empty()).then(|| format!("claimed, not seen: {}", self.unseen.join(", ")));
        self.contrary.iter().cloned().chain(unseen).collect::<Vec<_>>().join("; ")
    }
}

/// Checks the claim by the first rules: only the answer to the last released request and refusals count.
fn check_effects(run: &mut Run, answer: String, claimed: &[EvidenceClaim], now: Millis) -> State {
    let written = |claim: &EvidenceClaim| match claim {
        EvidenceClaim::Seen(text) => text.clone(),
        EvidenceClaim::Derived(figure) => figure.value.clone(),
    };
    let seen = run.memory.evidence.facts().iter().map(|line| line.text().to_owned()).chain(claimed.iter().map(written));
    let evidence = seen.map(EvidenceLine::Seen).collect();
    let Some(why) = run.memory.evidence.doubt().map(str::to_owned) else {
        return verify::verify_claim(run, Claim { answer, evidence, extent: Extent::Whole }, PagePresence::Loaded);
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
pub(super) fn give_up(run: &mut Run, reason: String, named: Vec<String>, now: Millis) -> State {
    let ending = ending_for_failure(run, reason);
    // After a refusal, an error answer or an effect in doubt the brain is not pushed to try more.
    let is_plain = matches!(ending, RunOutcome::Failed { .. }) && run.memory.evidence.doubt().is_none();
    let untried = if is_plain { run.memory.suggest_untried() } else { None };
    let Some(untried) = untried else { return run.finish(with_tried(run, ending, named)) };
    let text = format!(
        "Not yet: nothing shows that you have {untried}. Try what can help here; if nothing can, fail again and say what you \
         tried."
    );
    finish_call(run, &Outcome::failed(FailCode::Untried, text), now)
}

/// The ending with what was tried: as the brain names it, else by the actions of the run.
fn with_tried(run: &Run, ending: RunOutcome, named: Vec<String>) -> RunOutcome {
    match (ending, run.task().rules.check_claims()) {
        (RunOutcome::Failed { reason, .. }, true) => {
            let tried = if named.is_empty() { run.memory.list_tried() } else { named };
            RunOutcome::Failed { reason, tried }
        }
        (ending, _) => ending,
    }
}
