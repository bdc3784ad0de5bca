//! The replies that a client gets to its requests.

use std::sync::Arc;

use serde_json::{Value, json};

use super::Client;
use super::recording_host::RecordingHost;
use crate::mcp::tools::Profile;
use crate::mcp::{server, stdio};

/// A client of a host, not yet introduced.
pub fn client(host: &Arc<RecordingHost>) -> Client {
    let host = Arc::clone(host);
    Client::of(
        move |read, write| async move { Box::pin(stdio::serve(host, Profile::Core, read, write)).await.unwrap() },
    )
}

async fn introduced(host: &Arc<RecordingHost>, capabilities: Value) -> Client {
    let mut client = client(host);
    client.introduce(capabilities).await;
    client
}

#[tokio::test]
async fn introduces_itself_and_lists_the_tools_of_its_profile() {
    let host = Arc::default();
    let mut client = client(&host);
    let server = client.introduce(json!({})).await;
    assert_eq!(server["serverInfo"]["name"], "webhand");
    let tools = client.ask("tools/list", json!({})).await;
    let names: Vec<_> = tools["tools"].as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    let expected: Vec<_> = Profile::Core.tools().into_iter().map(|tool| Value::from(tool.name.as_ref())).collect();
    assert_eq!(names, expected);
    assert_eq!(client.ask("ping", json!({})).await, json!({}));
    assert_eq!(client.ask("logging/setLevel", json!({"level": "debug"})).await, json!({}));
}

#[test]
fn the_instructions_are_short() {
    let words = tiktoken_rs::o200k_base().unwrap().encode_ordinary(server::INSTRUCTIONS).len();
    assert!(words <= 190, "{words}");
}

#[tokio::test]
async fn a_call_goes_to_the_session_and_the_session_ends_with_the_client() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    let result = client.call("click", json!({"ref": "e1"})).await;
    assert_eq!(result, json!({"content": [{"type": "text", "text": "click done"}], "isError": false}));
    assert_eq!(host.owners.lock().unwrap().as_slice(), ["mcp test"]);
    let session = host.sessions.lock().unwrap()[0].clone();
    drop(client);
    session.ended().await;
    while !host.done().contains(&"close".to_owned()) {
        tokio::task::yield_now().await;
    }
    assert_eq!((host.done(), host.opened()), (vec!["click".to_owned(), "close".to_owned()], 1));
}

#[tokio::test]
async fn a_picture_is_an_image() {
    let host = Arc::default();
    let mut client = introduced(&host, json!({})).await;
    let result = client.call("screenshot", json!({})).await;
    assert_eq!(result["content"][1], json!({"type": "image", "data": "/9g=", "mimeType": "image/jpeg"}));
}

#[tokio::test]
async fn what_cannot_be_meant_is_told_without_a_browser() {
    let host = Arc::<RecordingHost>::default();
    let mut client = client(&host);
    // Without `initialized` no session is opened ahead.
    let hello =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    assert_eq!(client.ask("initialize", hello).await["protocolVersion"], "2025-06-18");
    for (tool, arguments, says) in [
        ("clik", json!({}), "nearest: click"),
        ("click", json!({"ref": "e1", "elephant": 1}), "no parameter"),
        ("scroll", json!({"direction": "sideways"}), "one of up"),
        ("open", json!({"url": "file:///etc/passwd"}), "http"),
        ("run_task", json!({"task": " "}), "needs \"task\""),
        ("run_task", json!({"task": "x", "url": "ftp://x.test"}), "http"),
    ] {
        let result = client.call(tool, arguments).await;
        assert_eq!((&result["isError"], &result["structuredContent"]["code"]), (&json!(true), &json!("bad_call")));
        assert!(result["content"][0]["text"].as_str().unwrap().contains(says), "{result}");
    }
    assert_eq!(host.opened(), 0);
}

#[tokio::test]
async fn an_element_nobody_saw_is_a_failure_with_a_code() {
    let host = Arc::default();
    let mut client = introduced(&host, json!({})).await;
    let result = client.call("click", json!({"ref": "e99"})).await;
    assert_eq!((&result["isError"], &result["structuredContent"]["code"]), (&json!(true), &json!("unknown_ref")));
}

#[tokio::test]
async fn what_only_the_person_may_allow_names_the_command() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    let order = json!({"name": "order"});
    let result = client.call("page_tool", order.clone()).await;
    let told = &result["structuredContent"];
    assert_eq!((&result["isError"], &told["code"]), (&json!(true), &json!("needs_approval")));
    let id = told["approval"]["id"].as_str().unwrap();
    assert_eq!(told["approval"]["command"], format!("webhand approve {id}"));
    assert!(host.done().is_empty());

    let store = Arc::clone(&host.store) as Arc<dyn webhand_port::Store>;
    webhand_engine::answer_question(
        &store,
        &id.parse().unwrap(),
        webhand_model::PersonReply::Yes,
        webhand_model::ReplySource::elicitation(),
    )
    .await
    .unwrap();
    let result = client.call("page_tool", order).await;
    assert_eq!((&result["isError"], host.done()), (&json!(false), vec!["page_tool".to_owned()]));
}

#[tokio::test]
async fn a_client_with_forms_asks_the_person() {
    for (answer, done, code) in [
        (json!({"action": "accept", "content": {"allow": true}}), true, Value::Null),
        (json!({"action": "accept", "content": {"allow": false}}), false, json!("refused")),
        (json!({"action": "accept"}), false, json!("refused")),
        (json!({"action": "decline"}), false, json!("refused")),
        (json!({"action": "cancel"}), false, json!("needs_approval")),
    ] {
        let host = Arc::<RecordingHost>::default();
        let mut client = introduced(&host, json!({"elicitation": {}})).await;
        let id = client.send("tools/call", json!({"name": "page_tool", "arguments": {"name": "order"}})).await;
        let form = client.receive().await;
        assert_eq!(form["method"], "elicitation/create");
        assert_eq!(form["params"]["requestedSchema"]["properties"]["allow"]["type"], "boolean");
        client.reply(&form, answer).await;
        let (answer, _) = client.answer(id).await;
        assert_eq!(answer["result"]["structuredContent"]["code"], code, "{answer}");
        assert_eq!(host.done().contains(&"page_tool".to_owned()), done);
    }
}

#[tokio::test]
async fn the_newest_revision_asks_by_its_answer() {
    let host = Arc::<RecordingHost>::default();
    let mut client = client(&host);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "new", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    });
    let call = |answers: Value| {
        let mut params = json!({"_meta": meta, "name": "page_tool", "arguments": {"name": "order"}});
        if !answers.is_null() {
            params["inputResponses"] = answers;
        }
        params
    };
    let asked = client.ask("tools/call", call(Value::Null)).await;
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let (id, form) = asked["inputRequests"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(form["method"], "elicitation/create");
    let yes = json!({id: {"action": "accept", "content": {"allow": true}}});
    let result = client.ask("tools/call", call(yes)).await;
    assert_eq!((&result["isError"], host.done()), (&json!(false), vec!["page_tool".to_owned()]));
}

#[tokio::test]
async fn a_call_taken_back_is_withdrawn() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    let id = client.send("tools/call", json!({"name": "wait", "arguments": {"text": "never"}})).await;
    while host.done().is_empty() {
        tokio::task::yield_now().await;
    }
    let back = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    client.send_line(back.to_string().as_bytes()).await;
    // The session is free again, and the call that was taken back is answered no more.
    let next = client.send("tools/call", json!({"name": "click", "arguments": {"ref": "e1"}})).await;
    let (answer, before) = client.answer(next).await;
    assert_eq!((&answer["result"]["isError"], before.len()), (&json!(false), 0), "{before:?}");
}

#[tokio::test(start_paused = true)]
async fn a_long_call_says_that_it_goes_on() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    let params = json!({"name": "wait", "arguments": {"text": "never"}, "_meta": {"progressToken": "p"}});
    client.send("tools/call", params).await;
    for said in 1..=3 {
        let word = client.receive().await;
        assert_eq!(word["method"], "notifications/progress");
        assert_eq!(
            word["params"],
            json!({"progressToken": "p", "progress": f64::from(said), "message": format!("wait: {said} s")})
        );
    }
}

#[tokio::test]
async fn a_whole_task_is_told_step_by_step() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    let arguments = json!({"task": "count", "max_steps": 5});
    let params = json!({"name": "run_task", "arguments": arguments, "_meta": {"progressToken": 1}});
    let id = client.send("tools/call", params).await;
    let (answer, before) = client.answer(id).await;
    assert_eq!(before[0]["params"]["message"], "opened a page");
    assert_eq!(answer["result"]["content"][0]["text"], "did: count");
    assert_eq!(answer["result"]["structuredContent"]["steps"], 2);

    let waits = client.call("run_task", json!({"task": "order"})).await;
    assert_eq!(waits["structuredContent"]["approval"]["command"], "webhand runs answer run-of-a yes");
    assert_eq!(waits["isError"], true);

    let parked = client.call("run_task", json!({"task": "park"})).await;
    let told = &parked["structuredContent"];
    assert_eq!((&told["code"], &told["resume"]), (&json!("parked"), &json!("webhand runs resume run-of-a")));
    assert!(told["ending"].is_null(), "{parked}");
    let text = parked["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("Parked, not failed: the provider answers 503."), "{text}");
}

#[tokio::test]
async fn a_session_whose_browser_is_gone_is_followed_by_another() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    client.call("click", json!({"ref": "e1"})).await;
    let first = host.sessions.lock().unwrap()[0].clone();
    first.close().await;
    assert_eq!(client.call("click", json!({"ref": "e1"})).await["isError"], false);
    assert_eq!(host.opened(), 2);
}

#[tokio::test]
async fn runs_and_downloads_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a b.txt"), "hello").unwrap();
    let host = Arc::new(RecordingHost { downloads: Some(folder.path().to_owned()), ..RecordingHost::default() });
    let mut client = introduced(&host, json!({})).await;
    client.call("click", json!({"ref": "e1"})).await;

    let listed = client.ask("resources/list", json!({})).await;
    let uris: Vec<_> = listed["resources"].as_array().unwrap().iter().map(|one| one["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, ["webhand://runs", "webhand://runs/session-0", "webhand://downloads/a%20b.txt"]);

    let runs = read(&mut client, "webhand://runs").await;
    assert_eq!(serde_json::from_str::<Value>(runs["text"].as_str().unwrap()).unwrap()[0]["id"], "session-0");
    let story = read(&mut client, "webhand://runs/sess").await;
    insta::assert_snapshot!(story["text"].as_str().unwrap(), @r#"
    # mcp test

    Run session-0, under way

    - click `{"ref":"e1"}`
      - click done
    "#);
    assert_eq!(read(&mut client, "webhand://downloads/a%20b.txt").await["blob"], "aGVsbG8=");

    for unknown in ["webhand://downloads/../secret", "webhand://runs/", "file:///etc/passwd", ""] {
        let id = client.send("resources/read", json!({"uri": unknown})).await;
        assert_eq!(client.answer(id).await.0["error"]["code"], -32_002, "{unknown}");
    }
}

async fn read(client: &mut Client, uri: &str) -> Value {
    client.ask("resources/read", json!({"uri": uri})).await["contents"][0].clone()
}

#[tokio::test]
async fn known_requests_with_odd_params_are_told_apart_from_unknown_ones() {
    let host = Arc::<RecordingHost>::default();
    let mut client = introduced(&host, json!({})).await;
    for (method, code) in [("tools/call", -32_602), ("resources/read", -32_602), ("dance", -32_601)] {
        let id = client.send(method, json!({"name": {"odd": 1}})).await;
        assert_eq!(client.answer(id).await.0["error"]["code"], code, "{method}");
    }
}
