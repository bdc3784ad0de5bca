//! The brain is changed while the run goes on.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending};
use webhand_model::{BrainAnswer, Input, RunOutcome};
use webhand_port::fake::ScriptedBrain;
use webhand_port::{Brain, BrainError, BrainRequest, Brains};

use super::{RunExit, RunStart, TestRun, click, done, finished, task};
use crate::{Ports, send};

struct NeverAnsweringBrain;

impl Brain for NeverAnsweringBrain {
    fn answer<'a>(&'a self, _: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        pending().boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// Opens one brain, named `other`.
struct OneOtherBrain(Arc<ScriptedBrain>);

impl Brains for OneOtherBrain {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        if written == "other" { Ok(Arc::clone(&self.0) as _) } else { Err(BrainError::KeyRefused(written.to_owned())) }
    }
}

/// Drives a run whose first brain never answers, and names another one meanwhile.
async fn run_with_brain_changed_to(written: &str) -> (TestRun, Result<RunExit, crate::EngineError>) {
    let mut test = TestRun::new(ScriptedBrain::new([click(), done()]));
    test.brains = Arc::new(OneOtherBrain(Arc::clone(&test.brain)));
    let (driver, _inputs) = test.driver_with(|ports| Ports { brain: Arc::new(NeverAnsweringBrain), ..ports });
    let store = test.store();
    let change = async {
        test.watcher.wait_for_brain_request().await;
        send(&store, &test.id, Input::BrainChanged(written.to_owned())).await.expect("the run goes on");
    };
    let (exit, ()) = tokio::join!(Box::pin(driver.run(RunStart::New(Box::new(task())))), change);
    (test, exit)
}

#[tokio::test(start_paused = true)]
async fn another_brain_goes_on_where_the_first_was() {
    let (test, exit) = run_with_brain_changed_to("other").await;
    assert_eq!(exit, Ok(finished()));
    assert_eq!(test.brain.prompts().len(), 2);
    assert_eq!(
        test.again(ScriptedBrain::default()).run(RunStart::Resume).await.err().map(|error| error.to_string()),
        Some(format!("run {} is over; start a new one", test.id.short()))
    );
}

#[tokio::test(start_paused = true)]
async fn a_brain_that_cannot_be_had_ends_the_run_with_the_reason() {
    let (_, exit) = run_with_brain_changed_to("nonsense").await;
    assert!(
        matches!(&exit, Ok(RunExit::Finished(RunOutcome::Failed { reason, .. })) if reason.contains("nonsense")),
        "{exit:?}"
    );
}
