//! The guarantees of [`Store`] as tests that take a store: the fake and every database pass the same ones.
//!
//! Start at [`all`], called from a test with a fresh store; it panics at the first broken guarantee.

#![expect(clippy::expect_used, reason = "these are tests, shared between crates")]

use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, RunId, RunOutcome, RunStatus, Seq, Task};

use super::{Store, StoreError};
use crate::Picture;

/// Checks every guarantee against one store.
pub async fn all(store: &dyn Store) {
    reads_back_what_was_appended(store).await;
    refuses_to_append_behind_anothers_back(store).await;
    appends_all_or_nothing(store).await;
    lists_the_newest_run_first(store).await;
    keeps_pictures_apart_by_run(store).await;
    knows_nothing_of_unknown_runs(store).await;
}

/// A run with its first two events, unique by `name`.
fn run(name: &str) -> RunId {
    RunId::try_from(format!("conformance-{name}")).expect("a valid id")
}

fn event(seq: u64, kind: EventKind) -> Event {
    Event { seq: Seq(seq), at: Millis(seq), wall: 1_700_000_000_000 + seq, kind, hash: None }
}

fn started(seq: u64, text: &str) -> Event {
    event(seq, EventKind::Input { to: None, input: Input::Started(Task::new(text)) })
}

fn asked_brain(seq: u64) -> Event {
    event(seq, EventKind::Intent { no: EffectNo(seq), intent: Intent::AskBrain })
}

async fn reads_back_what_was_appended(store: &dyn Store) {
    let id = run("read-back");
    let first = [started(1, "naïve ☃ \"quoted\"\n"), asked_brain(2)];
    assert_eq!(store.append(&id, Seq(0), &first).await, Ok(Seq(2)));
    let second = [asked_brain(3)];
    assert_eq!(store.append(&id, Seq(2), &second).await, Ok(Seq(3)));
    let everything: Vec<_> = first.iter().chain(&second).cloned().collect();
    assert_eq!(store.read(&id, Seq(0)).await, Ok(everything));
    assert_eq!(store.read(&id, Seq(2)).await, Ok(second.to_vec()));
    assert_eq!(store.end(&id).await, Ok(Seq(3)));
}

async fn refuses_to_append_behind_anothers_back(store: &dyn Store) {
    let id = run("conflict");
    store.append(&id, Seq(0), &[started(1, "x")]).await.expect("first append");
    let late = store.append(&id, Seq(0), &[started(1, "y")]).await;
    assert_eq!(late, Err(StoreError::Conflict(Seq(1))));
    let early = store.append(&id, Seq(5), &[asked_brain(6)]).await;
    assert_eq!(early, Err(StoreError::Conflict(Seq(1))));
    assert_eq!(store.end(&id).await, Ok(Seq(1)));
}

async fn appends_all_or_nothing(store: &dyn Store) {
    let id = run("atomic");
    store.append(&id, Seq(0), &[started(1, "x")]).await.expect("first append");
    let gap = store.append(&id, Seq(1), &[asked_brain(2), asked_brain(4)]).await;
    assert!(gap.is_err(), "numbers with a gap must be refused");
    assert_eq!(store.end(&id).await, Ok(Seq(1)));
}

async fn lists_the_newest_run_first(store: &dyn Store) {
    let (older, newer) = (run("list-older"), run("list-newer"));
    let mut late = started(1, "newer");
    late.wall += 1_000_000;
    store.append(&older, Seq(0), &[started(1, "older"), asked_brain(2)]).await.expect("append");
    store.append(&newer, Seq(0), &[late]).await.expect("append");
    let over = Intent::Finish(RunOutcome::Cancelled);
    let end = event(3, EventKind::Intent { no: EffectNo(3), intent: over });
    store.append(&older, Seq(2), &[end]).await.expect("append");
    let listed = store.runs(100).await.expect("list");
    let place = |id: &RunId| listed.iter().position(|summary| summary.id == *id).expect("listed");
    assert!(place(&newer) < place(&older));
    let summary = &listed[place(&older)];
    assert_eq!((summary.task.as_str(), summary.steps), ("older", 1));
    assert_eq!(summary.status, RunStatus::Over(RunOutcome::Cancelled));
    assert_eq!(store.runs(1).await.expect("list").len(), 1);
}

async fn keeps_pictures_apart_by_run(store: &dyn Store) {
    let (one, other) = (run("picture-one"), run("picture-other"));
    for id in [&one, &other] {
        store.append(id, Seq(0), &[started(1, "x")]).await.expect("append");
    }
    let picture = Picture { jpeg: vec![0xff, 0xd8, 0, 1, 2] };
    store.keep_picture(&one, "3.jpg", &picture).await.expect("keep");
    assert_eq!(store.picture(&one, "3.jpg").await, Ok(Some(picture)));
    assert_eq!(store.picture(&other, "3.jpg").await, Ok(None));
}

async fn knows_nothing_of_unknown_runs(store: &dyn Store) {
    let id = run("unknown");
    assert_eq!(store.end(&id).await, Ok(Seq(0)));
    assert_eq!(store.read(&id, Seq(0)).await, Ok(Vec::new()));
}
