//! Frames of web sockets wait for a verdict once the run has touched the page, like requests.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{AllowedBy, SentKind};

use crate::support::{Stage, showing, soon};

/// Opens a socket, keeps a heartbeat going, and writes the answers into the page.
const CHAT: &str = "<p id=out></p><script>
    const talk = (name) => { const socket = new WebSocket(`ws://${location.host}/socket`);
        socket.onmessage = (event) => { out.textContent += ' ' + event.data };
        socket.onclose = () => { out.textContent += ` ${name} closed` };
        return new Promise((done) => { socket.onopen = () => done(socket) }) };
    const beat = (socket) => setInterval(() => socket.send(JSON.stringify({op: 'beat', at: Date.now()})), 100);
    let chat; const ready = talk('chat').then((socket) => { chat = socket; beat(socket) });
</script>";

async fn chatting(html: &str) -> Result<Stage> {
    let stage = showing(&format!("{CHAT}{html}")).await?;
    stage.done("wait", json!({"text": "got"})).await?;
    Ok(stage)
}

/// The messages that arrived, without the heartbeat.
fn messages(stage: &Stage) -> Vec<String> {
    stage.site.marks().into_iter().filter(|mark| !mark.contains("beat")).collect()
}

fn beats(stage: &Stage) -> usize {
    stage.site.marks().iter().filter(|mark| mark.contains("beat")).count()
}

#[tokio::test]
async fn a_message_waits_for_a_yes_and_the_heartbeat_goes_on() -> Result<()> {
    let stage =
        chatting("<button onclick=\"chat.send(JSON.stringify({op: 'say', text: 'hello'}))\">Say</button>").await?;
    stage.do_on("Say", "focus", json!({})).await?;
    let before = beats(&stage);
    soon(async {
        while beats(&stage) < before + 3 {
            tokio::task::yield_now().await;
        }
    })
    .await?;
    let outcome = stage.do_on("Say", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    assert_eq!(held.fields, [["op", "say"], ["text", "hello"]].map(|field| field.map(str::to_owned)));
    assert_eq!(messages(&stage), [""; 0]);
    stage.release(&held).await?;
    stage.done("wait", json!({"text": "hello"})).await?;
    assert_eq!(messages(&stage), [r#"SEND {"op":"say","text":"hello"}"#]);
    Ok(())
}

/// Waits until the workers and the frame have their sockets.
async fn all_ready(stage: &Stage) -> Result<()> {
    let ready = async {
        while stage.in_page("document.title").await? != "all ready" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    };
    soon(ready).await?
}

#[tokio::test]
async fn frames_of_workers_and_frames_wait_too() -> Result<()> {
    for button in ["Shared worker", "Worker", "Blank frame", "New socket"] {
        let stage = chatting(ELSEWHERE).await?;
        all_ready(&stage).await?;
        let outcome = stage.do_on(button, "click", json!({})).await?;
        let held = stage.held(outcome).await.context(button)?;
        assert_eq!(held.method, "SEND", "{button}");
        assert_eq!(messages(&stage), [""; 0], "{button}");
        stage.release(&held).await?;
        let arrived = async {
            while messages(&stage).is_empty() {
                tokio::task::yield_now().await;
            }
        };
        soon(arrived).await.context(button)?;
    }
    Ok(())
}

#[tokio::test]
async fn a_connection_is_recorded_with_who_allowed_it() -> Result<()> {
    let stage =
        chatting("<button onclick=\"talk('late').then(() => document.title = 'late')\">New socket</button>").await?;
    stage.done("wait", json!({"ms": 1})).await?;
    let clicked = stage.do_on("New socket", "click", json!({})).await?;
    let opened = async {
        while stage.in_page("document.title").await? != "late" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    };
    soon(opened).await??;
    let waited = stage.done("wait", json!({"ms": 1})).await?;
    let sent = clicked.sent.iter().chain(&waited.sent).filter(|sent| sent.kind == SentKind::Socket);
    let recorded: Vec<_> = sent.map(|sent| (sent.url.as_str(), sent.by, sent.count)).collect();
    let address = stage.site.url("/socket").replace("http:", "ws:");
    assert_eq!(recorded, [(address.as_str(), AllowedBy::Guard, 1)]);
    Ok(())
}

#[tokio::test]
async fn a_tab_that_is_closed_takes_its_held_frame_along() -> Result<()> {
    let stage = chatting("<button onclick=\"chat.send('order')\">Say</button>").await?;
    let outcome = stage.do_on("Say", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    stage.done("tab", json!({"action": "close"})).await?;
    // The site learns that the connection is gone after everything that came over it.
    let gone = async {
        while stage.site.open_sockets() > 0 {
            tokio::task::yield_now().await;
        }
    };
    soon(gone).await?;
    assert_eq!(messages(&stage), [""; 0], "{held:?}");
    Ok(())
}

/// Sockets in two workers and an empty frame, and one that opens late.
const ELSEWHERE: &str = "<button onclick=\"worker.port.postMessage('order')\">Shared worker</button>
    <button onclick=\"own.postMessage('order')\">Worker</button>
    <button onclick=\"frames[0].socket.send('order')\">Blank frame</button>
    <button onclick=\"talk('late').then((socket) => socket.send('order'))\">New socket</button>
    <iframe></iframe><script>
    const code = `let socket; const begin = (reply) => { socket = new WebSocket('ws://${location.host}/socket'); socket.onopen = () => reply('ready') };
        onconnect = ({ports: [port]}) => { begin((text) => port.postMessage(text)); port.onmessage = ({data}) => socket.send(data) };
        onmessage = ({data}) => socket ? socket.send(data) : begin((text) => postMessage(text))`;
    const address = URL.createObjectURL(new Blob([code], {type: 'text/javascript'}));
    let open = 0; const count = () => { if (++open == 3) document.title = 'all ready' };
    const worker = new SharedWorker(address); worker.port.onmessage = count;
    const own = new Worker(address); own.onmessage = count; own.postMessage('begin');
    frames[0].socket = new frames[0].WebSocket(`ws://${location.host}/socket`); frames[0].socket.onopen = count;
    </script>";
