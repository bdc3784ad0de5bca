use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_model::{EventKind, Input};
use webhand_port::fake::ScriptedBrain;
use webhand_port::{Picture, Store as _};

use super::doubles::Photographer;
use super::{RunStart, Scene, click, done, finished, task};

#[tokio::test(start_paused = true)]
async fn a_look_is_told_before_its_picture_is_there_and_a_click_waits_for_it() {
    let browser = Arc::new(Photographer::taking(Duration::from_secs(2)));
    let scene = Scene { browser: Arc::clone(&browser) as _, ..Scene::new(ScriptedBrain::new([click(), done()])) };
    assert_eq!(scene.run(RunStart::New(Box::new(task()))).await, Ok(finished()));
    let looked = scene.journal().into_iter().find_map(|event| match event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => Some((event.at.0, page.picture)),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    let (at, name) = looked.expect("a look");
    assert!(at < 2_000, "the look waited for its picture: {at}");
    assert_eq!(browser.log(), ["open", "picture", "click", "picture"]);
    let kept = scene.store.picture(&scene.id, &name.expect("a name")).now_or_never();
    assert_eq!(kept, Some(Ok(Some(Picture { jpeg: vec![1] }))));
}
