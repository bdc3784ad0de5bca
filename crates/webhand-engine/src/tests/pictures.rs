//! Pictures are captured beside the run.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_model::{BrainAnswer, EventKind, Input};
use webhand_port::fake::ScriptedBrain;
use webhand_port::{Brain, BrainError, BrainRequest, Picture, Store as _};

use super::doubles::SlowPictureBrowser;
use crate::Ports;

use super::{RunStart, TestRun, click, done, finished, task};

#[tokio::test(start_paused = true)]
async fn a_look_does_not_wait_for_its_picture_but_a_click_does() {
    let browser = Arc::new(SlowPictureBrowser::new(Duration::from_secs(2)));
    let test = TestRun { browser: Arc::clone(&browser) as _, ..TestRun::new(ScriptedBrain::new([click(), done()])) };
    assert_eq!(test.run(RunStart::New(Box::new(task()))).await, Ok(finished()));
    let looked = test.journal().into_iter().find_map(|event| match event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => Some((event.at.0, page.picture)),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    let (at, name) = looked.expect("a look");
    assert!(at < 2_000, "the look waited for its picture: {at}");
    assert_eq!(browser.log(), ["open", "picture", "click", "picture"]);
    let kept = test.store.picture(&test.id, &name.expect("a name")).now_or_never();
    assert_eq!(kept, Some(Ok(Some(Picture { jpeg: vec![1] }))));
}

/// Clicks twice and is done; notes which of its prompts came with a picture.
#[derive(Default)]
struct SeeingBrain {
    seen: Mutex<Vec<bool>>,
}

impl Brain for SeeingBrain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.seen.lock().expect("no panic while noting").push(request.picture.is_some());
        let answer = if request.prompt.turns.len() < 2 { click() } else { done() };
        std::future::ready(answer).boxed()
    }

    fn sees_pictures(&self) -> bool {
        true
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_picture_is_shown_once() {
    let browser = Arc::new(SlowPictureBrowser::new(Duration::from_millis(10)));
    let test = TestRun { browser: Arc::clone(&browser) as _, ..TestRun::new(ScriptedBrain::default()) };
    let brain = Arc::new(SeeingBrain::default());
    let (driver, _inputs) = test.driver_with(|ports| Ports { brain: Arc::clone(&brain) as _, ..ports });
    assert_eq!(Box::pin(driver.run(RunStart::New(Box::new(task())))).await, Ok(finished()));
    // The text tells the first page; after each click it is the same, and so is the picture after the second.
    assert_eq!(*brain.seen.lock().expect("no panic while noting"), [false, true, false]);
}
