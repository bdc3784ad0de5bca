//! `webhand serve` with a real browser: an agent over its WebSocket, a person beside it, and every way it can end.

use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Child;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

use crate::support::{DEADLINE, Machine, Site, signal};
use crate::terminal::approve_at_terminal;

/// A server on a port of its own.
pub struct Server {
    process: Child,
    address: String,
    token_file: PathBuf,
}

impl Server {
    pub fn start(machine: &Machine, terms: &[&str]) -> Self {
        Self::start_at(machine, "127.0.0.1:0", terms)
    }

    pub fn start_at(machine: &Machine, listen: &str, terms: &[&str]) -> Self {
        let arguments = [&["serve", "--listen", listen, "--json"], terms].concat();
        let mut process = machine.command(&arguments).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let serving = &serde_json::from_str::<Value>(&line).unwrap()["serving"];
        let address = serving["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        Self { process, address, token_file: serving["token_file"].as_str().unwrap().into() }
    }

    fn token(&self) -> String {
        std::fs::read_to_string(&self.token_file).unwrap().trim().to_owned()
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Asks it to end and waits for that.
    pub fn stop(mut self, how: &str) -> Option<i32> {
        signal(&self.process, how);
        self.process.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An agent of the server.
struct Agent {
    socket: WebSocket<TcpStream>,
    asked: u32,
}

impl Agent {
    fn enter(server: &Server) -> Self {
        let mut request = format!("ws://{}/ws/agent", server.address).into_client_request().unwrap();
        let protocols = format!("webhand, bearer.{}", server.token());
        request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        let (socket, _) = client(request, stream).unwrap();
        Self { socket, asked: 0 }
    }

    fn ask(&mut self, kind: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = format!("{kind} {}", self.asked);
        let message = json!({"id": id, "type": kind, "params": params});
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                let reply: Value = serde_json::from_str(&text).unwrap();
                assert_eq!(reply["id"], id.as_str());
                return reply;
            }
        }
    }

    fn done(&mut self, kind: &str, params: &Value) -> Value {
        let reply = self.ask(kind, params);
        assert_eq!(reply["success"], true, "{reply}");
        reply
    }

    /// The ref of the element with this name.
    fn find(&mut self, name: &str) -> String {
        let page = self.done("snapshot", &json!({"budget": 0}));
        let text = page["data"]["text"].as_str().unwrap();
        let line = text.lines().find(|line| line.contains(&format!("\"{name}\"")));
        let line = line.unwrap_or_else(|| panic!("no {name} in {text}"));
        line.split("[ref=").nth(1).and_then(|rest| rest.split(']').next()).unwrap().to_owned()
    }

    fn goodbye(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.socket.read().unwrap() {
                return frame.unwrap().code.into();
            }
        }
    }
}

#[test]
fn an_agent_orders_what_a_person_allows_and_the_server_leaves_nothing_behind() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &[]));
    let mut agent = Agent::enter(&server);
    agent.done("open", &json!({"url": site.at("/shop")}));
    let add = agent.find("Add Tide clock to basket");
    agent.done("click", &json!({"ref": add}));
    for (field, value) in [("Name", "Ana Torres"), ("Address", "Muelle 3")] {
        let field = agent.find(field);
        agent.done("fill", &json!({"ref": field, "value": value}));
    }
    let picture = agent.done("screenshot", &json!({}));
    assert_eq!(picture["data"]["picture"]["mime"], "image/jpeg");
    let order = agent.find("Place order for €30.00");
    let asked = agent.ask("click", &json!({"ref": order}));
    assert_eq!((&asked["success"], &asked["code"]), (&json!(false), &json!("needs_approval")), "{asked}");
    let (code, shown) = approve_at_terminal(&machine, asked["approval"]["id"].as_str().unwrap());
    assert_eq!(code, Some(0), "{shown}");
    let placed = agent.done("click", &json!({"ref": order}));
    assert!(placed["data"]["text"].as_str().unwrap().contains("/shop/orders/"), "{placed}");
    signal(&server.process, "TERM");
    assert_eq!(agent.goodbye(), 1001);
    assert_eq!(server.stop("TERM"), Some(0));
    machine.assert_no_browser_is_left();
    assert_eq!(site.marks("Order"), 1);
}

#[test]
fn refs_of_before_a_cut_are_good_after_it() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &["--allow", "localhost"]));
    let mut agent = Agent::enter(&server);
    let first = agent.done("open", &json!({"url": site.at("/shop")}));
    let add = agent.find("Add Tide clock to basket");
    drop(agent);
    let mut agent = Agent::enter(&server);
    let welcome = agent.done("resume", &json!({"key": first["data"]["session"]["resume"]}));
    assert_eq!(welcome["data"]["session"]["name"], first["data"]["session"]["name"]);
    agent.done("click", &json!({"ref": add}));
    assert_eq!(agent.done("tab", &json!({"action": "list"}))["success"], true);
    agent.done("close", &json!({}));
    assert_eq!(agent.goodbye(), 1000);
    assert_eq!(server.stop("INT"), Some(0));
    machine.assert_no_browser_is_left();
}

#[test]
fn two_agents_work_at_the_same_time_in_pages_of_their_own() {
    let machine = Machine::new();
    let (site, server) = (Site::start(&machine), Server::start(&machine, &["--allow", "localhost"]));
    let (mut one, mut other) = (Agent::enter(&server), Agent::enter(&server));
    one.done("open", &json!({"url": site.at("/shop")}));
    other.done("open", &json!({"url": site.at("/mail")}));
    let url = |agent: &mut Agent| agent.done("get", &json!({"what": "url"}))["data"]["text"].to_string();
    assert!(url(&mut one).contains("/shop"));
    assert!(url(&mut other).contains("/mail"));
    drop(server);
    machine.assert_no_browser_is_left();
}

#[test]
fn the_token_is_in_its_file_and_nowhere_else() {
    let machine = Machine::new();
    let server = Server::start(&machine, &[]);
    let token = server.token();
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&server.token_file), mode(server.token_file.parent().unwrap())), (0o600, 0o700));
    for about in ["cmdline", "environ"] {
        let text = std::fs::read(format!("/proc/{}/{about}", server.process.id())).unwrap();
        assert!(!String::from_utf8_lossy(&text).contains(&token));
    }
    assert_eq!(server.stop("TERM"), Some(0));
    let second = Server::start(&machine, &[]);
    assert_eq!(second.token(), token, "it is kept");
}

#[test]
fn it_starts_only_where_nobody_else_can_reach_it() {
    let machine = Machine::new();
    let open = machine.run(&["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(open.code, Some(2), "{}", open.err);
    assert!(open.err.contains("127.0.0.1"), "{}", open.err);
    let server = Server::start(&machine, &[]);
    let taken = Machine::new().run(&["serve", "--listen", &server.address]);
    assert_eq!(taken.code, Some(1), "{}", taken.err);
    assert!(taken.err.contains("is taken"), "{}", taken.err);
}

#[test]
fn a_second_server_on_the_same_data_folder_is_refused() {
    let machine = Machine::new();
    let mut first = Server::start(&machine, &[]);
    let second = machine.run(&["serve", "--listen", "127.0.0.1:0", "--json"]);
    assert_eq!(second.code, Some(1), "{second:?}");
    let told = format!("process {}, http://{}", first.process.id(), first.address);
    assert!(second.out.contains(&told) && second.out.contains("--data-dir"), "{told}: {second:?}");
    first.process.kill().unwrap();
    first.process.wait().unwrap();
    assert_eq!(Server::start(&machine, &[]).stop("TERM"), Some(0), "a killed server locks nobody out");
}
