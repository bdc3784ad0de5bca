use std::io;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{Client, DiscardedFrames};
use crate::protocol::{BrowserVersion, SessionId};
use crate::{CdpError, Filter, FrameSink, FrameSource, Received, Session, Transport};

/// The browser's side of a connection, played by the test.
struct Browser {
    calls: UnboundedReceiver<Vec<u8>>,
    frames: UnboundedSender<Vec<u8>>,
}

impl Browser {
    async fn next_call(&mut self) -> Value {
        serde_json::from_slice(&self.calls.recv().await.unwrap()).unwrap()
    }

    fn send(&self, message: &Value) {
        self.frames.send(message.to_string().into_bytes()).unwrap();
    }

    fn attach(&self, parent: Option<&str>, session: &str) {
        let info = json!({"targetId": "T", "type": "page", "title": "", "url": ""});
        let params = json!({"sessionId": session, "targetInfo": info, "waitingForDebugger": false});
        self.send(&json!({"method": "Target.attachedToTarget", "params": params, "sessionId": parent}));
    }
}

struct Source(UnboundedReceiver<Vec<u8>>);

impl FrameSource for Source {
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>> {
        Box::pin(async { Ok(self.0.recv().await) })
    }
}

struct Sink(UnboundedSender<Vec<u8>>);

impl FrameSink for Sink {
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>> {
        let sent = frames.drain(..).try_for_each(|frame| self.0.send(frame));
        Box::pin(async { sent.map_err(|_| io::ErrorKind::BrokenPipe.into()) })
    }
}

fn connect() -> (Client, Browser) {
    let (to_client, from_browser) = unbounded_channel();
    let (to_browser, calls) = unbounded_channel();
    let transport = Transport { source: Box::new(Source(from_browser)), sink: Box::new(Sink(to_browser)) };
    (Client::new(transport), Browser { calls, frames: to_client })
}

async fn call(session: Session, method: &'static str) -> Result<String, CdpError> {
    session.call_raw(method, &json!({}), Duration::from_secs(30)).await.map(|reply| reply.get().to_owned())
}

fn session(client: &Client, id: &str) -> Session {
    client.session(SessionId::from(id.to_owned()))
}

#[tokio::test]
async fn replies_find_their_calls_in_any_order() {
    let (client, mut browser) = connect();
    let first = tokio::spawn(call(client.browser(), "A.first"));
    let id_of_first = browser.next_call().await["id"].clone();
    let second = tokio::spawn(call(client.browser(), "A.second"));
    let id_of_second = browser.next_call().await["id"].clone();
    browser.send(&json!({"id": id_of_second, "result": {"n": 2}}));
    browser.send(&json!({"id": id_of_first, "result": {"n": 1}}));
    assert_eq!(first.await.unwrap().unwrap(), r#"{"n":1}"#);
    assert_eq!(second.await.unwrap().unwrap(), r#"{"n":2}"#);
}

#[tokio::test]
async fn a_call_without_answer_runs_out_of_time_and_its_late_reply_is_counted() {
    let (client, mut browser) = connect();
    let after = Duration::from_millis(10);
    let error = client.browser().call_within(&BrowserVersion {}, after).await.unwrap_err();
    assert_eq!(error, CdpError::Timeout { method: "Browser.getVersion".into(), after });
    let late = browser.next_call().await["id"].clone();
    let mut events = client.events(Filter::All);
    browser.send(&json!({"id": late, "result": {}}));
    browser.frames.send(b"{nonsense".to_vec()).unwrap();
    browser.send(&json!({"method": "A.marker"}));
    assert!(events.next().await.is_some());
    assert_eq!(client.discarded_frames(), DiscardedFrames { late: 1, malformed: 1 });
}

#[tokio::test]
async fn a_reply_of_another_shape_is_a_bad_reply() {
    let (client, mut browser) = connect();
    let session = client.browser();
    let version = tokio::spawn(async move { session.call(&BrowserVersion {}).await });
    let id = browser.next_call().await["id"].clone();
    browser.send(&json!({"id": id, "result": {"product": 5}}));
    assert!(matches!(version.await.unwrap(), Err(CdpError::BadReply { .. })));
}

#[tokio::test]
async fn the_end_of_the_connection_ends_calls_and_listeners() {
    let (client, mut browser) = connect();
    let mut events = client.events(Filter::All);
    let waiting = tokio::spawn(call(client.browser(), "A.b"));
    browser.next_call().await;
    drop(browser);
    assert_eq!(waiting.await.unwrap(), Err(CdpError::Disconnected));
    assert!(events.next().await.is_none());
    assert_eq!(call(client.browser(), "A.b").await, Err(CdpError::Disconnected));
    assert!(client.is_disconnected());
    assert!(client.events(Filter::All).next().await.is_none());
}

#[tokio::test]
async fn dropping_the_last_handle_closes_the_connection() {
    let (client, mut browser) = connect();
    let session = client.browser();
    drop(client);
    tokio::spawn(call(session, "A.b")).abort();
    while browser.calls.recv().await.is_some() {}
}

#[tokio::test]
async fn a_detached_session_takes_its_children_along() {
    let (client, mut browser) = connect();
    let mut everything = client.events(Filter::Methods(&["Target.attachedToTarget"]));
    browser.attach(None, "tab");
    browser.attach(Some("tab"), "frame");
    everything.next().await;
    everything.next().await;
    let in_frame = tokio::spawn(call(session(&client, "frame"), "A.b"));
    let elsewhere = tokio::spawn(call(client.browser(), "A.c"));
    let calls = [browser.next_call().await, browser.next_call().await];
    let mut frame_events = session(&client, "frame").events(Filter::All);
    browser.send(&json!({"method": "Target.detachedFromTarget", "params": {"sessionId": "tab"}}));
    assert_eq!(in_frame.await.unwrap(), Err(CdpError::SessionGone { method: "A.b".into() }));
    assert!(frame_events.next().await.is_none());
    assert!(session(&client, "tab").events(Filter::All).next().await.is_none());

    let other = calls.iter().find(|call| call["method"] == "A.c").unwrap();
    browser.send(&json!({"id": other["id"], "result": {}}));
    assert_eq!(elsewhere.await.unwrap().unwrap(), "{}");
}

#[tokio::test]
async fn events_go_to_their_session_only() {
    let (client, browser) = connect();
    let mut everything = client.events(Filter::All);
    browser.attach(None, "one");
    browser.attach(None, "two");
    everything.next().await;
    everything.next().await;
    let mut one = session(&client, "one").events(Filter::All);
    browser.send(&json!({"method": "A.b", "params": {"n": 2}, "sessionId": "two"}));
    browser.send(&json!({"method": "A.b", "params": {"n": 1}, "sessionId": "one"}));
    let Some(Received::Event(event)) = one.next().await else { panic!("no event") };
    assert_eq!(event.params.get(), r#"{"n":1}"#);
}

#[tokio::test]
async fn a_crash_answers_the_calls_of_its_page() {
    let (client, mut browser) = connect();
    browser.attach(None, "tab");
    let waiting = tokio::spawn(call(session(&client, "tab"), "A.b"));
    browser.next_call().await;
    browser.send(&json!({"method": "Inspector.targetCrashed", "params": {}, "sessionId": "tab"}));
    assert_eq!(waiting.await.unwrap(), Err(CdpError::Crashed { method: "A.b".into() }));
}
