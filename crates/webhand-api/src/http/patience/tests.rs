//! Ten thousand wrong tokens, on a clock that is turned by hand.

use super::*;

#[tokio::test(start_paused = true)]
async fn the_wait_grows_up_to_a_bound() {
    let patience = Patience::new();
    let mut waits = Vec::new();
    for _ in 0..10_000 {
        let before = Instant::now();
        assert_eq!(patience.punish().await, Penalty::Waited);
        waits.push(before.elapsed());
    }
    assert_eq!(waits[0].as_millis(), 25);
    assert!(waits.windows(2).all(|two| two[0] <= two[1]));
    assert_eq!(waits[9_999].as_millis(), 3_200);
}

#[tokio::test(start_paused = true)]
async fn a_mistake_is_forgiven_after_a_minute() {
    let patience = Patience::new();
    for _ in 0..20 {
        patience.punish().await;
    }
    tokio::time::advance(FORGIVEN_AFTER * 2).await;
    let before = Instant::now();
    patience.punish().await;
    assert_eq!(before.elapsed(), FIRST_DELAY);
}

#[tokio::test(start_paused = true)]
async fn no_crowd_of_waiting_callers_gathers() {
    let patience = Patience::new();
    let crowd = futures_util::future::join_all((0..1_000).map(|_| patience.punish())).await;
    assert_eq!(crowd.iter().filter(|penalty| **penalty == Penalty::Waited).count(), MOST_WAITING);
}
