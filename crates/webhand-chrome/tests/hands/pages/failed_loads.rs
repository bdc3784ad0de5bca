//! Addresses that load no page, and prompts of pages that no person answers.

use anyhow::{Result, bail};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use webhand_model::{Decision, FailCode, OutcomeStatus, PageState};
use webhand_port::Browser as _;

use crate::support::{Stage, empty, failure, showing};

/// Starts a server that answers every connection with these bytes and closes it.
async fn serve_bytes(bytes: &'static [u8], scheme: &str) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("{scheme}://127.0.0.1:{}/", listener.local_addr()?.port());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut asked = [0; 2_048];
            let _ = stream.read(&mut asked).await;
            if bytes.is_empty() {
                // Closing without lingering sends a reset.
                let _ = stream.set_zero_linger();
            } else {
                let _ = stream.write_all(bytes).await;
            }
        }
    });
    Ok(url)
}

async fn still_works(stage: &Stage) -> Result<()> {
    stage.site.page("/after", "<h1>Afterwards</h1>");
    stage.open("/after").await?;
    assert!(stage.text().await?.contains("Afterwards"));
    Ok(())
}

/// So the person is not asked to approve an impossible action.
#[tokio::test]
async fn a_call_that_is_wrong_by_itself_fails_before_it_is_judged() -> Result<()> {
    let stage = showing("<form method=post><input aria-label=Name></form>").await?;
    stage.do_on("Name", "focus", json!({})).await?;
    let page = stage.look().await?;
    for (name, arguments) in [
        ("press", json!({"key": "Ctrl+Nonsense"})),
        ("select", json!({"ref": stage.find("Name").await?.to_string()})),
        ("upload", json!({"ref": stage.find("Name").await?.to_string(), "files": []})),
    ] {
        let Decision::Act(action) = Decision::parse(name, &arguments, &page)? else { bail!("{name} is done") };
        let facts = stage.chrome.inspect(&action).await;
        assert_eq!(facts.map_err(|outcome| failure(&outcome)), Err(Some(FailCode::BadCall)), "{name}");
    }
    Ok(())
}

#[tokio::test]
async fn broken_connections_are_reported_with_the_browsers_reason() -> Result<()> {
    let stage = empty().await?;
    let broken: [(&'static [u8], &str, &str); 4] = [
        (b"", "http", "ERR_CONNECTION_RESET"),
        (b"this is no answer of a web server to a browser", "http", "ERR_INVALID_HTTP_RESPONSE"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "https", "ERR_SSL_PROTOCOL_ERROR"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\nLocation: a\r\nLocation: b\r\n\r\n",
            "http",
            "ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION",
        ),
    ];
    for (bytes, scheme, reason) in broken {
        let url = serve_bytes(bytes, scheme).await?;
        let outcome = stage.act("open", json!({"url": url})).await?;
        assert_eq!(failure(&outcome), Some(FailCode::Unreachable), "{reason}: {outcome:?}");
        assert!(outcome.text.contains(reason), "{reason}: {}", outcome.text);
        assert!(matches!(stage.look().await?.state, PageState::Closed(_)), "{reason}");
    }
    still_works(&stage).await
}

#[tokio::test]
async fn responses_without_a_page_are_reported_as_they_are() -> Result<()> {
    let stage = empty().await?;
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: ";
    let of = |rest: &str| -> &'static [u8] { Box::leak(format!("{head}{rest}").into_bytes().into_boxed_slice()) };
    let empty_body = serve_bytes(of("text/html\r\nContent-Length: 0\r\n\r\n"), "http").await?;
    let opened = stage.done("open", json!({"url": empty_body})).await?;
    assert!(opened.text.contains("opened"), "{opened:?}");
    let json_body = serve_bytes(of("application/json\r\n\r\n{\"price\": 40}"), "http").await?;
    stage.done("open", json!({"url": json_body})).await?;
    assert!(stage.text().await?.contains("price"));
    let nothing = stage.act("open", json!({"url": stage.site.url("/status/204")})).await?;
    assert!(nothing.status == OutcomeStatus::Done && nothing.text.contains("brought no page"), "{nothing:?}");
    let file = stage.done("open", json!({"url": stage.site.url("/moved/file")})).await?;
    assert!(file.text.contains("downloaded \"report.txt\""), "{file:?}");
    still_works(&stage).await
}

#[tokio::test]
async fn odd_letters_come_out_as_text() -> Result<()> {
    let stage = empty().await?;
    let pages: [(&'static [u8], &str); 4] = [
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<h1>Caf\xe9</h1>", "Café"),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h1>Caf\xe9 ok</h1>", "ok"),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html; charset=shift_jis\r\n\r\n<h1>\x93\xfa\x96\x7b</h1>", "日本"),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n\r\n<h1>nu\0ll</h1><script>document.title = 'a\\ud800b'; document.body.append('lone \\udfff half')</script>", "null"),
    ];
    for (bytes, shown) in pages {
        stage.done("open", json!({"url": serve_bytes(bytes, "http").await?})).await?;
        let text = stage.text().await?;
        assert!(text.contains(shown), "{shown}: {text}");
    }
    Ok(())
}

#[tokio::test]
async fn permission_prompts_do_not_stall_a_page() -> Result<()> {
    let stage = showing(
        "<button onclick='print(); this.textContent = \"Printed\"'>Print</button>
        <button onclick='Notification.requestPermission().then((answer) => { place.textContent = `notify ${answer}` })'>Notify</button>
        <button onclick='navigator.geolocation.getCurrentPosition(() => {}, (error) => { place.textContent = `where ${error.code}` })'>Where</button>
        <button onclick='navigator.mediaDevices.getUserMedia({ audio: true }).catch((error) => { place.textContent = error.name })'>Listen</button>
        <p id=place></p>",
    )
    .await?;
    for name in ["Print", "Notify", "Where", "Listen"] {
        let outcome = stage.on(name, "click", json!({})).await?;
        assert_eq!(outcome.status, OutcomeStatus::Done, "{name}: {outcome:?}");
    }
    assert!(stage.text().await?.contains("Printed"));
    still_works(&stage).await
}

#[tokio::test]
async fn a_question_for_a_password_inside_a_page_is_refused_and_the_page_goes_on() -> Result<()> {
    let stage = showing(
        "<button onclick=\"fetch('/login').then((answer) => { place.textContent = `answer ${answer.status}` })\">Fetch</button>
        <p id=place></p><iframe src=/login></iframe>",
    )
    .await?;
    stage.do_on("Fetch", "click", json!({})).await?;
    assert!(stage.text().await?.contains("answer 401"));
    Ok(())
}

#[tokio::test]
async fn popups_in_a_storm_are_bounded_and_a_page_that_closes_itself_leaves_the_run_somewhere() -> Result<()> {
    let stage =
        showing("<button onclick=\"for (let n = 0; n < 60; n += 1) open('/small?' + n, '_blank')\">Storm</button>")
            .await?;
    stage.site.page("/small", "<script>opener && opener.close; setTimeout(() => close(), 50)</script>Small");
    let outcome = stage.on("Storm", "click", json!({})).await?;
    assert!(matches!(outcome.status, OutcomeStatus::Done | OutcomeStatus::InDoubt), "{outcome:?}");
    assert!(stage.look().await?.tabs.len() <= 20);
    still_works(&stage).await
}
