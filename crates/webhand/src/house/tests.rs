use serde_json::json;
use webhand_engine::{Manner, Told};
use webhand_model::{Call, End};

use super::*;

async fn tabs(session: &Session) -> String {
    let call = Call { id: "1".to_owned(), name: "tab".to_owned(), arguments: json!({"action": "list"}) };
    match session.call(call, Manner::default()).await.unwrap() {
        Told::Outcome { outcome, .. } if outcome.end == End::Done => outcome.text,
        told @ (Told::Outcome { .. } | Told::NeedsApproval { .. }) => panic!("{told:?}"),
    }
}

fn folders(home: &Path) -> usize {
    std::fs::read_dir(home.join("runs")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn agents_share_a_browser_and_leave_nothing_behind() {
    let home = tempfile::tempdir().unwrap();
    let house = Household::open(&TermsArgs::default(), Some(home.path())).unwrap();
    let (first, second) = tokio::join!(house.open_session("one"), house.open_session("two"));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(folders(home.path()), 3, "one for each, and one for the browser");
    assert!(!tabs(&first).await.is_empty());
    first.close().await;
    assert!(!tabs(&second).await.is_empty(), "the other goes on");
    house.close().await;
    assert!(second.is_over());
    assert_eq!(folders(home.path()), 0);
}

#[tokio::test]
async fn a_browser_that_is_gone_is_started_again_for_the_next() {
    let home = tempfile::tempdir().unwrap();
    let house = Household::open(&TermsArgs::default(), Some(home.path())).unwrap();
    let first = house.open_session("one").await.unwrap();
    let hearth = house.rooms.lock().await.hearth.clone().unwrap();
    hearth.close().await;
    first.ended().await;
    let second = house.open_session("two").await.unwrap();
    assert!(!tabs(&second).await.is_empty());
    house.close().await;
}
