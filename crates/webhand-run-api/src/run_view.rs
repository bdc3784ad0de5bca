//! A run's summary as clients read it.

use webhand_engine::RunPool;
use webhand_model::{ApprovalMode, EvidenceLine, Question, QuestionKind, RunOutcome, RunStatus, RunSummary, Task};
use webhand_port::OrderState;
use webhand_wire::api::{OutcomeInfo, OutcomeKind, QuestionInfo, QuestionTopic, RunInfo, RunMode, RunState};

use crate::ApiProblem;

/// The run as it stands in a list.
pub(crate) async fn run_info(runs: &RunPool, summary: RunSummary) -> Result<RunInfo, ApiProblem> {
    let place = runs.place(&summary.id);
    let is_live = runs.is_live(&summary.id);
    let mut reason = None;
    let state = match &summary.status {
        RunStatus::Over(_) => RunState::Over,
        RunStatus::Waiting(_) if summary.is_with_person() => RunState::TakenOver,
        RunStatus::Waiting(_) => RunState::Waiting,
        RunStatus::Paused => RunState::Paused,
        RunStatus::Open if place.is_some() => RunState::Queued,
        RunStatus::Open if is_live => {
            reason = runs.waits_for(&summary.id);
            if reason.is_some() { RunState::Queued } else { RunState::Working }
        }
        RunStatus::Open => match runs.store().order(&summary.id).await?.map(|order| order.state) {
            Some(OrderState::Parked(why)) => {
                reason = Some(why);
                RunState::Parked
            }
            // Another program may work on it; nobody does it here.
            Some(OrderState::Active | OrderState::Over) | None => RunState::Parked,
        },
    };
    let question = match &summary.status {
        RunStatus::Waiting(question) => {
            let no = runs.question(&summary.id).await?.map_or(0, |(no, _)| no.0);
            Some(question_info(no, question))
        }
        RunStatus::Open | RunStatus::Paused | RunStatus::Over(_) => None,
    };
    let outcome = match &summary.status {
        RunStatus::Over(outcome) => Some(outcome_info(outcome)),
        RunStatus::Open | RunStatus::Paused | RunStatus::Waiting(_) => None,
    };
    Ok(RunInfo {
        id: summary.id.to_string(),
        task: summary.task,
        state,
        started: summary.started,
        updated: summary.updated,
        steps: summary.steps,
        tokens: summary.usage.tokens(),
        cost: summary.usage.cost.0,
        question,
        outcome,
        place: place.map(|place| u32::try_from(place).unwrap_or(u32::MAX)),
        reason,
        url: None,
        brain: None,
        mode: None,
        max_steps: None,
    })
}

/// The run with what its task says.
pub(crate) fn with_task(info: RunInfo, task: &Task) -> RunInfo {
    RunInfo {
        url: task.start.as_ref().map(ToString::to_string),
        brain: Some(task.brain.clone()),
        mode: Some(mode(task.mode)),
        max_steps: Some(task.limits.steps),
        ..info
    }
}

pub(crate) fn mode(mode: ApprovalMode) -> RunMode {
    match mode {
        ApprovalMode::Autonomous => RunMode::Autonomous,
        ApprovalMode::Careful => RunMode::Careful,
    }
}

/// A question as clients read it.
#[must_use]
pub fn question_info(no: u64, question: &Question) -> QuestionInfo {
    let topic = match question.kind {
        QuestionKind::Approval(_) => QuestionTopic::Approval,
        QuestionKind::Brain => QuestionTopic::Brain,
        QuestionKind::Secret(_) => QuestionTopic::Secret,
        QuestionKind::HandOver(_) => QuestionTopic::HandOver,
        QuestionKind::Budget => QuestionTopic::Budget,
        QuestionKind::Debugger => QuestionTopic::Debugger,
    };
    QuestionInfo {
        no,
        topic,
        text: question.text.clone(),
        details: question.details.clone(),
        content: question.content.clone(),
        options: question.options.clone(),
        this_kind: question.this_kind.clone(),
    }
}

/// An outcome as clients read it.
#[must_use]
pub fn outcome_info(outcome: &RunOutcome) -> OutcomeInfo {
    // A line that only a brain says is not shown as seen.
    let seen = |lines: &[EvidenceLine]| {
        let seen = lines.iter().filter(|line| matches!(line, EvidenceLine::Seen(_)));
        seen.map(|line| line.text().to_owned()).collect()
    };
    let (kind, evidence) = match outcome {
        RunOutcome::Done { evidence, .. } => (OutcomeKind::Done, seen(evidence)),
        RunOutcome::Partly { evidence, .. } => (OutcomeKind::Partly, seen(evidence)),
        RunOutcome::Unproven { evidence, .. } => (OutcomeKind::Unproven, seen(evidence)),
        RunOutcome::Failed { .. } | RunOutcome::TooManyErrors { .. } => (OutcomeKind::Failed, Vec::new()),
        RunOutcome::Refused { .. } => (OutcomeKind::Refused, Vec::new()),
        RunOutcome::InDoubt { .. } => (OutcomeKind::InDoubt, Vec::new()),
        RunOutcome::StepLimit { .. } | RunOutcome::BudgetSpent { .. } => (OutcomeKind::Limit, Vec::new()),
        RunOutcome::Cancelled => (OutcomeKind::Cancelled, Vec::new()),
    };
    OutcomeInfo { kind, text: outcome.in_words(), evidence }
}
