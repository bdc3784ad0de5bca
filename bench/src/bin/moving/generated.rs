//! Plays generated kinds of moving targets and counts which item each action reached.
//!
//! The page generates the kinds (`bench/src/moving/generated/kinds.js`): a trigger, a change, an action and a place. Every
//! action is meant for the item Alpha. Alpha's and Beta's events are in a ledger of the page, requests in one of the
//! server; what webhand reports is counted beside them but decides nothing.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::seeded_rng::SeededRng;
use webhand_model::{OutcomeStatus, RenderOptions};

use crate::site::Site;

/// Which generated kinds are played.
pub(crate) struct Selection {
    /// At most this many, drawn with a fixed seed.
    pub(crate) most: usize,
    pub(crate) seed: u64,
    /// Only kinds whose name contains all of these.
    pub(crate) only: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Totals {
    generated: usize,
    tried: usize,
    pub(crate) wrong: usize,
    delivered: usize,
    refused: usize,
    lost: usize,
    /// Actions after which the mouse was over Beta, as the browser reports by itself when Beta comes to lie under it.
    over_beta: usize,
    by_change: BTreeMap<String, Counts>,
    by_trigger: BTreeMap<String, Counts>,
    by_action: BTreeMap<String, Counts>,
    ends: BTreeMap<String, usize>,
    wrong_kinds: Vec<Value>,
}

#[derive(Default, Clone, Copy)]
struct Counts {
    tried: usize,
    delivered: usize,
    refused: usize,
    wrong: usize,
}

/// How one kind ended at the far end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Delivered,
    Refused,
    Wrong,
    /// Reported as done, but nothing arrived.
    Lost,
}

pub(crate) async fn play_all(hand: &mut BenchBrowser, site: &Site, selection: &Selection) -> Result<Totals> {
    hand.open(&site.url("/generated")).await?;
    let kinds = hand.evaluate("kinds()").await?;
    let kinds: Vec<Value> = kinds.as_array().context("a list of kinds")?.clone();
    let fits = |kind: &&Value| selection.only.iter().all(|part| name_of(kind).split(' ').any(|word| word == part));
    let generated = kinds.len();
    let kinds: Vec<&Value> = kinds.iter().filter(fits).collect();
    let order = SeededRng(selection.seed).shuffled_order(kinds.len());
    let mut totals = Totals { generated, ..Totals::default() };
    for at in order.into_iter().take(selection.most) {
        let kind = kinds[at];
        let played = play(hand, site, kind).await.with_context(|| name_of(kind));
        match played {
            Ok((end, report)) => totals.add(kind, end, report),
            Err(error) => bail!("{error:#}"),
        }
    }
    Ok(totals)
}

async fn play(hand: &mut BenchBrowser, site: &Site, kind: &Value) -> Result<(End, Value)> {
    let word = |key: &str| kind[key].as_str().unwrap_or_default();
    let name = hand.evaluate(&format!("reset({kind})")).await?;
    let action = word("action");
    if action.starts_with("focused") {
        hand.evaluate("current.focusAlpha()").await?;
    }
    let alpha = look_for(hand, name.as_str().unwrap_or_default()).await?;
    site.take_effects();
    let (call, arguments) = match action {
        "click_at" => {
            let point = hand.evaluate("point()").await?;
            ("click_at", json!({"x": point["x"], "y": point["y"]}))
        }
        "drag" => ("drag", json!({"from": alpha, "to": named(hand, "Basket").context("a basket")?})),
        "fill" => ("fill", json!({"ref": alpha, "value": "hello"})),
        "type" => ("type", json!({"ref": alpha, "text": "hello"})),
        "focused_type" => ("type", json!({"text": "hello"})),
        "submit" => ("type", json!({"ref": alpha, "text": "hello", "submit": true})),
        "enter" => ("press", json!({"ref": alpha, "key": "Enter"})),
        "focused_enter" => ("press", json!({"key": "Enter"})),
        "select" => ("select", json!({"ref": alpha, "value": "Alpha"})),
        other => (other, json!({"ref": alpha})),
    };
    hand.evaluate("current.go()").await?;
    let judged = (kind["trigger"]["name"] == "judged").then_some("current.afterVerdict()");
    let done = hand.act_after(call, &arguments, judged).await?.outcome;
    // A request that the action started reaches the server before this one.
    hand.evaluate("fetch('/flush').then(() => null)").await?;
    let seen = hand.evaluate("outcome()").await?;
    let effects = site.take_effects();
    Ok(judge(kind, done.status, &done.text, &seen, &effects))
}

/// Looks until the control is shown: on a busy machine a new frame may be late.
async fn look_for(hand: &mut BenchBrowser, name: &str) -> Result<String> {
    for _ in 0..MOST_LOOKS {
        hand.look_with(RenderOptions { budget: RenderOptions::NO_LIMIT, ..RenderOptions::default() }).await?;
        if let Some(found) = named(hand, name) {
            return Ok(found);
        }
    }
    bail!("no control {name:?} on the page")
}

fn named(hand: &BenchBrowser, name: &str) -> Option<String> {
    let node = hand.page()?.nodes.iter().find(|node| node.name == name && node.target.is_some())?;
    node.target.map(|target| target.to_string())
}

fn judge(kind: &Value, status: OutcomeStatus, text: &str, seen: &Value, effects: &[String]) -> (End, Value) {
    let is_wrong_request = |line: &&String| line.contains("beta") || line.starts_with("POST");
    let wrong_requests: Vec<&String> = effects.iter().filter(is_wrong_request).collect();
    let list = |key: &str| seen[key].as_array().map_or(0, Vec::len);
    let end = if list("wrong") > 0 || !wrong_requests.is_empty() {
        End::Wrong
    } else if status == OutcomeStatus::Done && kind["action"] != "hover" && list("right") == 0 {
        End::Lost
    } else if status == OutcomeStatus::Done {
        End::Delivered
    } else {
        End::Refused
    };
    let status = match status {
        OutcomeStatus::Failed(code) => serde_json::to_value(code).unwrap_or_default(),
        OutcomeStatus::Done => json!("done"),
        OutcomeStatus::Refused => json!("refused"),
        OutcomeStatus::InDoubt => json!("in_doubt"),
    };
    (end, json!({"kind": name_of(kind), "seen": seen, "requests": effects, "status": status, "text": text}))
}

fn name_of(kind: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let trigger = &kind["trigger"];
    let later = if trigger["isLater"] == true { "microtask" } else { "at-once" };
    [
        word(&kind["action"]),
        word(&kind["control"]),
        word(&kind["change"]),
        word(&trigger["name"]),
        word(&trigger["phase"]),
        later.to_owned(),
        word(&kind["place"]),
    ]
    .join(" ")
}

impl Totals {
    fn add(&mut self, kind: &Value, end: End, report: Value) {
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let keys = [
            (&mut self.by_change, word(&kind["change"])),
            (&mut self.by_trigger, word(&kind["trigger"]["name"])),
            (&mut self.by_action, word(&kind["action"])),
        ];
        for (table, key) in keys {
            let counts = table.entry(key).or_default();
            counts.tried += 1;
            counts.delivered += usize::from(end == End::Delivered);
            counts.refused += usize::from(end == End::Refused);
            counts.wrong += usize::from(end == End::Wrong);
        }
        self.tried += 1;
        self.delivered += usize::from(end == End::Delivered);
        self.refused += usize::from(end == End::Refused);
        self.wrong += usize::from(end == End::Wrong);
        self.over_beta += usize::from(report["seen"]["hovered"].as_u64() > Some(0));
        self.lost += usize::from(end == End::Lost);
        *self.ends.entry(word(&report["status"])).or_default() += 1;
        if matches!(end, End::Wrong | End::Lost) && self.wrong_kinds.len() < MOST_WRONG_KINDS {
            self.wrong_kinds.push(report);
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        let table = |counts: &BTreeMap<String, Counts>| -> Value {
            counts.iter().map(|(key, counts)| (key.clone(), counts.to_json())).collect::<serde_json::Map<_, _>>().into()
        };
        json!({
            "generated": self.generated,
            "tried": self.tried,
            "delivered": self.delivered,
            "refused": self.refused,
            "wrong": self.wrong,
            "reported_but_not_delivered": self.lost,
            "moves_over_a_wrong_item": self.over_beta,
            "by_change": table(&self.by_change),
            "by_trigger": table(&self.by_trigger),
            "by_action": table(&self.by_action),
            "ends": self.ends,
            "wrong_kinds": self.wrong_kinds,
        })
    }
}

impl Counts {
    fn to_json(self) -> Value {
        let Self { tried, delivered, refused, wrong } = self;
        json!({"tried": tried, "delivered": delivered, "refused": refused, "wrong": wrong})
    }
}

const MOST_WRONG_KINDS: usize = 400;
const MOST_LOOKS: usize = 50;
