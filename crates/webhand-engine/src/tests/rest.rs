use webhand_model::{Event, EventKind, Input, Millis, RunOutcome};
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
async fn ends_at_the_third_error() {
    let test = TestRun::new(ScriptedBrain::new([busy(), busy(), busy(), done()]));
    let last = "the provider is overloaded: try later".to_owned();
    assert_eq!(
        test.run(RunStart::New(Box::new(task()))).await,
        Ok(RunExit::Finished(RunOutcome::TooManyErrors { last }))
    );
}

#[tokio::test(start_paused = true)]
async fn a_brain_that_refuses_ends_the_run_at_once() {
    let test = TestRun::new(ScriptedBrain::new([Err(BrainError::KeyRefused("no".to_owned())), done()]));
    let reason = "the key was refused: no".to_owned();
    assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(RunExit::Finished(RunOutcome::Failed { reason })));
    assert_eq!(wakeups(&test.journal()), []);
}
