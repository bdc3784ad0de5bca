//! Servers that answer rightly but say the wrong thing about it, or that are no model at all.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use webhand_brain::chat_completions::ChatCompletionsOptions;
use webhand_brain::client::RemoteBrain;
use webhand_brain::format::ApiKey;
use webhand_brain::gigachat;
use webhand_port::BrainError;

use crate::asking::{KEY, ask, patient, prompt};

const JSON: &str = "application/json";

const STREAM: &str =
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
const WHOLE: &str = "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";

#[tokio::test]
async fn an_answer_is_read_as_what_it_is_not_as_what_it_is_called() {
    let mark = "\u{feff}";
    let answers = [
        ("Text/Event-Stream; charset=UTF-8", STREAM.to_owned()),
        ("text/plain", STREAM.to_owned()),
        ("application/json", format!(": keep-alive\n\n{STREAM}")),
        ("application/json", format!("{mark}{WHOLE}")),
        ("text/event-stream", format!("\n {WHOLE}")),
        ("application/octet-stream", WHOLE.to_owned()),
    ];
    for (kind, body) in answers {
        let brain = brain(&serve(kind, &body).await).with_retries(0);
        let answer = ask(&brain, &prompt()).await;
        assert_eq!(answer.map(|answer| answer.text), Ok("Hi".to_owned()), "{kind}: {body}");
    }
}

#[tokio::test]
async fn a_web_page_is_called_one_and_ends_the_run() {
    let brain = brain(&serve("text/html", "<!doctype html><h1>Welcome</h1>").await).with_retries(0);
    let error = ask(&brain, &prompt()).await.unwrap_err();
    assert_eq!(error, BrainError::Rejected("it answers with a web page; check the address of the model".to_owned()));
    assert!(!error.is_passing(), "another step would get the same page");
}

#[tokio::test]
async fn a_token_is_hidden_like_the_key_it_was_exchanged_for() {
    let token = r#"{"access_token":"token-4711-of-this-hour","expires_at":99999999999999}"#;
    let refusal = r#"{"message":"token-4711-of-this-hour may not use this model"}"#;
    let base = serve_all([(200, JSON, token), (400, JSON, refusal)]).await;
    let key = Some(ApiKey::new(KEY).unwrap());
    let (door, options) =
        (gigachat::TokenServer { auth_url: None, scope: String::new() }, gigachat::GigaChatOptions::default());
    let brain = RemoteBrain::gigachat(&base, "GigaChat-2", key, door, options).unwrap();
    let error = ask(&patient(brain), &prompt()).await.unwrap_err();
    assert_eq!(error, BrainError::Rejected("[400] … may not use this model".to_owned()));
}

async fn serve(kind: &str, body: &str) -> String {
    serve_all([(200, kind, body)]).await
}

/// A server that gives one answer after the other, and its address.
async fn serve_all<const N: usize>(answers: [(u16, &str, &str); N]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let answers = answers.map(|(status, kind, body)| {
        let length = body.len();
        format!("HTTP/1.1 {status} So\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}")
    });
    tokio::spawn(async move {
        for answer in answers {
            let (mut tcp, _) = listener.accept().await.unwrap();
            // An answer before the question would be taken for a broken connection.
            tcp.read_u8().await.unwrap();
            tcp.write_all(answer.as_bytes()).await.unwrap();
            // The connection stays open until the other side has read the answer and hangs up.
            tokio::io::copy(&mut tcp, &mut tokio::io::sink()).await.ok();
        }
    });
    base
}

fn brain(base: &str) -> RemoteBrain {
    patient(RemoteBrain::chat_completions(base, "m", None, ChatCompletionsOptions::openai()).unwrap())
}
