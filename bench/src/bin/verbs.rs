//! What a verb adds to its action: the whole process beside the same call on a connection that is already there.
//!
//! Both are measured in turn in the same run. Then whatever nobody should send to a session is sent to it, and many
//! sessions are begun and ended at once, to see what is left of them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use webhand_bench::site::Site;
use webhand_bench::{median, print, release_binary, tenth};

const ROUNDS: usize = 100;
const MESSAGES: usize = 10_000;
const SESSIONS: usize = 100;
const AT_ONCE: usize = 20;
/// The most a verb may add.
const MOST_MS: f64 = 15.0;

/// The site is served beside the verbs, which are waited for as any shell does.
#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Result<()> {
    let machine = Machine { program: release_binary()?, home: tempfile::tempdir()? };
    std::fs::create_dir(machine.home.path().join("run"))?;
    let small = "<!doctype html><title>Small</title><button>Press</button><p>A small page.";
    let site = Site::serve(|_| vec![("/".to_owned(), small.to_owned())]).await?;
    machine.verb(&["open", &site.url("/")])?;
    machine.verb(&["snapshot"])?;
    let mut figures = Vec::new();
    for (name, arguments, message) in [
        ("get title", &["get", "title"][..], json!({"type": "get", "params": {"what": "title"}})),
        ("snapshot", &["snapshot"], json!({"type": "snapshot"})),
        ("click", &["click", "e1"], json!({"type": "click", "params": {"ref": "e1"}})),
    ] {
        figures.push(machine.compare(name, arguments, &message)?);
    }
    let slowest = machine.confuse()?;
    machine.verb(&["close"])?;
    let (began, left) = machine.crowd()?;
    print(&json!({
        "bench": "verbs",
        "rounds": ROUNDS,
        "verbs": figures,
        "most_added_ms": MOST_MS,
        "bad_messages": {"sent": MESSAGES, "answered": MESSAGES, "slowest_ms": tenth(slowest)},
        "sessions": {"begun_and_ended": SESSIONS, "at_once": AT_ONCE, "seconds": tenth(began), "left": left},
    }))
}

struct Machine {
    program: PathBuf,
    home: tempfile::TempDir,
}

impl Machine {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .env("WEBHAND_HOME", self.home.path().join("data"))
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .env("XDG_RUNTIME_DIR", self.home.path().join("run"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// The time a verb takes, its process included.
    fn verb(&self, arguments: &[&str]) -> Result<f64> {
        let began = Instant::now();
        let status = self.command(arguments).status()?;
        ensure!(status.success(), "{arguments:?} ended with {status}");
        Ok(millis(began))
    }

    fn line(&self) -> Result<Line> {
        Line::open(&self.home.path().join("run/webhand/default.sock"))
    }

    fn compare(&self, name: &str, arguments: &[&str], message: &Value) -> Result<Value> {
        let mut line = self.line()?;
        let (mut whole, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            whole.push(self.verb(arguments)?);
            let began = Instant::now();
            let reply = line.say(message.to_string().as_bytes())?;
            ensure!(reply["success"] == true, "{name}: {reply}");
            bare.push(millis(began));
        }
        let (whole, bare) = (median(whole), median(bare));
        Ok(json!({
            "verb": name,
            "ms": tenth(whole),
            "call_alone_ms": tenth(bare),
            "added_ms": tenth(whole - bare),
            "met": whole - bare <= MOST_MS,
        }))
    }

    /// Sends what nobody should send; the longest time until an answer.
    fn confuse(&self) -> Result<f64> {
        let mut line = self.line()?;
        let mut numbers = Numbers(7);
        let mut slowest = 0.0_f64;
        for _ in 0..MESSAGES {
            let message = numbers.message();
            let began = Instant::now();
            let reply = line.say(&message)?;
            slowest = slowest.max(millis(began));
            ensure!(reply["success"] == true || reply["code"].is_string(), "{reply}");
        }
        self.verb(&["get", "title"])?;
        Ok(slowest)
    }

    /// Begins and ends sessions; the seconds that took, and the files and processes that are left.
    fn crowd(&self) -> Result<(f64, usize)> {
        let began = Instant::now();
        for group in 0..SESSIONS / AT_ONCE {
            let names: Vec<_> = (0..AT_ONCE).map(|number| format!("s{}", group * AT_ONCE + number)).collect();
            for verb in [&["tab", "list"][..], &["close"]] {
                let started: Vec<_> = names
                    .iter()
                    .map(|name| self.command(&[verb, &["--session", name]].concat()).spawn())
                    .collect::<Result<_, _>>()?;
                for mut process in started {
                    ensure!(process.wait()?.success(), "{verb:?} failed");
                }
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        let count = |path: &str| std::fs::read_dir(self.home.path().join(path)).map_or(0, Iterator::count);
        Ok((seconds, count("run/webhand") + count("data/runs") + self.browsers()?))
    }

    fn browsers(&self) -> Result<usize> {
        let mark = self.home.path().display().to_string();
        let uses = |entry: &std::fs::DirEntry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&mark)
        };
        Ok(std::fs::read_dir("/proc")?.flatten().filter(uses).count())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.command(&["close", "--all"]).status();
    }
}

/// A connection to a session.
struct Line(BufReader<UnixStream>);

impl Line {
    fn open(socket: &Path) -> Result<Self> {
        let stream = UnixStream::connect(socket)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let mut line = Self(BufReader::new(stream));
        line.hear().context("no greeting")?;
        Ok(line)
    }

    fn say(&mut self, message: &[u8]) -> Result<Value> {
        self.0.get_mut().write_all(&[message, b"\n"].concat())?;
        self.hear()
    }

    fn hear(&mut self) -> Result<Value> {
        let mut line = String::new();
        self.0.read_line(&mut line)?;
        serde_json::from_str(&line).with_context(|| format!("{line:?}"))
    }
}

/// The same numbers every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % most
    }

    /// A message with something wrong in it.
    fn message(&mut self) -> Vec<u8> {
        let good =
            br#"{"id":1,"type":"session.call","params":{"type":"get","params":{"what":"title"},"within_ms":1000}}"#;
        let mut bytes = good.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(5) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = u8::try_from(self.below(256)).unwrap_or(0),
                2 => bytes.insert(at, b"{}[]\",:0\\"[self.below(9)]),
                3 => drop(bytes.splice(at..at, b"99999999999999999999999999".iter().copied())),
                _ => drop(bytes.splice(at..at, "[".repeat(self.below(20_000)).into_bytes())),
            }
        }
        bytes.retain(|byte| !matches!(byte, b'\n' | b'\r'));
        if bytes.trim_ascii().is_empty() { b"{".to_vec() } else { bytes }
    }
}

fn millis(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}
