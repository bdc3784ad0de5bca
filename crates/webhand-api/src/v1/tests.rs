//! The API over real sockets, with fake browsers.

mod agents;
mod description;
mod screen;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::fake_host::RunningServer;

/// Sends a request with the owner's key; returns status and body.
async fn send(server: &RunningServer, method: &str, path: &str, body: &Value) -> (u16, Value) {
    send_as(server, &server.owner_bearer(), method, path, body).await
}

async fn send_as(server: &RunningServer, bearer: &str, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = exchange(server, bearer, method, path, "application/json", body).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

/// Reads until the server closes the connection.
async fn exchange(
    server: &RunningServer,
    bearer: &str,
    method: &str,
    path: &str,
    accept: &str,
    body: &Value,
) -> (u16, String) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: {bearer}\r\nAccept: {accept}\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        server.host_header(),
        body.len()
    );
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut read = String::new();
    stream.read_to_string(&mut read).await.unwrap();
    let (head, body) = read.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

async fn start(server: &RunningServer, task: &str) -> String {
    let (status, started) = send(server, "POST", "/api/v1/runs", &json!({"task": task})).await;
    assert_eq!((status, &started["created"]), (201, &json!(true)), "{started}");
    started["id"].as_str().unwrap().to_owned()
}

/// Waits for a state by the stream of changes, which hints at each.
async fn until_state(server: &RunningServer, id: &str, wanted: &str) -> Value {
    let mut changes = server.runs.changes();
    loop {
        let (_, run) = send(server, "GET", &format!("/api/v1/runs/{id}"), &Value::Null).await;
        if run["state"] == wanted {
            return run;
        }
        changes.changed().await.unwrap();
    }
}

#[tokio::test]
async fn a_run_is_started_watched_and_forgotten() {
    let server = RunningServer::start().await;
    let id = start(&server, "be done").await;
    let run = until_state(&server, &id, "over").await;
    assert_eq!((&run["outcome"]["kind"], &run["brain"]), (&json!("done"), &json!("literal")), "{run}");
    let path = format!("/api/v1/runs/{id}/events");
    let (_, stream) = exchange(&server, &server.owner_bearer(), "GET", &path, "text/event-stream", &Value::Null).await;
    assert!(stream.contains("\"type\":\"started\"") && stream.contains("event: end"), "{stream}");
    let (_, page) = send(&server, "GET", &format!("{path}?limit=2"), &Value::Null).await;
    assert_eq!((page["events"].as_array().unwrap().len(), &page["next"]), (2, &json!(2)), "{page}");
    let (_, rest) = send(&server, "GET", &format!("{path}?after=2"), &Value::Null).await;
    assert_eq!(rest["events"][0]["seq"], 3, "{rest}");
    let (status, _) = send(&server, "DELETE", &format!("/api/v1/runs/{id}"), &Value::Null).await;
    assert_eq!(status, 204);
    let (status, problem) = send(&server, "GET", &format!("/api/v1/runs/{id}"), &Value::Null).await;
    assert_eq!((status, &problem["code"]), (404, &json!("not_found")));
}

#[tokio::test]
async fn a_stream_goes_on_where_its_reader_was() {
    let server = RunningServer::start().await;
    let id = start(&server, "be done").await;
    until_state(&server, &id, "over").await;
    let all = server.runs.store().end(&id.clone().try_into().unwrap()).await.unwrap().0;
    let path = format!("/api/v1/runs/{id}/events?after={}", all - 1);
    let (_, stream) = exchange(&server, &server.owner_bearer(), "GET", &path, "text/event-stream", &Value::Null).await;
    assert_eq!(stream.matches("id: ").count(), 1, "{stream}");
}

#[tokio::test]
async fn a_question_is_answered_once_and_by_its_number() {
    let server = RunningServer::start().await;
    let id = start(&server, "ask me").await;
    let run = until_state(&server, &id, "waiting").await;
    let path = format!("/api/v1/runs/{id}/answer");
    let no = run["question"]["no"].as_u64().unwrap();
    let answer = |no: u64| json!({"question": no, "answer": "text", "text": "the red one"});
    let (status, problem) = send(&server, "POST", &path, &answer(no + 1)).await;
    assert_eq!((status, &problem["code"]), (409, &json!("not_waiting")));
    assert_eq!(send(&server, "POST", &path, &answer(no)).await.0, 204);
    until_state(&server, &id, "over").await;
    assert_eq!(send(&server, "POST", &path, &answer(no)).await.0, 409);
}

#[tokio::test]
async fn the_persons_words_reach_a_run_and_answer_no_question() {
    let server = RunningServer::start().await;
    let id = start(&server, "ask me").await;
    until_state(&server, &id, "waiting").await;
    let path = format!("/api/v1/runs/{id}/tell");
    let words = json!({"text": "yes, the red one"});
    assert_eq!(send_as(&server, &server.bearer(), "POST", &path, &words).await.0, 403);
    assert_eq!(send(&server, "POST", &path, &json!({"text": " "})).await.0, 400);
    assert_eq!(send(&server, "POST", &path, &words).await.0, 204);
    let noted = || async {
        let (_, events) = send(&server, "GET", &format!("/api/v1/runs/{id}/events"), &Value::Null).await;
        events.to_string().contains(r#""text":"yes, the red one","type":"noted","word":"told""#)
    };
    while !noted().await {
        tokio::task::yield_now().await;
    }
    let run = until_state(&server, &id, "waiting").await;
    assert_eq!(run["question"]["text"], "Which one?");
}

#[tokio::test]
async fn a_task_box_is_told_whether_its_text_needs_a_browser() {
    let server = RunningServer::start().await;
    let ask = async |text: &str| send(&server, "POST", "/api/v1/intent", &json!({"text": text})).await.1;
    assert_eq!(ask("look at https://shop.test/").await["browser"], json!(true));
    assert_eq!(ask("hello").await, json!({"browser": false, "why": "unclear"}));
}

#[tokio::test]
async fn the_same_key_is_the_same_run_and_another_task_is_refused() {
    let server = RunningServer::start().await;
    let order = |task: &str| json!({"task": task, "idempotency_key": "k"});
    let (_, first) = send(&server, "POST", "/api/v1/runs", &order("one")).await;
    let (status, again) = send(&server, "POST", "/api/v1/runs", &order("one")).await;
    assert_eq!((status, &again["id"], &again["created"]), (200, &first["id"], &json!(false)));
    let (status, problem) = send(&server, "POST", "/api/v1/runs", &order("two")).await;
    assert_eq!((status, &problem["code"]), (409, &json!("key_reused")));
}

#[tokio::test]
async fn a_run_that_waits_can_be_cancelled_and_stays_so() {
    let server = RunningServer::start().await;
    let id = start(&server, "ask me").await;
    until_state(&server, &id, "waiting").await;
    assert_eq!(send(&server, "POST", &format!("/api/v1/runs/{id}/cancel"), &Value::Null).await.0, 204);
    let run = until_state(&server, &id, "over").await;
    assert_eq!(run["outcome"]["kind"], "cancelled");
    let (status, problem) = send(&server, "POST", &format!("/api/v1/runs/{id}/resume"), &Value::Null).await;
    assert_eq!((status, &problem["code"]), (409, &json!("already_over")));
}

#[tokio::test]
async fn an_agents_key_grants_nothing() {
    let server = RunningServer::start().await;
    let order = json!({"task": "be done", "allow": ["all"]});
    let (status, problem) = send_as(&server, &server.bearer(), "POST", "/api/v1/runs", &order).await;
    assert_eq!((status, &problem["code"]), (403, &json!("owner_only")));
}

#[tokio::test]
async fn the_description_names_every_call_and_every_schema_it_uses() {
    let server = RunningServer::start().await;
    let (_, description) = send(&server, "GET", "/api/v1/openapi.json", &Value::Null).await;
    assert_eq!(description["openapi"], "3.1.0");
    for route in crate::http::routes().iter().filter(|route| route.api_call().is_some()) {
        let operation = &description["paths"][route.path][route.method.as_str().to_lowercase()];
        assert!(operation["summary"].is_string(), "{} {}", route.method, route.path);
    }
    let text = description.to_string();
    for used in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(description.pointer(used).is_some(), "{used} is used and not described");
    }
}

#[tokio::test]
async fn an_event_tells_what_the_brain_was_shown_and_answered() {
    let server = RunningServer::start().await;
    let id = start(&server, "be done").await;
    until_state(&server, &id, "over").await;
    let (_, page) = send(&server, "GET", &format!("/api/v1/runs/{id}/events"), &Value::Null).await;
    let asked = page["events"].as_array().unwrap().iter().find(|event| event["what"]["type"] == "thinking").unwrap();
    let path = format!("/api/v1/runs/{id}/events/{}", asked["seq"]);
    let (status, details) = send(&server, "GET", &path, &Value::Null).await;
    assert_eq!((status, &details["prompt"]["task"]), (200, &json!("be done")), "{details}");
    assert!(details["prompt"]["page"].as_str().unwrap().contains("button"), "{details}");
    assert!(details["answer"].as_str().unwrap().contains("done"), "{details}");
    assert_eq!(details["look"]["title"], "Lamps");
    let (status, problem) = send(&server, "GET", &format!("/api/v1/runs/{id}/events/9999"), &Value::Null).await;
    assert_eq!((status, &problem["code"]), (404, &json!("not_found")));
}

#[tokio::test]
async fn the_persons_input_reaches_the_page_only_while_the_browser_is_theirs() {
    let server = RunningServer::start().await;
    let id = start(&server, "ask me").await;
    until_state(&server, &id, "waiting").await;
    let (path, batch) = (format!("/api/v1/runs/{id}/input"), json!({"inputs": [{"type": "text", "text": "s3cret"}]}));
    let (status, problem) = send(&server, "POST", &path, &batch).await;
    assert_eq!((status, &problem["code"]), (409, &json!("not_taken_over")));
    assert_eq!(send(&server, "POST", &format!("/api/v1/runs/{id}/take"), &Value::Null).await.0, 204);
    until_state(&server, &id, "taken_over").await;
    assert_eq!(send(&server, "POST", &path, &batch).await.0, 204);
    assert_eq!(send_as(&server, &server.bearer(), "POST", &path, &batch).await.0, 403);
    let far = json!({"inputs": [{"type": "mouse", "step": "move", "x": -1.0, "y": 2.0}]});
    assert_eq!(send(&server, "POST", &path, &far).await.0, 400);
    let journal = server.runs.store().read(&id.clone().try_into().unwrap(), webhand_model::Seq(0)).await.unwrap();
    assert!(!format!("{journal:?}").contains("s3cret"));
}

#[tokio::test]
async fn another_brain_is_noted_and_one_at_an_address_is_for_the_person() {
    let server = RunningServer::start().await;
    let order = json!({"task": "ask me"});
    let (_, started) = send_as(&server, &server.bearer(), "POST", "/api/v1/runs", &order).await;
    let id = started["id"].as_str().unwrap();
    until_state(&server, id, "waiting").await;
    let path = format!("/api/v1/runs/{id}/brain");
    let at_address = json!({"brain": "openai:http://127.0.0.1:1/v1#m"});
    assert_eq!(send_as(&server, &server.bearer(), "POST", &path, &at_address).await.0, 403);
    assert_eq!(send(&server, "POST", &path, &json!({"brain": "openai/gpt-5-mini"})).await.0, 204);
}

#[tokio::test]
async fn keys_and_schedules_are_for_the_person() {
    let server = RunningServer::start().await;
    for (method, path) in [("GET", "/api/v1/keys"), ("PUT", "/api/v1/keys/openai"), ("GET", "/api/v1/schedules")] {
        assert_eq!(send_as(&server, &server.bearer(), method, path, &Value::Null).await.0, 403, "{path}");
    }
    assert_eq!(send(&server, "PUT", "/api/v1/keys/openai", &json!({"key": "sk-1"})).await.0, 204);
    assert_eq!(send(&server, "PUT", "/api/v1/keys/nobody", &json!({"key": "sk-1"})).await.0, 404);
    let daily = json!({"when": {"type": "cron", "expression": "@daily"}, "run": {"task": "look"}});
    let (status, added) = send(&server, "POST", "/api/v1/schedules", &daily).await;
    assert_eq!((status, &added["when"]["expression"]), (201, &json!("@daily")), "{added}");
    assert_eq!(send(&server, "DELETE", "/api/v1/schedules/other", &Value::Null).await.0, 404);
}
