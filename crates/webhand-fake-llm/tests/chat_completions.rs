//! The fake server's Chat Completions: what it answers, and what it refuses.
#![expect(clippy::unwrap_used, reason = "the helpers of a test may panic as the test itself may")]

mod client;

use std::path::Path;

use client::{ask, ask_stream, client, data, pieces, status_and_body};
use serde_json::{Value, json};
use webhand_fake_llm::{CallOrder, FakeServer, MissingField, Script, ScriptedTurn, Split, StreamShape};

#[tokio::test]
async fn answers_with_a_tool_call_and_records_the_request() {
    let server = FakeServer::start(Script::from_turns([ScriptedTurn::calls("click", json!({"ref": "e7"}))])).unwrap();
    let (status, body) = status_and_body(&server, &ask("Press Pay")).await;
    assert_eq!((status, &body["object"]), (200, &json!("chat.completion")));
    assert_eq!(body["choices"][0]["finish_reason"], "tool_calls");
    let message = json!({"role": "assistant", "content": null, "refusal": null, "tool_calls": [
        {"id": "call_1_0", "type": "function", "function": {"name": "click", "arguments": "{\"ref\":\"e7\"}"}}]});
    assert_eq!(body["choices"][0]["message"], message);
    assert_eq!(body["usage"]["total_tokens"], 110);

    let requests = server.requests();
    assert_eq!((requests.len(), requests[0].status), (1, Some(200)));
    assert_eq!(requests[0].json(), ask("Press Pay"));
    assert_eq!(requests[0].header("authorization"), Some("Bearer sk-test"));
}

#[tokio::test]
async fn a_stream_cut_anywhere_still_adds_up() {
    let shape = StreamShape {
        split: Some(Split { seed: 3, max: 4 }),
        fragments: Some(Split { seed: 5, max: 2 }),
        calls: CallOrder::Interleaved,
        comments: 2,
        ..StreamShape::default()
    };
    let args = json!({"text": "naïve \"š\"\n😀"});
    let turn =
        ScriptedTurn::says("Ich schaue …").and_calls("type", args.clone()).and_calls("press", json!({"key": "Enter"}));
    let server = FakeServer::start(Script::from_turns([turn.streamed(shape)])).unwrap();
    let mut body = ask_stream("go");
    body["stream_options"] = json!({"include_usage": true});

    let (pieces, end) = pieces(&server, &body).await;
    assert!(end.is_ok());
    assert!(pieces.iter().all(|piece| piece.len() <= 4), "the pieces arrive as they were cut");
    assert!(pieces.concat().starts_with(b": still here\n\ndata: {"));
    assert!(pieces.concat().ends_with(b"data: [DONE]\n\n"));

    let chunks = data(&pieces);
    assert_eq!(joined(&chunks, "/choices/0/delta/content"), "Ich schaue …");
    let order: Vec<u64> = calls(&chunks).filter_map(|call| call["index"].as_u64()).collect();
    assert_eq!(order[..4], [0, 1, 0, 1], "the calls take turns");
    let arguments = |index: u64| -> String {
        calls(&chunks)
            .filter(|call| call["index"] == index)
            .filter_map(|call| call["function"]["arguments"].as_str())
            .collect()
    };
    assert_eq!(serde_json::from_str::<Value>(&arguments(0)).unwrap(), args);
    assert_eq!(arguments(1), "{\"key\":\"Enter\"}");
    let last = chunks.last().unwrap();
    assert_eq!((&last["choices"], &last["usage"]["prompt_tokens"]), (&json!([]), &json!(100)));
}

#[tokio::test]
async fn a_stream_tells_its_usage_only_when_asked() {
    let server = FakeServer::start(Script::from_turns([ScriptedTurn::says("Hi")])).unwrap();
    let (pieces, _) = pieces(&server, &ask_stream("Hi")).await;
    for chunk in data(&pieces) {
        assert!(chunk.get("usage").is_none() && chunk["choices"][0].is_object(), "{chunk}");
    }
}

#[tokio::test]
async fn a_sloppy_stream_leaves_out_id_and_index() {
    let shape = StreamShape { missing: vec![MissingField::Id, MissingField::Index], ..StreamShape::default() };
    let turn = ScriptedTurn::calls("a", json!({"x": 1})).and_calls("b", json!("")).streamed(shape);
    let server = FakeServer::start(Script::from_turns([turn])).unwrap();
    let (pieces, _) = pieces(&server, &ask_stream("go")).await;
    let chunks = data(&pieces);
    let calls: Vec<&Value> = calls(&chunks).collect();
    assert_eq!(calls[0], &json!({"type": "function", "function": {"name": "a", "arguments": "{\"x\":1}"}}));
    assert_eq!(calls[1], &json!({"type": "function", "function": {"name": "b", "arguments": ""}}));
}

#[tokio::test]
async fn rules_drive_a_whole_conversation_by_the_newest_observation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/pay.json");
    let server = FakeServer::start(Script::load(&file).unwrap()).unwrap();
    let mut body = ask("Press Pay.\n- heading \"Cart\"\n- button \"Pay\" [ref=e7]");
    assert_eq!(status_and_body(&server, &body).await.0, 429, "the file says so for the first time");
    let (_, first) = status_and_body(&server, &body).await;
    let call = &first["choices"][0]["message"]["tool_calls"][0];
    assert_eq!(call["function"]["arguments"], "{\"ref\":\"e7\"}");

    push(&mut body, first["choices"][0]["message"].clone());
    push(
        &mut body,
        json!({"role": "tool", "tool_call_id": call["id"], "content": "- heading \"Paid\"\n- text \"Total 40 €\""}),
    );
    let (_, second) = status_and_body(&server, &body).await;
    let done = &second["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!(done, &json!({"name": "done", "arguments": "{\"answer\":\"paid 40 €\"}"}));

    let (status, nothing) = status_and_body(&server, &ask("something else")).await;
    assert_eq!((status, &nothing["error"]["code"]), (400, &json!("fake_script")));
}

#[tokio::test]
async fn lists_its_models_and_knows_no_others() {
    let script = Script { models: vec!["small".to_owned()], ..Script::from_turns([ScriptedTurn::says("Hi")]) };
    let server = FakeServer::start(script).unwrap();
    let read = async |path: &str| {
        let request = client().get(format!("{}{path}", server.base_url())).bearer_auth("k");
        request.send().await.unwrap().json::<Value>().await.unwrap()
    };
    assert_eq!(read("/models").await["data"][0]["id"], "small");
    assert_eq!(read("/models/small").await["object"], "model");
    assert_eq!(read("/models/large").await["error"]["code"], "model_not_found");
    assert_eq!(read("/engines").await["error"]["code"], "unknown_url");
    assert_eq!(status_and_body(&server, &ask("Hi")).await.0, 404, "the model `fake` is not in the list");
}

#[tokio::test]
async fn lets_nobody_in_without_the_key() {
    let script = Script { key: Some("right".to_owned()), ..Script::from_turns([ScriptedTurn::says("Hi")]) };
    let server = FakeServer::start(script).unwrap();
    let url = format!("{}/chat/completions", server.base_url());
    let request = || client().post(&url).json(&ask("Hi"));
    let status = async |request: reqwest::RequestBuilder| request.send().await.unwrap().status().as_u16();
    assert_eq!(status(request()).await, 401);
    assert_eq!(status(request().bearer_auth("")).await, 401);
    assert_eq!(status(request().header("authorization", "Basic right")).await, 401);
    assert_eq!(status(request().bearer_auth("wrong")).await, 401);
    assert_eq!(status(request().bearer_auth("right")).await, 200);
}

#[tokio::test]
async fn refuses_calls_that_are_not_answered_where_they_must_be() {
    let (user, image) = (user(), image("AAAA"));
    let mut objects = calling(&["a"]);
    objects["tool_calls"][0]["function"]["arguments"] = json!({});
    let picture = json!({"role": "tool", "tool_call_id": "a", "content": [image]});
    let cases = [
        (json!([user, calling(&["a"])]), "messages"),
        (json!([user, calling(&["a", "b"]), result("a"), user]), "messages.[3]"),
        (json!([user, calling(&["a"]), user, result("a")]), "messages.[2]"),
        (json!([user, calling(&["a"]), result("b")]), "messages.[2].tool_call_id"),
        (json!([user, result("a")]), "messages.[1].tool_call_id"),
        (json!([user, calling(&["a"]), result("a"), result("a")]), "messages.[3].tool_call_id"),
        (json!([user, calling(&["a"]), picture]), "messages.[2].content.[0].type"),
        (json!([user, objects, result("a")]), "messages.[1].tool_calls[0].function.arguments"),
        (json!([user, calling(&[]), user]), "messages.[1].tool_calls"),
        (json!([user, calling(&[&"x".repeat(41)])]), "messages.[1].tool_calls[0].id"),
    ];
    let server = FakeServer::start(Script::from_turns([ScriptedTurn::says("fine")])).unwrap();
    for (messages, param) in cases {
        refused(&server, &json!({"model": "fake", "messages": messages}), param).await;
    }
    let shown = json!({"role": "user", "content": [image]});
    let good = json!([user, calling(&["a", "b"]), result("b"), result("a"), shown]);
    let (status, body) = status_and_body(&server, &json!({"model": "fake", "messages": good})).await;
    assert_eq!(status, 200, "refused requests use up no turn: {body}");
}

#[tokio::test]
async fn refuses_roles_and_contents_that_do_not_exist() {
    let cases = [
        (json!([]), "messages"),
        (json!([{"role": "robot", "content": "x"}]), "messages.[0].role"),
        (json!([{"role": "user", "content": []}]), "messages.[0].content"),
        (json!([user(), {"role": "assistant", "content": null}]), "messages.[1].content"),
        (conversation(&json!({"type": "input_text", "text": "x"})), "messages.[0].content.[0].type"),
        (conversation(&json!({"type": "text"})), "messages.[0].content.[0].text"),
        (conversation(&image("A")), "messages.[0].content.[0].image_url.url"),
    ];
    let server = FakeServer::start(Script::default()).unwrap();
    for (messages, param) in cases {
        refused(&server, &json!({"model": "fake", "messages": messages}), param).await;
    }
}

#[tokio::test]
async fn refuses_tools_in_another_layout_or_with_bad_names_and_schemas() {
    let tool = |function: Value| json!({"type": "function", "function": function});
    let named = |name: &str| tool(json!({"name": name, "parameters": {"type": "object"}}));
    let loose = json!({"name": "click", "strict": true, "parameters": {"type": "object"}});
    let list = json!({"name": "click", "parameters": {"type": "array"}});
    let cases = [
        (json!([]), "tools"),
        (json!([{"type": "function", "name": "click", "parameters": {}}]), "tools[0].function"),
        (json!([named("click"), named("click")]), "tools[1].function.name"),
        (json!([named("click me")]), "tools[0].function.name"),
        (json!([named("")]), "tools[0].function.name"),
        (json!([named(&"x".repeat(65))]), "tools[0].function.name"),
        (json!([tool(json!({"name": "a", "input_schema": {}}))]), "tools[0].function.input_schema"),
        (json!([tool(list)]), "tools[0].function.parameters"),
        (json!([tool(loose)]), "tools[0].function.parameters"),
    ];
    let server = FakeServer::start(Script::default()).unwrap();
    for (tools, param) in cases {
        refused(&server, &with(&json!({"tools": tools})), param).await;
    }
    let choice = json!({"tools": [named("click")], "tool_choice": "any"});
    refused(&server, &with(&choice), "tool_choice").await;
}

#[tokio::test]
async fn refuses_fields_that_do_not_exist_or_do_not_go_together() {
    let schema = json!({"name": "x", "strict": true, "schema": {"type": "array"}});
    let format = json!({"type": "json_schema", "json_schema": schema});
    let cases = [
        (json!({"model": null}), "model"),
        (json!({"tool_choice": "auto"}), "tool_choice"),
        (json!({"parallel_tool_calls": false}), "parallel_tool_calls"),
        (json!({"stream_options": {"include_usage": true}}), "stream_options"),
        (json!({"max_tokens": 5, "max_completion_tokens": 5}), "max_tokens"),
        (json!({"temperature": 3}), "temperature"),
        (json!({"reasoning_effort": "huge"}), "reasoning_effort"),
        (json!({"max_output_tokens": 5}), "max_output_tokens"),
        (json!({"response_format": format}), "response_format.json_schema.schema"),
    ];
    let server = FakeServer::start(Script::default()).unwrap();
    for (fields, param) in cases {
        refused(&server, &with(&fields), param).await;
    }
}

fn user() -> Value {
    json!({"role": "user", "content": "go"})
}

fn conversation(part: &Value) -> Value {
    json!([{"role": "user", "content": [part]}])
}

fn image(data: &str) -> Value {
    json!({"type": "image_url", "image_url": {"url": format!("data:image/png;base64,{data}")}})
}

fn calling(ids: &[&str]) -> Value {
    let function = json!({"name": "click", "arguments": "{}"});
    let call = |id: &&str| json!({"id": id, "type": "function", "function": function});
    json!({"role": "assistant", "content": null, "tool_calls": ids.iter().map(call).collect::<Vec<_>>()})
}

fn result(id: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": "done"})
}

/// A good request with these fields laid over it.
fn with(fields: &Value) -> Value {
    let mut body = ask("go");
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

async fn refused(server: &FakeServer, body: &Value, param: &str) {
    let (status, answer) = status_and_body(server, body).await;
    assert_eq!((status, &answer["error"]["type"]), (400, &json!("invalid_request_error")), "{body}");
    assert_eq!(answer["error"]["param"], param, "{answer}");
}

fn calls(chunks: &[Value]) -> impl Iterator<Item = &Value> {
    chunks.iter().filter_map(|chunk| chunk.pointer("/choices/0/delta/tool_calls/0"))
}

fn joined(chunks: &[Value], pointer: &str) -> String {
    chunks.iter().filter_map(|chunk| chunk.pointer(pointer)?.as_str()).collect()
}

fn push(body: &mut Value, message: Value) {
    body["messages"].as_array_mut().unwrap().push(message);
}
