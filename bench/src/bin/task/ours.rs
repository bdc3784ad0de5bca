//! The task as a run of webhand, started as a person would.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::Value;
use tokio::time::timeout;
use webhand_bench::site::Site;
use webhand_bench::verbs::VerbRunner;

use crate::endpoint::{Endpoint, ScriptRun};
use crate::script::{Dialect, INBOX, SHOP, Step};

/// The requests to the model, which sees pictures, and the browser's time for each step.
pub struct RunRecord {
    pub playing: ScriptRun,
    /// Milliseconds in the browser between two requests.
    pub browser: Vec<f64>,
    /// The reported result of the run.
    pub outcome: Value,
}

pub async fn run(webhand: PathBuf, site: &Site, endpoint: &Endpoint) -> Result<RunRecord> {
    let shop = Step::Open(site.url("/shop?as=webhand"));
    let steps = INBOX.into_iter().chain([shop]).chain(SHOP).collect();
    let base = endpoint.play(NAME, Dialect::Webhand, steps);
    let place = VerbRunner::new(webhand)?;
    let (start, brain) = (site.url("/inbox?as=webhand"), format!("openai:{base}#m?pictures=yes"));
    let mut command = place.command();
    command.env("OPENAI_API_KEY", "none").env("WEBHAND_LOG", "off");
    command.args(["run", TASK, "--url", &start, "--brain", &brain, "--json", "--no-report", "--allow", "127.0.0.1:*"]);
    let output = timeout(ENDS_WITHIN, command.kill_on_drop(true).output()).await.context("the run does not end")??;
    let told = String::from_utf8_lossy(&output.stdout);
    let playing = endpoint.played(NAME).context("the run asked nothing")?;
    let ended = told.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok()).unwrap_or_default();
    Ok(RunRecord { playing, browser: in_browser(&told), outcome: ended["result"]["outcome"].clone() })
}

/// For each answer of the model, how long the browser then worked until the next request, by the journal.
fn in_browser(journal: &str) -> Vec<f64> {
    let mut began: HashMap<u64, f64> = HashMap::new();
    let mut steps: Vec<f64> = Vec::new();
    for event in journal.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let at = event["at"].as_f64().unwrap_or_default();
        if let Some(intent) = event.pointer("/what/intent") {
            if let Some(no) = intent["no"].as_u64().filter(|_| is_browsers(&intent["intent"])) {
                began.insert(no, at);
            }
        } else if let Some(input) = event.pointer("/what/input") {
            if input["input"].get("answered").is_some() {
                steps.push(0.0);
            }
            let took = input["to"].as_u64().and_then(|to| began.remove(&to)).map(|from| at - from);
            if let (Some(took), Some(step)) = (took, steps.last_mut()) {
                *step += took;
            }
        }
    }
    steps
}

fn is_browsers(intent: &Value) -> bool {
    ["observe", "inspect", "act", "rule"].iter().any(|kind| intent.get(kind).is_some())
}

const NAME: &str = "webhand";
const TASK: &str = "Carry out the list of twenty steps.";
const ENDS_WITHIN: Duration = Duration::from_mins(5);
