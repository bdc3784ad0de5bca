//! What MCP adds to an action: a call of `webhand mcp` beside the same call by hands in this process, in turn in one run.
//!
//! The hands judge the call as a session does, but write no journal and cross no pipe; both are in what is added. With a
//! program as its argument that one is measured, otherwise the release build.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};
use webhand_bench::hand::Hand;
use webhand_bench::mcp::Agent;
use webhand_bench::site::Site;
use webhand_bench::tokens::Tokens;
use webhand_bench::{median, print, release_binary, tenth};

const ROUNDS: usize = 100;
/// The most a call may add.
const MOST_MS: f64 = 15.0;

/// The site and the hands are served beside the agent, which waits as any client does.
#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<()> {
    let program = match std::env::args_os().nth(1) {
        Some(program) => PathBuf::from(program),
        None => release_binary()?,
    };
    let small = "<!doctype html><title>Small</title><button>Press</button><p>A small page.";
    let site = Site::serve(|_| vec![("/".to_owned(), small.to_owned())]).await?;
    let mut agent = Agent::start(&program, &[])?;
    let mut hand = Hand::start().await?;
    agent.call("open", &json!({"url": site.url("/")}))?;
    hand.open(&site.url("/")).await?;
    hand.look().await?;
    let mut figures = Vec::new();
    for (name, arguments) in [
        ("get", json!({"what": "title"})),
        ("snapshot", json!({})),
        ("click", json!({"ref": "e1"})),
        ("screenshot", json!({})),
    ] {
        figures.push(compare(&mut agent, &mut hand, name, &arguments).await?);
    }
    let tools = agent.ask("tools/list", &json!({}))?;
    hand.close().await;
    print(&json!({
        "bench": "mcp",
        "rounds": ROUNDS,
        "calls": figures,
        "most_added_ms": MOST_MS,
        "definitions": {"tools": tools["tools"].as_array().map(Vec::len), "tokens": Tokens::load()?.count(&tools.to_string())},
    }))
}

async fn compare(agent: &mut Agent, hand: &mut Hand, name: &str, arguments: &Value) -> Result<Value> {
    let (mut over_mcp, mut by_hand) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let began = Instant::now();
        agent.call(name, arguments)?;
        over_mcp.push(millis(began));
        let began = Instant::now();
        hand.call(name, arguments).await?;
        by_hand.push(millis(began));
    }
    let (over_mcp, by_hand) = (median(over_mcp), median(by_hand));
    Ok(json!({
        "call": name,
        "mcp_ms": tenth(over_mcp),
        "hands_ms": tenth(by_hand),
        "added_ms": tenth(over_mcp - by_hand),
    }))
}

fn millis(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}
