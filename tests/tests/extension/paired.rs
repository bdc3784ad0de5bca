//! A machine and a browser that are paired, and programs that stand between them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::{self, Message};

use super::browser::WITHIN;
use super::support::Machine;
use super::view::View;

/// A port that nobody listens on.
pub fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A running `webhand serve`.
pub struct ServeProcess {
    process: Child,
    pub origin: String,
    _out: BufReader<ChildStdout>,
}

/// A running `webhand extension pair`.
pub struct PairProcess {
    pub process: Child,
    pub address: String,
    pub code: String,
    pub out: BufReader<ChildStdout>,
}

impl Machine {
    pub fn serve(&self, arguments: &[&str]) -> Result<ServeProcess> {
        let mut process = self.command(&[&["serve", "--json"], arguments].concat()).stderr(Stdio::null()).spawn()?;
        let (first, out) = first_line(&mut process)?;
        let origin = first["url"].as_str().context("no address")?.to_owned();
        Ok(ServeProcess { process, origin, _out: out })
    }

    pub fn begin_pairing(&self, arguments: &[&str]) -> Result<PairProcess> {
        let mut process =
            self.command(&[&["extension", "pair", "--json"], arguments].concat()).stderr(Stdio::null()).spawn()?;
        let (first, out) = first_line(&mut process)?;
        let text = |name: &str| anyhow::Ok(first["pairing"][name].as_str().context("no pairing")?.to_owned());
        let (address, code) = (text("address")?, text("code")?);
        Ok(PairProcess { process, address, code, out })
    }
}

impl Drop for ServeProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for PairProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn first_line(process: &mut Child) -> Result<(Value, BufReader<ChildStdout>)> {
    let mut out = BufReader::new(process.stdout.take().context("no output")?);
    let mut line = String::new();
    out.read_line(&mut line)?;
    Ok((serde_json::from_str(&line).with_context(|| format!("{line:?}"))?, out))
}

/// The result of a pairing.
pub struct PairedMachine {
    pub device: String,
    pub code: String,
}

impl PairedMachine {
    /// Pairs as a person does: a code of the program is entered in the extension.
    pub async fn pair(machine: &Machine, view: &View, arguments: &[&str], address: Option<&str>) -> Result<Self> {
        let mut pairing = machine.begin_pairing(arguments)?;
        let address = address.unwrap_or(&pairing.address);
        let order = json!({"address": address, "connect": true, "code": pairing.code});
        view.ask("PUT", "/ext/server", &order).await?;
        let mut line = String::new();
        pairing.out.read_line(&mut line)?;
        let result: Value = serde_json::from_str(&line).with_context(|| format!("{line:?}"))?;
        ensure!(pairing.process.wait()?.success(), "{result}");
        let device = result["result"]["device"].as_str().context("no device")?.to_owned();
        Ok(Self { device, code: pairing.code.clone() })
    }
}

/// Waits until the extension is connected.
pub async fn connected(view: &View) -> Result<Value> {
    link_state(view, "connected").await
}

/// Waits until the connection is in this state.
pub async fn link_state(view: &View, wanted: &str) -> Result<Value> {
    let waiting = async {
        loop {
            let link = view.ask("GET", "/ext/server", &Value::Null).await?;
            if link["state"] == wanted {
                return anyhow::Ok(link);
            }
        }
    };
    tokio::time::timeout(WITHIN, waiting).await.with_context(|| format!("never {wanted}"))?
}

/// Answers in the place of a server, without knowing any key.
pub struct Impostor {
    answers: Arc<AtomicUsize>,
}

impl Impostor {
    pub fn start(listen: &str) -> Result<Self> {
        let listener = std::net::TcpListener::bind(listen)?;
        let answers = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&answers);
        // It ends with the process of the test.
        std::thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                answer_boldly(stream, &counted);
            }
        });
        Ok(Self { answers })
    }

    /// How much was said to it after the first message of a connection.
    pub fn answers(&self) -> usize {
        self.answers.load(Ordering::SeqCst)
    }
}

/// Sends orders at once, as if everything was proven.
fn answer_boldly(stream: std::net::TcpStream, answers: &AtomicUsize) {
    let Ok(mut socket) = tungstenite::accept(stream) else { return };
    let _hello = socket.read();
    let digits = "0".repeat(64);
    let frame = json!({"id": 1, "method": "quiet", "params": {"kind": "open"}}).to_string();
    for message in [
        json!({"challenge": {"nonce": digits, "proof": digits}}),
        json!({"welcome": {"device": "d", "server": "s", "resumed": false, "received": 0}}),
        json!({"no": 1, "ack": 0, "message": {"open": {"run": "r", "level": "quiet", "name": "x"}}}),
        json!({"no": 2, "ack": 0, "message": {"frame": {"run": "r", "frame": frame}}}),
    ] {
        let _ = socket.send(Message::text(message.to_string()));
    }
    while let Ok(message) = socket.read() {
        answers.fetch_add(usize::from(message.is_text()), Ordering::SeqCst);
    }
}

/// Passes bytes on to a server of another address of this machine, and cuts connections in the middle.
pub struct Cutter {
    state: Arc<CutState>,
    task: JoinHandle<()>,
}

struct CutState {
    is_cutting: AtomicBool,
    left: AtomicUsize,
}

impl Cutter {
    pub async fn start(port: u16, cuts: usize) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let state = Arc::new(CutState { is_cutting: AtomicBool::new(false), left: AtomicUsize::new(cuts) });
        let shared = Arc::clone(&state);
        let task = tokio::spawn(async move {
            let mut connections = 0;
            while let Ok((stream, _)) = listener.accept().await {
                connections += 1;
                tokio::spawn(pass_on(stream, port, Arc::clone(&shared), connections));
            }
        });
        Ok(Self { state, task })
    }

    pub fn begin(&self) {
        self.state.is_cutting.store(true, Ordering::SeqCst);
    }

    /// How many cuts are to come.
    pub fn left(&self) -> usize {
        self.state.left.load(Ordering::SeqCst)
    }
}

impl Drop for Cutter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Every connection is cut after another number of pieces, in either direction, some of them while a message is half sent.
async fn pass_on(mut near: TcpStream, port: u16, state: Arc<CutState>, connection: usize) {
    let Ok(mut far) = TcpStream::connect(("127.0.0.2", port)).await else { return };
    let (mut from_near, mut from_far) = (vec![0; 64 << 10], vec![0; 64 << 10]);
    let mut pieces = 0;
    loop {
        let (length, is_near) = tokio::select! {
            read = near.read(&mut from_near) => (read.unwrap_or(0), true),
            read = far.read(&mut from_far) => (read.unwrap_or(0), false),
        };
        if length == 0 {
            return;
        }
        pieces += usize::from(state.is_cutting.load(Ordering::SeqCst));
        let is_last = pieces > 8 + connection * 7 % 23
            && state.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        let sent = if is_last { length / 2 } else { length };
        let written =
            if is_near { far.write_all(&from_near[..sent]).await } else { near.write_all(&from_far[..sent]).await };
        if is_last || written.is_err() {
            return;
        }
    }
}
