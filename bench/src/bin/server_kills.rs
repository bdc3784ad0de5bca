//! `webhand serve` killed at random moments under load: runs that order in the demo shop go on after each kill. Counts events that
//! were shown before a kill and are gone after it, orders that arrived twice, and how long the server takes until it answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{sleep, timeout};
use webhand_bench::seeded_rng::SeededRng;
use webhand_bench::{ProgramOption, median, print, usage};

/// The work that a killed server loses or does twice.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    measured: ProgramOption,
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Runs that are under way at the same time.
    #[arg(long, default_value_t = 4)]
    runs: usize,
    /// The latest moment of a kill after a start, in milliseconds.
    #[arg(long, default_value_t = 6_000)]
    within_ms: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let options = Options::parse();
    let (load_before, mut rng) = (usage::load(), SeededRng(options.seed));
    let stage = Stage::new(options.measured.program()?)?;
    let mut site = Site::start(&stage).await?;
    let mut server = Server::start(&stage).await?;
    let mut ready_ms = Vec::new();
    let mut shown: BTreeMap<String, u64> = BTreeMap::new();
    let (mut ordered, mut lost, mut parked) = (0, 0, 0);
    for _ in 0..options.kills {
        while under_way(&server, &shown).await? < options.runs {
            let id = server.order(&site.url, ordered).await?;
            ordered += 1;
            shown.insert(id, 0);
        }
        let until = Instant::now() + Duration::from_millis(u64::try_from(rng.below(options.within_ms))?);
        while Instant::now() < until {
            for (id, last) in &mut shown {
                *last = (*last).max(server.last_event(id).await.unwrap_or_default());
            }
            sleep(BETWEEN_READS).await;
        }
        server.kill().await?;
        let began = Instant::now();
        server = Server::start(&stage).await?;
        ready_ms.push(began.elapsed().as_secs_f64() * 1e3);
        for (id, last) in &shown {
            lost += usize::from(server.last_event(id).await? < *last);
            parked += usize::from(server.cancel_if_parked(id).await?);
        }
    }
    server.end().await?;
    let orders = site.orders().await?;
    let doubled = orders.values().filter(|count| **count > 1).count();
    print(&json!({
        "bench": "server_kills",
        "load": {"before": load_before, "after": usage::load()},
        "kills": options.kills,
        "runs": ordered,
        "events_lost": lost,
        "orders": orders.len(),
        "orders_doubled": doubled,
        "parked_in_doubt": parked,
        "ready_ms": {"median": median(ready_ms.clone()), "most": ready_ms.iter().copied().fold(0.0, f64::max)},
    }))?;
    ensure!(lost == 0 && doubled == 0, "something was lost or done twice");
    Ok(())
}

async fn under_way(server: &Server, shown: &BTreeMap<String, u64>) -> Result<usize> {
    let mut open = 0;
    for id in shown.keys() {
        open += usize::from(server.run(id).await?["state"] != "over");
    }
    Ok(open)
}

/// The program and its folders.
struct Stage {
    program: PathBuf,
    home: TempDir,
}

impl Stage {
    fn new(program: PathBuf) -> Result<Self> {
        Ok(Self { program, home: tempfile::tempdir()? })
    }

    fn start(&self, arguments: &[&str]) -> Result<Child> {
        let home = self.home.path();
        let mut command = Command::new(&self.program);
        command.args(arguments).env("WEBHAND_HOME", home.join("data")).env("XDG_CONFIG_HOME", home.join("config"));
        command.env("XDG_RUNTIME_DIR", home).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        Ok(command.kill_on_drop(true).spawn()?)
    }

    fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }
}

async fn first_line(process: &mut Child) -> Result<(String, Lines<BufReader<ChildStdout>>)> {
    let mut lines = BufReader::new(process.stdout.take().context("no output")?).lines();
    let line = timeout(STARTED_WITHIN, lines.next_line()).await??.context("it ended at once")?;
    Ok((line, lines))
}

/// The demo shop, which counts its orders.
struct Site {
    process: Child,
    url: String,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Site {
    async fn start(stage: &Stage) -> Result<Self> {
        let mut process = stage.start(&["site"])?;
        let (line, lines) = first_line(&mut process).await?;
        Ok(Self { process, url: line.trim().trim_end_matches('/').to_owned(), lines })
    }

    /// How often each customer's order has arrived.
    async fn orders(&mut self) -> Result<BTreeMap<String, u32>> {
        self.process.start_kill()?;
        let mut orders = BTreeMap::new();
        while let Some(line) = self.lines.next_line().await? {
            let customer =
                line.split("Customer").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
            if let Some(customer) = customer.filter(|_| line.contains("Order")) {
                *orders.entry(customer.to_owned()).or_insert(0) += 1;
            }
        }
        Ok(orders)
    }
}

struct Server {
    process: Child,
    address: String,
    key: String,
    /// Kept open, so that the server can write.
    _lines: Lines<BufReader<ChildStdout>>,
}

impl Server {
    async fn start(stage: &Stage) -> Result<Self> {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--json", "--allow", "localhost", "--runs", "8"];
        let mut process = stage.start(&arguments)?;
        let (line, lines) = first_line(&mut process).await?;
        let serving: Value = serde_json::from_str(&line)?;
        let address = serving["url"].as_str().and_then(|url| url.strip_prefix("http://")).context("no address")?;
        let key = read_key(&stage.data())?;
        let server = Self { process, address: address.to_owned(), key, _lines: lines };
        server.send("GET", "/api/v1/health", &Value::Null).await?;
        Ok(server)
    }

    async fn kill(mut self) -> Result<()> {
        self.process.kill().await?;
        Ok(())
    }

    async fn end(mut self) -> Result<()> {
        let id = self.process.id().context("it has ended")?.to_string();
        Command::new("kill").args(["-TERM", &id]).status().await?;
        timeout(STARTED_WITHIN, self.process.wait()).await??;
        Ok(())
    }

    async fn order(&self, url: &str, number: usize) -> Result<String> {
        let task = format!(
            "click \"Add Tide clock to basket\", type \"Customer{number}\" into Name, type \"Muelle 3\" into Address and \
             click \"Place order for €30.00\""
        );
        let body = json!({"task": task, "url": format!("{url}/shop"), "idempotency_key": format!("order {number}")});
        let started = self.send("POST", "/api/v1/runs", &body).await?;
        Ok(started["id"].as_str().context("no run was started")?.to_owned())
    }

    async fn run(&self, id: &str) -> Result<Value> {
        self.send("GET", &format!("/api/v1/runs/{id}"), &Value::Null).await
    }

    /// The number of the last event that the server shows.
    async fn last_event(&self, id: &str) -> Result<u64> {
        let page = self.send("GET", &format!("/api/v1/runs/{id}/events?limit=1000"), &Value::Null).await?;
        Ok(page["events"].as_array().and_then(|events| events.last()?["seq"].as_u64()).unwrap_or_default())
    }

    async fn cancel_if_parked(&self, id: &str) -> Result<bool> {
        let is_parked = self.run(id).await?["state"] == "parked";
        if is_parked {
            self.send("POST", &format!("/api/v1/runs/{id}/cancel"), &Value::Null).await?;
        }
        Ok(is_parked)
    }

    async fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            self.key,
            body.len()
        );
        let exchange = async {
            let mut stream = TcpStream::connect(&self.address).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await?;
            anyhow::Ok(answer)
        };
        let answer = timeout(STARTED_WITHIN, exchange).await??;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        ensure!(head.starts_with("HTTP/1.1 2"), "{method} {path}: {head} {body}");
        Ok(serde_json::from_str(body).unwrap_or(Value::Null))
    }
}

fn read_key(data: &Path) -> Result<String> {
    Ok(std::fs::read_to_string(data.join("owner-token"))?.trim().to_owned())
}

const STARTED_WITHIN: Duration = Duration::from_mins(1);
const BETWEEN_READS: Duration = Duration::from_millis(100);
