//! Requests are paused from the first touch on; until then they are the page's own. Everything that a page has loaded by
//! then is reached, and what cannot be reached in time fails.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_port::Browser as _;

use crate::support::{Stage, showing, soon};

/// Starts every kind of page part that can send requests by itself; each sends its name once it is told to.
const SENDERS: &str = "<h1>Senders</h1><button onclick=\"say('go')\">Go</button>
    <iframe src=/frame></iframe><iframe src=OTHER/frame></iframe><iframe></iframe>
    <form id=form action=/form method=post target=out></form><iframe name=out></iframe>
    <script>
    const channel = new BroadcastChannel('senders');
    let ready = 0;
    const count = () => { if (++ready == 6) document.title = 'all ready' };
    const say = (word) => {
        channel.postMessage(word);
        frames[1].postMessage(word, '*');
        frames[2].fetch(location.origin + '/empty', {method: 'POST', body: 'x'});
        fetch('/fetch', {method: 'POST', body: 'x'});
        fetch('/kept', {method: 'POST', body: 'x', keepalive: true});
        navigator.sendBeacon('/beacon', 'x');
        const old = new XMLHttpRequest(); old.open('POST', '/xhr'); old.send('x');
        form.submit();
    };
    channel.onmessage = ({data}) => { if (data == 'ready') count() };
    onmessage = count;
    new Worker('/script/worker');
    new Worker(URL.createObjectURL(new Blob([`importScripts('${location.origin}/script/blob')`])));
    navigator.serviceWorker.register('/script/service', {scope: '/'});
    </script>";

/// Sends its name when it is told to.
fn sender(name: &str) -> String {
    format!(
        "const channel = new BroadcastChannel('senders');
         channel.onmessage = ({{data}}) => {{ if (data == 'go') fetch('/{name}', {{method: 'POST', body: 'x'}}).catch(() => 0) }};
         channel.postMessage('ready');"
    )
}

async fn with_senders(more: &str) -> Result<Stage> {
    let stage = showing("<h1>Wait</h1>").await?;
    let frame = "<script>
        const send = ({data}) => { if (data == 'go') fetch(`/frame-${location.hostname}`, {method: 'POST', body: 'x'}) };
        onmessage = send; new BroadcastChannel('senders').onmessage = send;
        parent.postMessage('ready', '*')</script>";
    stage.site.page("/frame", frame);
    stage.site.page("/script/worker", &format!("{};new Worker('/script/nested')", sender("worker")));
    stage.site.page("/script/nested", &sender("nested"));
    stage.site.page("/script/blob", &sender("blob").replace("'/blob'", "location.origin + '/blob'"));
    stage.site.page("/script/service", &sender("service"));
    stage.site.page("/script/shared", &sender("shared"));
    stage.site.page("/senders", &format!("{SENDERS}{more}"));
    stage.open("/senders").await?;
    let ready = async {
        while stage.in_page("document.title").await? != "all ready" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    };
    soon(ready).await?.context("not all are ready")?;
    Ok(stage)
}

/// The names of those whose requests were held, from the click on and until all `wanted` are there.
async fn held_after_click(stage: &Stage, wanted: usize) -> Result<Vec<String>> {
    let mut held = stage.do_on("Go", "click", json!({})).await?.held;
    let reported = async {
        while held.len() < wanted {
            held.extend(stage.done("wait", json!({"ms": 50})).await?.held);
        }
        anyhow::Ok(())
    };
    // The caller's comparison of names finds a missing request, so a time-out is no error here.
    let _ = tokio::time::timeout(std::time::Duration::from_secs(20), reported).await;
    let mut names: Vec<String> =
        held.iter().filter_map(|held| held.url.rsplit('/').next()).map(str::to_owned).collect();
    names.sort();
    Ok(names)
}

#[tokio::test]
async fn the_first_touch_reaches_everything_that_was_loaded_before() -> Result<()> {
    let stage = with_senders("").await?;
    let wanted = [
        "beacon",
        "blob",
        "empty",
        "fetch",
        "form",
        "frame-127.0.0.1",
        "frame-localhost",
        "kept",
        "nested",
        "service",
        "worker",
        "xhr",
    ];
    let held = held_after_click(&stage, wanted.len()).await?;
    assert_eq!((held, stage.site.marks()), (wanted.map(str::to_owned).to_vec(), Vec::<String>::new()));
    Ok(())
}

/// A shared worker cannot be reached once it runs, so interception begins before.
#[tokio::test]
async fn a_shared_worker_is_reached_too() -> Result<()> {
    let stage = showing("<button onclick=\"new BroadcastChannel('senders').postMessage('go')\">Go</button>").await?;
    stage.site.page("/script/shared", &sender("shared"));
    stage.site.page(
        "/shared",
        "<button onclick=\"channel.postMessage('go')\">Go</button><script>
         const channel = new BroadcastChannel('senders'); channel.onmessage = () => { document.title = 'all ready' };
         new SharedWorker('/script/shared')</script>",
    );
    stage.open("/shared").await?;
    soon(async {
        while stage.in_page("document.title").await? != "all ready" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    })
    .await??;
    assert_eq!(held_after_click(&stage, 1).await?, ["shared"]);
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

/// A script that stands still in a dialog goes on with the way out that it had before.
#[tokio::test]
async fn what_follows_a_dialog_that_opened_before_the_first_touch_fails() -> Result<()> {
    let stage = showing(
        "<button onclick=\"fetch('/order', {method: 'POST', body: 'x'})\">Order</button><script>
         const socket = new WebSocket(`ws://${location.host}/socket`);
         const send = async () => {
             if (!confirm('Delete all?')) return;
             fetch('/fetch', {method: 'POST', body: 'x'}).catch(() => { document.title = 'failed' });
             navigator.sendBeacon('/beacon', 'x');
             const old = new XMLHttpRequest(); old.open('POST', '/xhr', false);
             try { old.send('x') } catch { document.title = 'failed' }
             socket.send('delete');
         };
         socket.onopen = () => setTimeout(send)</script>",
    )
    .await?;
    soon(async {
        while stage.look().await?.dialog.is_none() {}
        anyhow::Ok(())
    })
    .await??;
    stage.done("dialog", json!({"accept": true})).await?;
    soon(async {
        while stage.in_page("document.title").await? != "failed" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    })
    .await??;
    let unheld = |mark: &String| !mark.contains("/order");
    assert!(!stage.site.marks().iter().any(unheld), "{:?}", stage.site.marks());
    // Afterwards the page works as always.
    let order = async {
        loop {
            let outcome = stage.do_on("Order", "click", json!({})).await?;
            if let Some(held) = outcome.held.into_iter().find(|held| held.url.ends_with("/order")) {
                return anyhow::Ok(held);
            }
        }
    };
    let held = soon(order).await??;
    stage.release(&held).await?;
    assert_eq!(stage.site.marks(), ["POST /order x"]);
    Ok(())
}

/// The worker is in the middle of one long script when its page is touched, so it cannot be reached any more.
#[tokio::test]
async fn what_a_busy_worker_sends_is_held() -> Result<()> {
    let stage = showing("<h1>Wait</h1>").await?;
    let worker = "postMessage('busy');
        const ask = () => { const asked = new XMLHttpRequest(); asked.open('GET', '/late/300/go', false); asked.send(); return asked.responseText };
        while (ask() != 'go') {}
        fetch('/order', {method: 'POST', body: 'x'})";
    stage.site.page("/script/busy", worker);
    stage.site.page("/go", "not yet");
    stage.site.page(
        "/page",
        "<button>Press</button><script>new Worker('/script/busy').onmessage = ({data}) => { document.title = data }</script>",
    );
    stage.open("/page").await?;
    soon(async {
        while stage.in_page("document.title").await? != "busy" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    })
    .await??;
    let outcome = stage.do_on("Press", "click", json!({})).await?;
    stage.site.page("/go", "go");
    let held = stage.held(outcome).await?;
    assert!(held.url.ends_with("/order"), "{held:?}");
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

/// Without interception nobody answers the browser's question for a name and a password, so it must not come.
#[tokio::test]
async fn a_page_that_nobody_touched_sees_its_request_refused() -> Result<()> {
    let stage =
        showing("<script>fetch('/login').then((answer) => { document.title = `answered ${answer.status}` })</script>")
            .await?;
    soon(async {
        while stage.in_page("document.title").await? != "answered 401" {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    })
    .await??;
    assert!(stage.chrome.observe().await.is_ok());
    Ok(())
}
