//! Pictures are captured beside the run.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_model::{EventKind, Input};
use webhand_port::fake::ScriptedBrain;
use webhand_port::{Picture, Store as _};

use super::doubles::SlowPictureBrowser;
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
