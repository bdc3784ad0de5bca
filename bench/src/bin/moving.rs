//! Targets that move at the last moment: how many events reach another element than the target.
//!
//! Five kinds of page move a harmless button away and put another, or a cover, in its place: when the mouse moves, when it
//! is pressed or enters the button, on every frame, with an overlay or a foreign frame, and while the page is scrolled. A
//! press on a wrong node must never happen; on a quiet page every click must arrive.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::print;
use webhand_model::OutcomeStatus;

const KINDS: [&str; 5] = ["move", "press", "frame", "cover", "scroll"];
const RUNS: usize = 200;
const QUIET_RUNS: usize = 1_000;

/// What happens to presses on targets that move.
#[derive(Parser)]
struct Options {
    /// Only one run in so many.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=200))]
    one_in: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let port = serve().await?;
    let share = Options::parse().one_in as usize;
    let mut hand = BenchBrowser::start().await?;
    let mut kinds = serde_json::Map::new();
    let mut wrong = 0;
    for kind in KINDS {
        let tally = play(&mut hand, port, kind, RUNS / share).await?;
        wrong += tally.presses;
        kinds.insert(kind.to_owned(), tally.to_json());
    }
    let quiet = play(&mut hand, port, "quiet", QUIET_RUNS / share).await?;
    hand.close().await;
    print(&json!({
        "bench": "moving",
        "kinds": kinds,
        "quiet": quiet.to_json(),
        "met": {
            "no_press_on_a_wrong_node": wrong + quiet.presses == 0,
            "every_quiet_click_delivered": quiet.right == quiet.runs,
        },
    }))
}

#[derive(Default)]
struct Tally {
    runs: usize,
    right: usize,
    presses: usize,
    moves: usize,
    ends: BTreeMap<String, usize>,
}

impl Tally {
    fn to_json(&self) -> Value {
        json!({
            "runs": self.runs,
            "clicks_on_the_right_node": self.right,
            "presses_on_a_wrong_node": self.presses,
            "moves_over_a_wrong_node": self.moves,
            "ends": self.ends,
        })
    }
}

async fn play(hand: &mut BenchBrowser, port: u16, kind: &str, runs: usize) -> Result<Tally> {
    hand.open(&format!("http://127.0.0.1:{port}/?kind={kind}")).await?;
    let mut tally = Tally { runs, ..Tally::default() };
    for _ in 0..runs {
        hand.evaluate("reset()").await?;
        hand.look().await?;
        let page = hand.page().context("was just looked at")?;
        let good = page.nodes.iter().find(|node| node.name == "Show details").and_then(|node| node.target);
        let good = good.context("the button is on the page")?;
        let end = hand.act("click", &json!({"ref": good.to_string()})).await?.outcome.status;
        let seen = hand.evaluate("outcome()").await?;
        let count = |what: &str| seen[what].as_array().map_or(0, Vec::len);
        tally.right += usize::from(seen["right"] == 1);
        tally.presses += count("presses");
        tally.moves += count("moves");
        let end = match end {
            OutcomeStatus::Done => "done".to_owned(),
            OutcomeStatus::Refused => "refused".to_owned(),
            OutcomeStatus::InDoubt => "in_doubt".to_owned(),
            OutcomeStatus::Failed(code) => serde_json::to_value(code)?.as_str().unwrap_or_default().to_owned(),
        };
        *tally.ends.entry(end).or_default() += 1;
    }
    Ok(tally)
}

/// The page and, from another origin, the frame in it.
async fn serve() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, port));
        }
    });
    Ok(port)
}

async fn answer(mut stream: TcpStream, port: u16) -> Result<()> {
    let mut head = [0; 4_096];
    let length = stream.read(&mut head).await?;
    let is_frame = String::from_utf8_lossy(&head[..length]).starts_with("GET /frame");
    let page = if is_frame { include_str!("../moving/frame.html") } else { include_str!("../moving/page.html") };
    let page = page.replace("\"/frame\"", &format!("\"http://localhost:{port}/frame\""));
    let length = page.len();
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(page.as_bytes()).await?;
    Ok(())
}
