use super::*;

#[tokio::test(start_paused = true)]
async fn it_is_idle_only_when_nothing_is_under_way() {
    let activity = Activity::new();
    let active = activity.begin();
    tokio::time::advance(Duration::from_secs(100)).await;
    assert_eq!(activity.idle(), None);
    drop(active);
    tokio::time::advance(Duration::from_secs(5)).await;
    assert_eq!(activity.idle(), Some(Duration::from_secs(5)));
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_meanwhile_begins_the_time_anew() {
    let activity = Activity::new();
    let began = Instant::now();
    let waiting = activity.idle_for(Duration::from_secs(10));
    let asking = async {
        tokio::time::sleep(Duration::from_secs(7)).await;
        drop(activity.begin());
    };
    tokio::join!(waiting, asking);
    assert_eq!(began.elapsed(), Duration::from_secs(17));
}
