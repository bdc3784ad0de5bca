//! The person takes the browser from another process and gives it back, or pauses the run.

use std::sync::Arc;

use webhand_model::{Input, PersonReply};
use webhand_port::fake::{FakeBrowser, ScriptedBrain};

use super::doubles::HangingBrowser;
use super::{RunExit, RunStart, TestRun, click, done, task};
use crate::{reply, send};

#[tokio::test(start_paused = true)]
async fn a_takeover_during_a_click_hands_the_browser_over_and_takes_it_back_afterwards() {
    let mut test = TestRun::new(ScriptedBrain::new([click(), done(), done()]));
    let browser = Arc::new(HangingBrowser::new());
    test.browser = Arc::clone(&browser) as _;
    let (driver, _inputs) = test.driver();
    let store = test.store();
    let person = async {
        browser.clicked.notified().await;
        send(&store, &test.id, Input::TakenOver).await.expect("the run goes on");
        let question = test.watcher.question().await;
        assert_eq!(browser.fake.done(), ["open", "hand over"]);
        reply(&store, &test.id, question, PersonReply::Yes, webhand_model::ReplySource::elicitation())
            .await
            .expect("it waits for them");
    };
    let (exit, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), person);
    assert_eq!(browser.fake.done(), ["open", "hand over", "take back"]);
    // The click may or may not have happened, so the claim is called unproven.
    assert!(matches!(exit, Ok(RunExit::Finished(webhand_model::RunOutcome::Unproven { .. }))), "{exit:?}");
}

#[tokio::test(start_paused = true)]
async fn a_paused_run_holds_nothing_down() {
    let mut test = TestRun::new(ScriptedBrain::new([click(), done()]));
    let browser = Arc::new(FakeBrowser::of_buttons(2));
    test.browser = Arc::clone(&browser) as _;
    let (driver, inputs) = test.driver();
    inputs.send(Input::Pause).await.expect("it listens");
    let person = async {
        while browser.done() != ["open", "release input"] {
            tokio::task::yield_now().await;
        }
        inputs.send(Input::Continue).await.expect("it listens");
    };
    let (exit, ()) = tokio::join!(driver.run(RunStart::New(Box::new(task()))), person);
    assert!(exit.is_ok(), "{exit:?}");
    assert_eq!(browser.done(), ["open", "release input", "click"]);
}
