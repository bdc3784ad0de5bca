use webhand_model::{Event, EventKind, Input, Intent, Millis, RunOutcome};
use webhand_port::BrainError;
use webhand_port::fake::ScriptedBrain;

use super::{RunExit, RunStart, TestRun, done, finished, task};

fn busy() -> Result<webhand_model::BrainAnswer, BrainError> {
    Err(BrainError::Overloaded("try later".to_owned()))
}

/// When the run woke from a rest, on its own clock.
fn wakeups(journal: &[Event]) -> Vec<Millis> {
    journal
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Input { input: Input::TimerFired, .. }))
        .map(|event| event.at)
        .collect()
}

#[tokio::test(start_paused = true)]
async fn rests_one_then_two_seconds() {
    let test = TestRun::new(ScriptedBrain::new([busy(), busy(), done()]));
    assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(finished()));
    assert_eq!(wakeups(&test.journal()), [Millis(1_000), Millis(3_000)]);
}

#[tokio::test(start_paused = true)]
async fn a_brain_that_stays_overloaded_parks_the_run() {
    let test = TestRun::new(ScriptedBrain::new((0..9).map(|_| busy())));
    let why = "the provider is overloaded: try later".to_owned();
    assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(RunExit::Suspended(why)));
    let intents = test.journal().into_iter().map(|event| event.kind);
    assert!(intents.into_iter().any(|kind| matches!(kind, EventKind::Intent { intent: Intent::Park { .. }, .. })));
}

#[tokio::test(start_paused = true)]
async fn a_brain_that_refuses_ends_the_run_at_once() {
    let test = TestRun::new(ScriptedBrain::new([Err(BrainError::KeyRefused("no".to_owned())), done()]));
    let reason = "the key was refused: no".to_owned();
    assert_eq!(
        test.run(RunStart::New(Box::new(task()))).await,
        Ok(RunExit::Finished(RunOutcome::Failed { reason, tried: Vec::new() }))
    );
    assert_eq!(wakeups(&test.journal()), []);
}
