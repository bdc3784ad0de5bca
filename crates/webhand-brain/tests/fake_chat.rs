//! The fake server's Chat Completions: what it answers, and what it refuses.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test may panic as the test itself may"
)]

mod fake_client;

use fake_client::{ask, ask_stream, client, data, pieces, status_and_body};
use serde_json::{Value, json};
use webhand_brain::fake::{
    CallOrder, FakeServer, Missing, Rule, Script, Split, StreamShape, Take, Turn, When,
};

#[tokio::test]
async fn answers_with_a_tool_call_and_records_the_request() {
    let server =
        FakeServer::start(Script::of([Turn::calls("click", json!({"ref": "e7"}))])).unwrap();
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
    let turn = Turn::says("Ich schaue …")
        .and_calls("type", args.clone())
        .and_calls("press", json!({"key": "Enter"}));
    let server = FakeServer::start(Script::of([turn.streamed(shape)])).unwrap();
    let mut body = ask_stream("go");
    body["stream_options"] = json!({"include_usage": true});

    let (pieces, end) = pieces(&server, &body).await;
    assert!(end.is_ok());
    assert!(
        pieces.iter().all(|piece| piece.len() <= 4),
        "the pieces arrive as they were cut"
    );
    assert!(pieces.concat().starts_with(b": still here\n\ndata: {"));
    assert!(pieces.concat().ends_with(b"data: [DONE]\n\n"));

    let chunks = data(&pieces);
    assert_eq!(joined(&chunks, "/choices/0/delta/content"), "Ich schaue …");
    let order: Vec<u64> = calls(&chunks)
        .filter_map(|call| call["index"].as_u64())
        .collect();
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
    assert_eq!(
        (&last["choices"], &last["usage"]["prompt_tokens"]),
        (&json!([]), &json!(100))
    );
}

#[tokio::test]
async fn a_stream_tells_its_usage_only_when_asked() {
    let server = FakeServer::start(Script::of([Turn::says("Hi")])).unwrap();
    let (pieces, _) = pieces(&server, &ask_stream("Hi")).await;
    assert!(
        data(&pieces)
            .iter()
            .all(|chunk| chunk.get("usage").is_none())
    );
}

#[tokio::test]
async fn a_sloppy_stream_leaves_out_id_and_index() {
    let shape = StreamShape {
        missing: vec![Missing::Id, Missing::Index],
        ..StreamShape::default()
    };
    let turn = Turn::calls("a", json!({"x": 1}))
        .and_calls("b", json!(""))
        .streamed(shape);
    let server = FakeServer::start(Script::of([turn])).unwrap();
    let (pieces, _) = pieces(&server, &ask_stream("go")).await;
    let chunks = data(&pieces);
    let calls: Vec<&Value> = calls(&chunks).collect();
    assert_eq!(
        calls[0],
        &json!({"type": "function", "function": {"name": "a", "arguments": "{\"x\":1}"}})
    );
    assert_eq!(
        calls[1],
        &json!({"type": "function", "function": {"name": "b", "arguments": ""}})
    );
}

#[tokio::test]
async fn rules_drive_a_whole_conversation_by_the_newest_observation() {
    let pay = Rule {
        when: When {
            contains: vec!["button \"Pay\"".to_owned()],
            ..When::default()
        },
        take: [("pay".to_owned(), Take::RefOf("button \"Pay\"".to_owned()))].into(),
        turn: Turn::calls("click", json!({"ref": "{{pay}}"})),
        ..Rule::default()
    };
    let done = Rule {
        when: When {
            contains: vec!["Paid".to_owned()],
            conversation: vec!["Press Pay".to_owned()],
            ..When::default()
        },
        turn: Turn::calls("done", json!({"answer": "paid"})),
        ..Rule::default()
    };
    let server = FakeServer::start(Script::ruled([pay, done])).unwrap();
    let mut body = ask("Press Pay.\n- button \"Pay\" [ref=e7]");
    let (_, first) = status_and_body(&server, &body).await;
    let call = &first["choices"][0]["message"]["tool_calls"][0];
    assert_eq!(call["function"]["arguments"], "{\"ref\":\"e7\"}");

    push(&mut body, first["choices"][0]["message"].clone());
    push(
        &mut body,
        json!({"role": "tool", "tool_call_id": call["id"], "content": "- heading \"Paid\""}),
    );
    let (_, second) = status_and_body(&server, &body).await;
    assert_eq!(
        second["choices"][0]["message"]["tool_calls"][0]["function"]["name"],
        "done"
    );

    let (status, nothing) = status_and_body(&server, &ask("something else")).await;
    assert_eq!(
        (status, &nothing["error"]["code"]),
        (400, &json!("fake_script"))
    );
}

#[tokio::test]
async fn lists_its_models_and_knows_no_others() {
    let script = Script {
        models: vec!["small".to_owned()],
        ..Script::of([Turn::says("Hi")])
    };
    let server = FakeServer::start(script).unwrap();
    let read = async |path: &str| {
        let request = client()
            .get(format!("{}{path}", server.base_url()))
            .bearer_auth("k");
        request.send().await.unwrap().json::<Value>().await.unwrap()
    };
    assert_eq!(read("/models").await["data"][0]["id"], "small");
    assert_eq!(read("/models/small").await["object"], "model");
    assert_eq!(
        read("/models/large").await["error"]["code"],
        "model_not_found"
    );
    assert_eq!(read("/engines").await["error"]["code"], "unknown_url");
    assert_eq!(
        status_and_body(&server, &ask("Hi")).await.0,
        404,
        "the model `fake` is not in the list"
    );
}

#[tokio::test]
async fn lets_nobody_in_without_the_key() {
    let script = Script {
        key: Some("right".to_owned()),
        ..Script::of([Turn::says("Hi")])
    };
    let server = FakeServer::start(script).unwrap();
    let url = format!("{}/chat/completions", server.base_url());
    let request = || client().post(&url).json(&ask("Hi"));
    let status =
        async |request: reqwest::RequestBuilder| request.send().await.unwrap().status().as_u16();
    assert_eq!(status(request()).await, 401);
    assert_eq!(status(request().bearer_auth("")).await, 401);
    assert_eq!(
        status(request().header("authorization", "Basic right")).await,
        401
    );
    assert_eq!(status(request().bearer_auth("wrong")).await, 401);
    assert_eq!(status(request().bearer_auth("right")).await, 200);
}

#[tokio::test]
async fn refuses_a_conversation_the_real_provider_would_refuse() {
    let call = |id: &str| json!({"id": id, "type": "function", "function": {"name": "click", "arguments": "{}"}});
    let calls = |ids: &[&str]| {
        let calls: Vec<Value> = ids.iter().map(|id| call(id)).collect();
        json!({"role": "assistant", "content": null, "tool_calls": calls})
    };
    let user = json!({"role": "user", "content": "go"});
    let tool = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "done"});
    let image = json!([{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]);
    let mut objects = calls(&["a"]);
    objects["tool_calls"][0]["function"]["arguments"] = json!({});
    let cases = [
        (json!([]), "messages"),
        (
            json!([{"role": "robot", "content": "x"}]),
            "messages.[0].role",
        ),
        (
            json!([{"role": "user", "content": []}]),
            "messages.[0].content",
        ),
        (
            json!([user, {"role": "assistant", "content": null}]),
            "messages.[1].content",
        ),
        (json!([user, calls(&["a"])]), "messages"),
        (
            json!([user, calls(&["a", "b"]), tool("a"), user]),
            "messages.[3]",
        ),
        (
            json!([user, calls(&["a"]), user, tool("a")]),
            "messages.[2]",
        ),
        (
            json!([user, calls(&["a"]), tool("b")]),
            "messages.[2].tool_call_id",
        ),
        (json!([user, tool("a")]), "messages.[1].tool_call_id"),
        (
            json!([user, calls(&["a"]), tool("a"), tool("a")]),
            "messages.[3].tool_call_id",
        ),
        (
            json!([user, objects, tool("a")]),
            "messages.[1].tool_calls[0].function.arguments",
        ),
        (
            json!([user, calls(&["a"]), {"role": "tool", "tool_call_id": "a", "content": image}]),
            "messages.[2].content.[0].type",
        ),
        (
            json!([{"role": "user", "content": [{"type": "input_text", "text": "x"}]}]),
            "messages.[0].content.[0].type",
        ),
        (
            json!([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,A"}}]}]),
            "messages.[0].content.[0].image_url.url",
        ),
    ];
    let server = FakeServer::start(Script::of([Turn::says("fine")])).unwrap();
    for (messages, param) in cases {
        refused(
            &server,
            &json!({"model": "fake", "messages": messages}),
            param,
        )
        .await;
    }
    let good =
        json!([user, calls(&["a", "b"]), tool("b"), tool("a"), {"role": "user", "content": image}]);
    let (status, body) =
        status_and_body(&server, &json!({"model": "fake", "messages": good})).await;
    assert_eq!(status, 200, "refused requests use up no turn: {body}");
}

#[tokio::test]
async fn refuses_tools_and_fields_the_real_provider_would_refuse() {
    let tool = |function: Value| json!({"type": "function", "function": function});
    let named = |name: &str| tool(json!({"name": name, "parameters": {"type": "object"}}));
    let flat = json!({"type": "function", "name": "click", "parameters": {"type": "object"}});
    let loose = tool(
        json!({"name": "click", "strict": true, "parameters": {"type": "object", "properties": {}}}),
    );
    let cases = [
        (json!({"model": null}), "model"),
        (json!({"tools": [flat]}), "tools[0].function"),
        (
            json!({"tools": [named("click"), named("click")]}),
            "tools[1].function.name",
        ),
        (
            json!({"tools": [named("click me")]}),
            "tools[0].function.name",
        ),
        (
            json!({"tools": [named(&"x".repeat(65))]}),
            "tools[0].function.name",
        ),
        (
            json!({"tools": [tool(json!({"name": "click", "input_schema": {}}))]}),
            "tools[0].function.input_schema",
        ),
        (
            json!({"tools": [tool(json!({"name": "click", "parameters": {"type": "array"}}))]}),
            "tools[0].function.parameters",
        ),
        (json!({"tools": [loose]}), "tools[0].function.parameters"),
        (json!({"tools": []}), "tools"),
        (json!({"tool_choice": "auto"}), "tool_choice"),
        (
            json!({"tools": [named("click")], "tool_choice": "any"}),
            "tool_choice",
        ),
        (json!({"parallel_tool_calls": false}), "parallel_tool_calls"),
        (
            json!({"stream_options": {"include_usage": true}}),
            "stream_options",
        ),
        (
            json!({"max_tokens": 5, "max_completion_tokens": 5}),
            "max_tokens",
        ),
        (json!({"temperature": 3}), "temperature"),
        (json!({"reasoning_effort": "huge"}), "reasoning_effort"),
        (json!({"max_output_tokens": 5}), "max_output_tokens"),
        (
            json!({"response_format": {"type": "json_schema", "json_schema": {"name": "x", "strict": true, "schema": {}}}}),
            "response_format.json_schema.schema",
        ),
    ];
    let server = FakeServer::start(Script::default()).unwrap();
    for (fields, param) in cases {
        let mut body = ask("go");
        body.as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        refused(&server, &body, param).await;
    }
}

async fn refused(server: &FakeServer, body: &Value, param: &str) {
    let (status, answer) = status_and_body(server, body).await;
    assert_eq!(
        (status, &answer["error"]["type"]),
        (400, &json!("invalid_request_error")),
        "{body}"
    );
    assert_eq!(answer["error"]["param"], param, "{answer}");
}

fn calls(chunks: &[Value]) -> impl Iterator<Item = &Value> {
    chunks
        .iter()
        .filter_map(|chunk| chunk.pointer("/choices/0/delta/tool_calls/0"))
}

fn joined(chunks: &[Value], pointer: &str) -> String {
    chunks
        .iter()
        .filter_map(|chunk| chunk.pointer(pointer)?.as_str())
        .collect()
}

fn push(body: &mut Value, message: Value) {
    body["messages"].as_array_mut().unwrap().push(message);
}
