use std::sync::Arc;

use serde_json::value::RawValue;

use super::{Event, Events, Filter, MOST_BYTES, MOST_EVENTS, Received, subscription};

fn event(method: &str, params: &str) -> Arc<Event> {
    let params = RawValue::from_string(params.to_owned()).unwrap();
    Arc::new(Event { session: None, method: method.to_owned(), params })
}

async fn next(events: &mut Events) -> String {
    match events.next().await {
        Some(Received::Event(event)) => format!("{} {}", event.method, event.params.get()),
        Some(Received::Lost(count)) => format!("lost {count}"),
        None => "end".to_owned(),
    }
}

#[tokio::test]
async fn a_slow_listener_loses_the_oldest_events_and_gets_their_count() {
    let (subscriber, mut events) = subscription(Filter::All);
    for number in 0..MOST_EVENTS + 3 {
        subscriber.offer(&event("A.b", &number.to_string()));
    }
    assert_eq!(next(&mut events).await, "lost 3");
    assert_eq!(next(&mut events).await, "A.b 3");
}

#[tokio::test]
async fn events_are_dropped_by_their_total_size() {
    let (subscriber, mut events) = subscription(Filter::All);
    let large = format!("\"{}\"", "x".repeat(MOST_BYTES / 2));
    for params in [large.as_str(), large.as_str(), "1"] {
        subscriber.offer(&event("A.b", params));
    }
    assert_eq!(next(&mut events).await, "lost 1");
    assert_eq!(next(&mut events).await.len(), large.len() + 4);
    assert_eq!(next(&mut events).await, "A.b 1");
}

#[tokio::test]
async fn a_listener_gets_the_events_of_its_filter_and_then_the_end() {
    let (subscriber, mut events) = subscription(Filter::Methods(&["A.b"]));
    subscriber.offer(&event("A.c", "1"));
    subscriber.offer(&event("A.b", "2"));
    subscriber.end();
    assert_eq!(next(&mut events).await, "A.b 2");
    assert_eq!(next(&mut events).await, "end");
}

#[test]
fn a_subscriber_notices_a_dropped_listener() {
    let (subscriber, events) = subscription(Filter::All);
    assert!(subscriber.offer(&event("A.b", "1")));
    drop(events);
    assert!(!subscriber.offer(&event("A.b", "1")));
}
