//! The brain is changed while the run goes on.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, pending};
use webhand_model::{BrainAnswer, Input, RunOutcome};
use webhand_port::fake::ScriptedBrain;
use webhand_port::{Asking, Brain, BrainError, Brains};

use super::{RunExit, RunStart, Scene, click, done, finished, task};
use crate::{Ports, send};

/// Never answers.
struct Slow;

impl Brain for Slow {
    fn answer<'a>(&'a self, _: Asking<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        pending().boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// One brain besides the first, known as `other`.
struct Other(Arc<ScriptedBrain>);

impl Brains for Other {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        if written == "other" { Ok(Arc::clone(&self.0) as _) } else { Err(BrainError::KeyRefused(written.to_owned())) }
    }
}

/// A run whose first brain never answers, and which is told meanwhile to ask another.
async fn changed_to(written: &str) -> (Scene, Result<RunExit, crate::EngineError>) {
    let mut scene = Scene::new(ScriptedBrain::new([click(), done()]));
    scene.brains = Arc::new(Other(Arc::clone(&scene.brain)));
    let (driver, _say) = scene.driver_with(|ports| Ports { brain: Arc::new(Slow), ..ports });
    let store = scene.store();
    let change = async {
        scene.watcher.until_brain_is_asked().await;
        send(&store, &scene.id, Input::BrainChanged(written.to_owned())).await.expect("the run goes on");
    };
    let (over, ()) = tokio::join!(Box::pin(driver.run(RunStart::New(Box::new(task())))), change);
    (scene, over)
}

#[tokio::test(start_paused = true)]
async fn another_brain_goes_on_where_the_first_was() {
    let (scene, over) = changed_to("other").await;
    assert_eq!(over, Ok(finished()));
    assert_eq!(scene.brain.prompts().len(), 2);
    assert_eq!(
        scene.again(ScriptedBrain::default()).run(RunStart::Resume).await.err().map(|error| error.to_string()),
        Some(format!("run {} is over; start a new one", scene.id.short()))
    );
}

#[tokio::test(start_paused = true)]
async fn a_brain_that_cannot_be_had_ends_the_run_with_the_reason() {
    let (_, over) = changed_to("nonsense").await;
    assert!(
        matches!(&over, Ok(RunExit::Finished(RunOutcome::Failed { reason })) if reason.contains("nonsense")),
        "{over:?}"
    );
}
