//! How soon an action's own answer reports its effect: the page records when the effect was there, and the delay is the
//! time from then until the answer arrived.

use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::Path;
use axum::response::Html;
use axum::routing::get;
use clap::Parser;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use webhand_bench::bench_browser::BenchBrowser;
use webhand_bench::{median, print, round_to_tenth};

/// A page, the action on it, and the text that must be in the answer.
struct Case {
    name: &'static str,
    body: &'static str,
    /// The element's name in the snapshot.
    on: &'static str,
    action: &'static str,
    arguments: fn() -> Value,
    effect: &'static str,
    most_late_ms: f64,
}

/// How soon an action's own answer tells of its effect.
#[derive(Parser)]
struct Options {
    /// How often each page is acted on.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// Only the case of this name.
    #[arg(long)]
    only: Option<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let Options { rounds, only } = Options::parse();
    let port = serve().await?;
    let mut hand = BenchBrowser::start().await?;
    let mut results = Map::new();
    for case in CASES.iter().filter(|case| only.as_deref().is_none_or(|only| only == case.name)) {
        let mut measured = Vec::new();
        for _ in 0..rounds {
            measured.push(round(&mut hand, port, case).await.with_context(|| case.name)?);
        }
        results.insert(case.name.to_owned(), summary(case, &measured));
    }
    hand.close().await;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    print(&json!({ "bench": "action", "rounds": rounds, "load": load.trim(), "cases": results }))
}

/// The figures of one round.
struct Sample {
    in_return: bool,
    late_ms: f64,
    returned_ms: f64,
}

async fn round(hand: &mut BenchBrowser, port: u16, case: &Case) -> Result<Sample> {
    hand.open(&format!("http://127.0.0.1:{port}/page/{}", case.name)).await?;
    hand.look().await?;
    let page = hand.page().context("was just looked at")?;
    let found = page.nodes.iter().find(|node| node.name == case.on).and_then(|node| node.target);
    let mut arguments = (case.arguments)();
    arguments["ref"] = json!(found.with_context(|| format!("no {:?} on the page", case.on))?.to_string());
    let began = Instant::now();
    let told = hand.call(case.action, &arguments).await?;
    let returned_ms = began.elapsed().as_secs_f64() * 1e3;
    let now_ms = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs_f64() * 1e3;
    let stamp = hand.evaluate("window.stamp ?? 0").await?.as_f64().unwrap_or_default();
    let late_ms = if stamp > 0.0 { now_ms - stamp } else { f64::NAN };
    Ok(Sample { in_return: told.contains(case.effect), late_ms, returned_ms })
}

fn summary(case: &Case, measured: &[Sample]) -> Value {
    let late: Vec<f64> = measured.iter().map(|one| one.late_ms).collect();
    let returned: Vec<f64> = measured.iter().map(|one| one.returned_ms).collect();
    let in_return = measured.iter().filter(|one| one.in_return).count();
    json!({
        "in_return": in_return, "of": measured.len(),
        "late_ms": round_to_tenth(median(late.clone())), "late_ms_p90": round_to_tenth(percentile_90(late.clone())),
        "most_late_ms": case.most_late_ms,
        "returned_ms": round_to_tenth(median(returned.clone())), "returned_ms_p90": round_to_tenth(percentile_90(returned)),
        "met": in_return == measured.len() && median(late) <= case.most_late_ms,
    })
}

fn percentile_90(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() * 9 / 10).copied().unwrap_or(f64::NAN)
}

/// `/page/NAME`, and `/answer/MS` with ten results after so many milliseconds.
async fn serve() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    let page = |Path(name): Path<String>| async move {
        let case = CASES.iter().find(|case| case.name == name);
        Html(case.map(|case| format!("<!doctype html><title>{name}</title>{SCRIPT}{}", case.body)).unwrap_or_default())
    };
    let answer = |Path(ms): Path<u64>| async move {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        let results: Vec<_> = (0..10).map(|at| format!("<li><a href=#{at}>Result {at:02}</a></li>")).collect();
        results.concat()
    };
    let router = Router::new().route("/page/{name}", get(page)).route("/answer/{ms}", get(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(port)
}

const SCRIPT: &str = "<script>
    const show = (html) => { out.innerHTML = html; window.stamp = performance.timeOrigin + performance.now() };
    const ask = (ms) => fetch('/answer/' + ms).then((answer) => answer.text());
</script>";

/// The usual case: a click on a button, and ten results that have to be reported soon after they are there.
const CLICK: Case = Case {
    name: "",
    body: "",
    on: "Go",
    action: "click",
    arguments: || json!({}),
    effect: "Result 09",
    most_late_ms: 60.0,
};

const CASES: &[Case] = &[
    Case {
        name: "instant",
        body: "<button onclick=\"show('The effect')\">Go</button><p id=out>Empty</p>",
        effect: "The effect",
        most_late_ms: 30.0,
        ..CLICK
    },
    Case {
        name: "fetch300",
        body: "<button onclick=\"out.textContent = 'Loading'; ask(300).then(show)\">Go</button><ul id=out>Empty</ul>",
        ..CLICK
    },
    Case {
        name: "fetch1200",
        body: "<button onclick=\"out.textContent = 'Loading'; ask(1200).then(show)\">Go</button><ul id=out>Empty</ul>",
        ..CLICK
    },
    Case {
        name: "chain",
        body: "<button onclick=\"ask(100).then(() => ask(150)).then(show)\">Go</button><ul id=out></ul>",
        ..CLICK
    },
    Case {
        name: "within",
        body: "<a href=# onclick=\"event.preventDefault(); history.pushState({}, '', '/page/within?list'); out.textContent = '…'; ask(150).then(show)\">Go</a><ul id=out></ul>",
        ..CLICK
    },
    Case {
        name: "debounced",
        body: "<input type=search aria-label=Search><ul id=out></ul><script>
            let timer; document.querySelector('input').oninput = () => { clearTimeout(timer); timer = setTimeout(() => ask(100).then(show), 250) }</script>",
        on: "Search",
        action: "type",
        arguments: || json!({"text": "lamp"}),
        ..CLICK
    },
    Case {
        name: "later",
        body: "<button onclick=\"setTimeout(() => show('The effect'), 80)\">Go</button><p id=out></p>",
        effect: "The effect",
        ..CLICK
    },
    Case {
        name: "timer",
        body: "<button onclick=\"out.className = 'stale'; setTimeout(() => ask(300).then(show), 40)\">Go</button><ul id=out>Empty</ul>",
        ..CLICK
    },
    Case {
        name: "mutating",
        body: "<button onclick=\"show('The effect')\">Go</button><p id=out>Empty</p><ul></ul><script>
            const list = document.querySelector('ul');
            for (let at = 0; at < 150; at += 1) list.insertAdjacentHTML('beforeend', `<li><span class=price>0</span> <button>Trade ${at}</button></li>`);
            const prices = [...document.querySelectorAll('.price')]; let count = 0;
            setInterval(() => {
                for (let at = 0; at < 15; at += 1) prices[(count * 7 + at) % prices.length].textContent = String(count++);
                list.prepend(list.lastElementChild);
            }, 30)</script>",
        effect: "The effect",
        most_late_ms: 400.0,
        ..CLICK
    },
];
