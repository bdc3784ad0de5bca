use serde_json::json;
use webhand_engine::{CallOptions, CallReply};
use webhand_model::{OutcomeStatus, ToolCall};

use super::*;

async fn tabs(session: &Session) -> String {
    let call = ToolCall { id: "1".to_owned(), name: "tab".to_owned(), arguments: json!({"action": "list"}) };
    match session.call(call, CallOptions::default()).await.unwrap() {
        CallReply::Outcome { outcome, .. } if outcome.status == OutcomeStatus::Done => outcome.text,
        reply @ (CallReply::Outcome { .. } | CallReply::NeedsApproval { .. }) => panic!("{reply:?}"),
    }
}

fn folders(data_dir: &Path) -> usize {
    std::fs::read_dir(data_dir.join("runs")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn agents_share_a_browser_and_leave_nothing_behind() {
    let data_dir = tempfile::tempdir().unwrap();
    let host = LocalHost::open(&SessionTermsArgs::default(), Some(data_dir.path())).unwrap();
    let (first, second) = tokio::join!(host.open_session("one"), host.open_session("two"));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(folders(data_dir.path()), 3, "one for each, and one for the browser");
    assert!(!tabs(&first).await.is_empty());
    first.close().await;
    assert!(!tabs(&second).await.is_empty(), "the other goes on");
    host.close().await;
    assert!(second.is_over());
    assert_eq!(folders(data_dir.path()), 0);
}

#[tokio::test]
async fn a_browser_that_is_gone_is_started_again_for_the_next() {
    let data_dir = tempfile::tempdir().unwrap();
    let host = LocalHost::open(&SessionTermsArgs::default(), Some(data_dir.path())).unwrap();
    let first = host.open_session("one").await.unwrap();
    let browser = host.hosted.lock().await.browser.clone().unwrap();
    browser.close().await;
    first.ended().await;
    let second = host.open_session("two").await.unwrap();
    assert!(!tabs(&second).await.is_empty());
    host.close().await;
}
