//! Ten thousand wrong tokens, on a paused clock.

use super::*;

#[tokio::test(start_paused = true)]
async fn the_wait_grows_up_to_a_bound() {
    let throttle = TokenThrottle::new();
    let mut waits = Vec::new();
    for _ in 0..10_000 {
        let before = Instant::now();
        assert_eq!(throttle.delay_wrong_token().await, ThrottleResult::Delayed);
        waits.push(before.elapsed());
    }
    assert_eq!(waits[0].as_millis(), 25);
    assert!(waits.windows(2).all(|two| two[0] <= two[1]));
    assert_eq!(waits[9_999].as_millis(), 3_200);
}

#[tokio::test(start_paused = true)]
async fn a_mistake_is_forgiven_after_a_minute() {
    let throttle = TokenThrottle::new();
    for _ in 0..20 {
        throttle.delay_wrong_token().await;
    }
    tokio::time::advance(FORGIVEN_AFTER * 2).await;
    let before = Instant::now();
    throttle.delay_wrong_token().await;
    assert_eq!(before.elapsed(), FIRST_DELAY);
}

#[tokio::test(start_paused = true)]
async fn no_crowd_of_waiting_callers_gathers() {
    let throttle = TokenThrottle::new();
    let crowd = futures_util::future::join_all((0..1_000).map(|_| throttle.delay_wrong_token())).await;
    assert_eq!(crowd.iter().filter(|result| **result == ThrottleResult::Delayed).count(), MOST_WAITING);
}
