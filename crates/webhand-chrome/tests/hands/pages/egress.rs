//! The traffic that leaves the browser: only through the gate, and only to hosts that the run may reach.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use webhand_chrome::{MappedResolver, UpstreamProxy};
use webhand_guard::{Policy, Verdict, judge};
use webhand_model::{Decision, DecisionSource, FailCode, Outcome, Task};
use webhand_port::Browser as _;

use crate::support::{Stage, failure, launched, soon};

fn names() -> Result<Arc<MappedResolver>> {
    let names: BTreeMap<String, Vec<IpAddr>> = BTreeMap::from([
        ("shop.test".to_owned(), vec!["127.0.0.1".parse()?]),
        ("evil.test".to_owned(), vec!["127.0.0.1".parse()?]),
        ("inner.test".to_owned(), vec!["10.9.8.7".parse()?]),
        ("public.test".to_owned(), vec!["93.184.216.34".parse()?]),
    ]);
    Ok(Arc::new(MappedResolver::new(names)))
}

async fn open_with_grant(stage: &Stage, grant: &str, url: &str) -> Result<Outcome> {
    let page = stage.look().await?;
    let Decision::Act(action) = Decision::parse("open", &json!({"url": url}), &page)? else { bail!("an action") };
    Ok(stage.perform_with_grant(grant, action).await?.outcome)
}

#[tokio::test]
async fn names_are_resolved_by_webhand_and_lead_inside_only_with_a_grant() -> Result<()> {
    let resolver = names()?;
    let stage = launched(|launch| launch.egress.resolver = resolver).await?;
    stage.site.page("/", "<h1>Lamps</h1>");
    let port = stage.site.url("").rsplit(':').next().context("a port")?.to_owned();
    let grant = format!("shop.test:{port}");
    open_with_grant(&stage, &grant, &format!("http://{grant}/")).await?;
    assert!(stage.text().await?.contains("Lamps"));
    let visits = stage.site.visits("/");
    for (host, reason) in [
        (format!("evil.test:{port}"), "this name leads to this machine"),
        (format!("inner.test:{port}"), "private network"),
        ("no-such-host.test".to_owned(), "no such host"),
    ] {
        let outcome = open_as_agent(&stage, &format!("http://{host}/")).await?;
        assert_eq!(failure(&outcome), Some(FailCode::Unreachable), "{host}: {outcome:?}");
        assert!(outcome.text.contains(reason), "{host}: {}", outcome.text);
    }
    assert_eq!(stage.site.visits("/"), visits);
    Ok(())
}

/// Opens an address as an outside agent without grants would.
async fn open_as_agent(stage: &Stage, url: &str) -> Result<Outcome> {
    let page = stage.look().await?;
    let Decision::Act(action) = Decision::parse("open", &json!({"url": url}), &page)? else { bail!("an action") };
    let facts = stage.chrome.inspect(&action).await.map_err(|outcome| anyhow::anyhow!("{outcome:?}"))?;
    let policy = Policy::of(&Task { decided_by: DecisionSource::Outside, ..Task::new("") });
    match judge(action, &facts, &policy) {
        Verdict::Allow(approved) => Ok(stage.chrome.act(approved).await.outcome),
        other @ (Verdict::Ask { .. } | Verdict::Forbid { .. }) => bail!("{other:?}"),
    }
}

/// A proxy that answers every request itself, and so stands for the whole public web.
async fn public_web(html: String) -> Result<UpstreamProxy> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let named = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer_all(stream, html.clone()));
        }
    });
    Ok(UpstreamProxy::from_environment(&|name| (name == "all_proxy").then(|| named.clone()))?)
}

async fn answer_all(stream: TcpStream, html: String) -> Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
        }
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", html.len());
        stream.write_all(format!("{head}{html}").as_bytes()).await?;
    }
}

#[tokio::test]
async fn a_public_page_does_not_reach_this_machine_and_a_local_one_does() -> Result<()> {
    let trap = TcpListener::bind("127.0.0.1:0").await?;
    let port = trap.local_addr()?.port();
    let arrived: Arc<Mutex<Vec<String>>> = Arc::default();
    let ledger = Arc::clone(&arrived);
    tokio::spawn(async move {
        while let Ok((stream, _)) = trap.accept().await {
            let ledger = Arc::clone(&ledger);
            tokio::spawn(async move {
                let mut first = String::new();
                let mut stream = BufReader::new(stream);
                let _ = stream.read_line(&mut first).await;
                ledger.lock().map(|mut ledger| ledger.push(first)).ok();
            });
        }
    });
    let sends = format!(
        "<meta name=referrer content=POLICY><p id=out>waiting</p><script>
         const to = 'http://127.0.0.1:{port}', other = 'http://localhost:{port}';
         const loads = (tag, src) => new Promise((done) => {{
           const element = document.createElement(tag); element.src = src; element.onload = element.onerror = done;
           document.documentElement.append(element); }});
         const socket = (url) => new Promise((done) => {{ new WebSocket(url).onclose = done }});
         navigator.sendBeacon(to + '/beacon', 'x');
         Promise.allSettled([fetch(to + '/fetch', {{mode: 'no-cors'}}), fetch(other + '/post', {{method: 'POST', mode: 'no-cors'}}),
           fetch(to + '/cors'), loads('img', other + '/img'), loads('script', to + '/script'), loads('iframe', to + '/frame'),
           socket('ws://127.0.0.1:{port}/socket'), fetch('https://localhost:{port}/tls')])
           .then(() => {{ out.textContent = 'tried' }});
         </script>"
    );
    for referrer in ["no-referrer", "unsafe-url"] {
        let web = public_web(sends.replace("POLICY", referrer)).await?;
        let resolver = names()?;
        let stage = launched(|launch| {
            launch.egress.resolver = resolver;
            launch.egress.proxy = web;
        })
        .await?;
        open_as_agent(&stage, "http://public.test/").await?;
        soon(async {
            while !stage.text().await?.contains("tried") {}
            anyhow::Ok(())
        })
        .await??;
        let seen = arrived.lock().map(|ledger| ledger.clone()).unwrap_or_default();
        assert_eq!(seen, [""; 0], "{referrer}");
    }
    // The same page of this machine reaches it.
    let stage = launched(|_| {}).await?;
    stage.site.page_as_it_is("/", sends.replace("POLICY", "unsafe-url"));
    open_as_agent(&stage, &stage.site.url("/")).await?;
    soon(async {
        while !stage.text().await?.contains("tried") {}
        anyhow::Ok(())
    })
    .await??;
    let seen = arrived.lock().map(|ledger| ledger.clone()).unwrap_or_default();
    for path in ["/fetch", "/post", "/cors", "/img", "/script", "/frame", "/socket"] {
        assert!(seen.iter().any(|line| line.contains(path)), "{path}: {seen:?}");
    }
    Ok(())
}

/// The first bytes of each connection to a server that says nothing.
async fn first_bytes() -> Result<(u16, Arc<Mutex<Vec<Vec<u8>>>>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let arrived: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
    let ledger = Arc::clone(&arrived);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let ledger = Arc::clone(&ledger);
            tokio::spawn(async move {
                let mut bytes = vec![0; 8];
                let length = stream.read(&mut bytes).await.unwrap_or(0);
                bytes.truncate(length);
                ledger.lock().map(|mut ledger| ledger.push(bytes)).ok();
            });
        }
    });
    Ok((port, arrived))
}

#[tokio::test]
async fn media_connections_do_not_leave_and_encrypted_requests_do() -> Result<()> {
    let (media, media_arrived) = first_bytes().await?;
    let (web, web_arrived) = first_bytes().await?;
    let page = format!(
        "<p id=out>waiting</p><script>
         const servers = ['turn:localhost:{media}?transport=tcp', 'turns:localhost:{media}?transport=tcp', 'turn:localhost:{media}',
           'stun:localhost:{media}'];
         const peer = new RTCPeerConnection({{iceServers: servers.map((urls) => ({{urls, username: 'u', credential: 'c'}}))}});
         peer.createDataChannel('x');
         const gathered = new Promise((done) => {{ peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done() }});
         const offered = peer.createOffer().then((offer) => peer.setLocalDescription(offer));
         const socket = new Promise((done) => {{ new WebSocket('wss://localhost:{web}/socket').onclose = done }});
         Promise.allSettled([offered, gathered, socket, fetch('https://localhost:{web}/')]).then(() => {{ out.textContent = 'tried' }});
         </script>"
    );
    let stage = crate::support::showing(&page).await?;
    soon(async {
        while !stage.text().await?.contains("tried") {}
        anyhow::Ok(())
    })
    .await??;
    assert_eq!(media_arrived.lock().map(|ledger| ledger.clone()).unwrap_or_default(), [[0; 0]; 0]);
    let greetings = web_arrived.lock().map(|ledger| ledger.clone()).unwrap_or_default();
    assert!(greetings.len() >= 2 && greetings.iter().all(|bytes| bytes.starts_with(&[0x16, 3])), "{greetings:?}");
    Ok(())
}
