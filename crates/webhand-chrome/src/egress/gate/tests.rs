//! The gate between a client that speaks as a browser does and servers of this machine.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use webhand_guard::{ConnectionRefusal, NetworkPolicy, Policy, TunnelRefusal, Verdict, judge};
use webhand_hands::{EgressFailure, GateInfo as _};
use webhand_model::{Action, Facts, Grant, Origin, OriginPattern, Permission, Task};

use super::EgressGate;
use crate::egress::{EgressSettings, MappedResolver, UpstreamProxy};

/// A server that answers each request with its head and body, and reports every connection.
struct EchoServer {
    port: u16,
    connections: mpsc::UnboundedReceiver<()>,
}

impl EchoServer {
    async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let (report, connections) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let _ = report.send(());
                tokio::spawn(echo(stream));
            }
        });
        Ok(Self { port, connections })
    }

    fn connections(&mut self) -> usize {
        std::iter::from_fn(|| self.connections.try_recv().ok()).count()
    }
}

/// Sends every chunk back that is read.
async fn echo(mut stream: TcpStream) {
    let mut chunk = vec![0; 4_096];
    while let Ok(length @ 1..) = stream.read(&mut chunk).await {
        if stream.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

fn gate(grants: &[&str], proxy: UpstreamProxy) -> Result<EgressGate> {
    let names: BTreeMap<_, Vec<IpAddr>> = BTreeMap::from([
        ("shop.test".to_owned(), vec!["127.0.0.1".parse()?]),
        ("inner.test".to_owned(), vec!["10.1.2.3".parse()?]),
        ("public.test".to_owned(), vec!["93.184.216.34".parse()?]),
    ]);
    let granted = grants.iter().map(|grant| OriginPattern::parse(grant)).collect::<Result<_, _>>()?;
    let settings = EgressSettings {
        resolver: Arc::new(MappedResolver::new(names)),
        proxy,
        policy: NetworkPolicy::granting(granted),
    };
    Ok(EgressGate::open(&settings)?)
}

async fn connect(gate: &EgressGate) -> Result<TcpStream> {
    Ok(TcpStream::connect(("127.0.0.1", gate.port())).await?)
}

/// Sends and returns the bytes that come back until there is this text, or until the connection is closed.
async fn exchange(stream: &mut TcpStream, bytes: &[u8], until: &str) -> Result<String> {
    stream.write_all(bytes).await?;
    let mut answer = Vec::new();
    let reading = async {
        while !String::from_utf8_lossy(&answer).contains(until) {
            // A reset is an end like another.
            if stream.read_buf(&mut answer).await.unwrap_or(0) == 0 {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), reading).await.context("no answer")?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

async fn is_closed(stream: &mut TcpStream) -> Result<bool> {
    Ok(exchange(stream, b"", "never").await?.is_empty())
}

#[tokio::test]
async fn requests_of_one_connection_go_to_the_server_one_after_another() -> Result<()> {
    let mut server = EchoServer::start().await?;
    let gate = gate(&["localhost"], UpstreamProxy::default())?;
    let mut browser = connect(&gate).await?;
    let at = format!("http://localhost:{}", server.port);
    let first =
        exchange(&mut browser, format!("POST {at}/a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello").as_bytes(), "hello")
            .await?;
    assert_eq!(first, "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello");
    let chunked = format!(
        "PUT {at}/b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nGET {at}/c HTTP/1.1\r\n\r\n"
    );
    let rest = exchange(&mut browser, chunked.as_bytes(), "GET /c HTTP/1.1\r\n\r\n").await?;
    assert!(rest.starts_with("PUT /b HTTP/1.1\r\n") && rest.contains("3\r\nabc\r\n0\r\n\r\nGET /c"), "{rest}");
    assert_eq!(server.connections(), 1);
    // The next request may be for another server.
    let other = EchoServer::start().await?;
    let elsewhere = format!("GET http://127.0.0.1:{}/d HTTP/1.1\r\n\r\n", other.port);
    assert!(exchange(&mut browser, elsewhere.as_bytes(), "/d").await?.contains("GET /d"));
    Ok(())
}

#[tokio::test]
async fn a_refused_host_gets_no_connection_and_the_reason_is_kept() -> Result<()> {
    let mut server = EchoServer::start().await?;
    let gate = gate(&[&format!("shop.test:{}", server.port)], UpstreamProxy::default())?;
    let inner = Arc::clone(&gate.0);
    for (host, reason) in [
        ("localhost", ConnectionRefusal::ThisMachine),
        ("127.0.0.1", ConnectionRefusal::ThisMachine),
        ("inner.test", ConnectionRefusal::PrivateNetwork),
        ("169.254.169.254", ConnectionRefusal::LinkLocal),
    ] {
        let to = format!("{host}:{}", server.port);
        let plain =
            exchange(&mut connect(&gate).await?, format!("GET http://{to}/ HTTP/1.1\r\n\r\n").as_bytes(), "x").await?;
        assert_eq!(plain, "", "{to}");
        assert_eq!(inner.failure(&format!("http://{to}/")), Some(EgressFailure::Refused(reason)), "{to}");
        let tunnel =
            exchange(&mut connect(&gate).await?, format!("CONNECT {to} HTTP/1.1\r\n\r\n").as_bytes(), "\r\n\r\n")
                .await?;
        assert!(tunnel.starts_with("HTTP/1.1 403 "), "{to}: {tunnel}");
    }
    assert_eq!(server.connections(), 0);
    let granted = format!("GET http://shop.test:{}/ HTTP/1.1\r\n\r\n", server.port);
    assert!(exchange(&mut connect(&gate).await?, granted.as_bytes(), "\r\n\r\n").await?.starts_with("GET / "));
    assert_eq!(server.connections(), 1);
    assert_eq!(inner.failure(&format!("http://shop.test:{}/", server.port)), None);
    Ok(())
}

#[tokio::test]
async fn the_gate_is_no_web_server_and_no_way_to_itself() -> Result<()> {
    let gate = gate(&["localhost", "127.0.0.1:*"], UpstreamProxy::default())?;
    let page = exchange(&mut connect(&gate).await?, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "\r\n\r\n").await?;
    assert!(page.starts_with("HTTP/1.1 400 "), "{page}");
    let itself = format!("GET http://127.0.0.1:{}/ HTTP/1.1\r\n\r\n", gate.port());
    assert_eq!(exchange(&mut connect(&gate).await?, itself.as_bytes(), "x").await?, "");
    let reason = gate.0.failure(&format!("http://127.0.0.1:{}/", gate.port()));
    assert_eq!(reason, Some(EgressFailure::Refused(ConnectionRefusal::OwnPort)));
    Ok(())
}

async fn open_tunnel(gate: &EgressGate, to: &str) -> Result<TcpStream> {
    let mut browser = connect(gate).await?;
    let answer = exchange(&mut browser, format!("CONNECT {to} HTTP/1.1\r\n\r\n").as_bytes(), "\r\n\r\n").await?;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    Ok(browser)
}

#[tokio::test]
async fn a_tunnel_for_media_is_cut_before_its_server_hears_of_it() -> Result<()> {
    let mut server = EchoServer::start().await?;
    let gate = gate(&["localhost"], UpstreamProxy::default())?;
    let to = format!("localhost:{}", server.port);
    let mut media = open_tunnel(&gate, &to).await?;
    let allocate = [&[0, 3, 0, 8, 0x21, 0x12, 0xa4, 0x42][..], &[1; 20]].concat();
    assert_eq!(exchange(&mut media, &allocate, "x").await?, "");
    assert_eq!(gate.0.failure(&format!("https://{to}/")), Some(EgressFailure::Cut(TunnelRefusal::LiveMedia)));
    assert_eq!(server.connections(), 0);
    let mut socket = open_tunnel(&gate, &to).await?;
    let head = b"GET /chat HTTP/1.1\r\nOrigin: http://localhost\r\n\r\n";
    assert!(exchange(&mut socket, head, "\r\n\r\n").await?.starts_with("GET /chat"));
    Ok(())
}

#[tokio::test]
async fn open_tunnels_are_cut_by_name_and_all_together_when_the_gate_shuts() -> Result<()> {
    let (one, other) = (EchoServer::start().await?, EchoServer::start().await?);
    let gate = gate(&["localhost"], UpstreamProxy::default())?;
    let head = b"GET / HTTP/1.1\r\n\r\n";
    let mut first = open_tunnel(&gate, &format!("localhost:{}", one.port)).await?;
    let mut second = open_tunnel(&gate, &format!("localhost:{}", other.port)).await?;
    for tunnel in [&mut first, &mut second] {
        exchange(tunnel, head, "\r\n\r\n").await?;
    }
    gate.0.cut("localhost", one.port);
    assert!(is_closed(&mut first).await?);
    assert_eq!(exchange(&mut second, b"still there", "there").await?, "still there");
    gate.shut();
    assert!(is_closed(&mut second).await?);
    assert!(connect(&gate).await.is_err());
    Ok(())
}

#[tokio::test]
async fn behind_the_persons_proxy_public_names_pass_and_private_ones_are_refused() -> Result<()> {
    let mut proxy = EchoServer::start().await?;
    let named = format!("http://ana:secret@127.0.0.1:{}", proxy.port);
    let env = |name: &str| (name == "all_proxy").then(|| named.clone());
    let gate = gate(&[], UpstreamProxy::from_environment(&env)?)?;
    for to in ["inner.test:80", "shop.test:80", "localhost:80", "printer.lan:80"] {
        assert_eq!(
            exchange(&mut connect(&gate).await?, format!("GET http://{to}/ HTTP/1.1\r\n\r\n").as_bytes(), "x").await?,
            "",
            "{to}"
        );
    }
    assert_eq!(proxy.connections(), 0);
    let passed = exchange(&mut connect(&gate).await?, b"GET http://public.test/a HTTP/1.1\r\n\r\n", "\r\n\r\n").await?;
    assert!(passed.starts_with("GET http://public.test:80/a HTTP/1.1\r\nProxy-Authorization: Basic "), "{passed}");
    assert_eq!(gate.info().take_unresolved(), [""; 0]);
    // A name that is unknown here passes, and is told of once.
    exchange(&mut connect(&gate).await?, b"GET http://elsewhere.test/a HTTP/1.1\r\n\r\n", "\r\n\r\n").await?;
    assert_eq!(gate.info().take_unresolved(), ["elsewhere.test"]);
    assert_eq!(gate.info().take_unresolved(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_test_site_counts_as_public_at_its_port_alone() -> Result<()> {
    let (mut site, mut beside) = (EchoServer::start().await?, EchoServer::start().await?);
    let port = site.port;
    let names = format!("*.test:{port}=127.0.0.1:{port},rebind.test=127.0.0.1,own.example:80=127.0.0.1:{port}");
    let resolver = Arc::new(MappedResolver::parse(&names).context("names")?);
    let gate = EgressGate::open(&EgressSettings { resolver, ..EgressSettings::default() })?;
    let get = |to: String| format!("GET http://{to}/a HTTP/1.1\r\n\r\n").into_bytes();
    for to in [format!("shop.test:{port}"), format!("a.shop.test:{port}"), "own.example".to_owned()] {
        let answer = exchange(&mut connect(&gate).await?, &get(to.clone()), "\r\n\r\n").await?;
        assert!(answer.starts_with("GET /a "), "{to}: {answer}");
    }
    assert_eq!(site.connections(), 3);
    for (to, failure) in [
        (format!("shop.test:{}", beside.port), EgressFailure::NoSuchHost),
        (format!("rebind.test:{port}"), EgressFailure::Refused(ConnectionRefusal::NameOfThisMachine)),
        (format!("127.0.0.1:{port}"), EgressFailure::Refused(ConnectionRefusal::ThisMachine)),
    ] {
        assert_eq!(exchange(&mut connect(&gate).await?, &get(to.clone()), "x").await?, "", "{to}");
        assert_eq!(gate.0.failure(&format!("http://{to}/")), Some(failure), "{to}");
    }
    assert_eq!((site.connections(), beside.connections()), (0, 0));
    Ok(())
}

#[tokio::test]
async fn a_test_site_never_leads_to_webhand_itself() -> Result<()> {
    let inner = gate(&[], UpstreamProxy::default())?;
    let names = format!("shop.test:80=127.0.0.1:{}", inner.port());
    let resolver = Arc::new(MappedResolver::parse(&names).context("names")?);
    let gate = EgressGate::open(&EgressSettings { resolver, ..EgressSettings::default() })?;
    assert_eq!(exchange(&mut connect(&gate).await?, b"GET http://shop.test/ HTTP/1.1\r\n\r\n", "x").await?, "");
    let reason = gate.0.failure("http://shop.test/");
    assert_eq!(reason, Some(EgressFailure::Refused(ConnectionRefusal::OwnPort)));
    Ok(())
}

#[tokio::test]
async fn a_script_of_the_brain_opens_sockets_only_to_hosts_that_were_used_before() -> Result<()> {
    let mut site = EchoServer::start().await?;
    let port = site.port;
    let resolver = Arc::new(MappedResolver::parse(&format!("*.test:{port}=127.0.0.1:{port}")).context("names")?);
    let gate = EgressGate::open(&EgressSettings { resolver, ..EgressSettings::default() })?;
    let head = b"GET /chat HTTP/1.1\r\nOrigin: http://shop.test\r\n\r\n";
    let mut before = open_tunnel(&gate, &format!("shop.test:{port}")).await?;
    assert!(exchange(&mut before, head, "\r\n\r\n").await?.starts_with("GET /chat"));
    let holder = gate.policy_holder();
    holder.apply(&script_approved()?);
    let mut again = open_tunnel(&gate, &format!("shop.test:{port}")).await?;
    assert!(exchange(&mut again, head, "\r\n\r\n").await?.starts_with("GET /chat"));
    site.connections();
    let mut elsewhere = open_tunnel(&gate, &format!("evil.test:{port}")).await?;
    assert_eq!(exchange(&mut elsewhere, head, "x").await?, "");
    let failure = gate.0.failure(&format!("http://evil.test:{port}/"));
    assert_eq!(failure, Some(EgressFailure::Cut(TunnelRefusal::SocketOfScript)));
    Ok(())
}

/// A gate that leads to a server of this machine under public names.
fn public_gate(port: u16) -> Result<EgressGate> {
    let resolver = Arc::new(MappedResolver::parse(&format!("*.test:{port}=127.0.0.1:{port}")).context("names")?);
    Ok(EgressGate::open(&EgressSettings { resolver, ..EgressSettings::default() })?)
}

const SOCKET: &[u8] = b"GET /chat HTTP/1.1\r\nOrigin: http://shop.test\r\n\r\n";

#[tokio::test]
async fn an_order_to_cut_overtakes_what_a_socket_sends() -> Result<()> {
    let site = EchoServer::start().await?;
    let gate = public_gate(site.port)?;
    gate.info().delay_sockets();
    let mut socket = open_tunnel(&gate, &format!("shop.test:{}", site.port)).await?;
    assert!(exchange(&mut socket, SOCKET, "\r\n\r\n").await?.starts_with("GET /chat"));
    assert_eq!(exchange(&mut socket, b"hello", "hello").await?, "hello");
    socket.write_all(b"order").await?;
    // Requests are not late, so when this one is answered the gate has long read the message.
    let request = format!("GET http://shop.test:{}/ HTTP/1.1\r\n\r\n", site.port);
    exchange(&mut connect(&gate).await?, request.as_bytes(), "\r\n\r\n").await?;
    gate.info().cut("shop.test.", site.port);
    let mut echoed = String::new();
    let _ = socket.read_to_string(&mut echoed).await;
    assert_eq!(echoed, "");
    Ok(())
}

#[tokio::test]
async fn a_socket_begins_when_its_address_was_judged() -> Result<()> {
    let mut site = EchoServer::start().await?;
    let gate = public_gate(site.port)?;
    let (info, to) = (gate.info(), format!("shop.test:{}", site.port));
    info.await_admissions();
    info.admit_socket("shop.test", site.port);
    let mut admitted = open_tunnel(&gate, &to).await?;
    assert!(exchange(&mut admitted, SOCKET, "\r\n\r\n").await?.starts_with("GET /chat"));
    // Each admission is for one socket, and a refusal takes back those that nobody has used.
    let mut waiting = open_tunnel(&gate, &to).await?;
    waiting.write_all(SOCKET).await?;
    info.admit_socket("elsewhere.test", site.port);
    info.refuse_socket("shop.test", site.port);
    assert!(is_closed(&mut waiting).await?);
    assert!(is_closed(&mut admitted).await?);
    info.admit_socket("shop.test", site.port);
    info.refuse_socket("shop.test", site.port);
    let mut refused = open_tunnel(&gate, &to).await?;
    assert_eq!(exchange(&mut refused, SOCKET, "x").await?, "");
    site.connections();
    Ok(())
}

/// A script that the person allowed beforehand on the shop.
fn script_approved() -> Result<webhand_guard::Approved> {
    let origin = Origin::from_url("http://shop.test");
    let grant = Grant { origins: OriginPattern::parse("shop.test")?, permission: Permission::Code };
    let policy = Policy::of(&Task { grants: vec![grant], ..Task::for_outside_agent("test") });
    let action = Action::Eval { script: "1".to_owned(), target: None };
    match judge(action, &Facts { origin: Some(origin), ..Facts::default() }, &policy) {
        Verdict::Allow(approved) => Ok(approved),
        other @ (Verdict::Ask { .. } | Verdict::Forbid { .. }) => anyhow::bail!("{other:?}"),
    }
}
