//! The person takes the browser from another process and gives it back, or pauses the run.

use std::sync::Arc;

use webhand_model::{Input, PersonReply};
use webhand_port::fake::{FakeBrowser, ScriptedBrain};

use super::doubles::Stuck;
use super::{RunExit, RunStart, Scene, click, done, task};
use crate::{reply, send};

#[tokio::test(start_paused = true)]
async fn hands_in_the_middle_of_a_click_let_go_and_are_put_back_afterwards() {
    let mut scene = Scene::new(ScriptedBrain::new([click(), done(), done()]));
    let browser = Arc::new(Stuck::new());
    scene.browser = Arc::clone(&browser) as _;
    let (driver, _say) = scene.driver();
    let store = scene.store();
    let person = async {
        browser.clicked.notified().await;
        send(&store, &scene.id, Input::TakenOver).await.expect("the run goes on");
        let question = scene.watcher.question().await;
        assert_eq!(browser.paper.done(), ["open", "step aside"]);
        reply(&store, &scene.id, question, PersonReply::Yes).await.expect("it waits for them");
    };
    let (over, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), person);
    assert_eq!(browser.paper.done(), ["open", "step aside", "step in"]);
    // The click may or may not have happened, so the claim is called unproven.
    assert!(matches!(over, Ok(RunExit::Finished(webhand_model::RunOutcome::Unproven { .. }))), "{over:?}");
}

#[tokio::test(start_paused = true)]
async fn a_paused_run_holds_nothing_down() {
    let mut scene = Scene::new(ScriptedBrain::new([click(), done()]));
    let browser = Arc::new(FakeBrowser::of_buttons(2));
    scene.browser = Arc::clone(&browser) as _;
    let (driver, say) = scene.driver();
    say.send(Input::Pause).await.expect("it listens");
    let person = async {
        while browser.done() != ["open", "let go"] {
            tokio::task::yield_now().await;
        }
        say.send(Input::Continue).await.expect("it listens");
    };
    let (over, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), person);
    assert!(over.is_ok(), "{over:?}");
    assert_eq!(browser.done(), ["open", "let go", "click"]);
}
