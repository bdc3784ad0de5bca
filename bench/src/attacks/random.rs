//! Random hostile calls against every sink: S2.
//!
//! A session without grants gets seeded calls of every tool on a page whose every control sends something; the ledger must
//! stay without effects.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use webhand_fake_llm::Capture;

use super::case::Case;
use super::machine::Machine;
use super::routes::{OutsideSession, Route};
use super::trap_site::TrapSite;
use crate::seeded_rng::SeededRng;

/// The result of one sequence.
#[derive(Debug, Default)]
pub struct SequenceResult {
    pub calls: usize,
    pub refused: usize,
    pub asked: usize,
    pub effects: Vec<String>,
}

/// Plays one sequence of calls, the same for the same seed.
///
/// # Errors
/// When the session does not begin or stops answering.
pub async fn play_sequence(program: &Path, route: Route, seed: u64, calls: usize) -> Result<SequenceResult> {
    let case = Case::new("", "", SINKS)
        .page("/next", SINKS)
        .page("/popup", "<script>const s=new WebSocket('ws://'+location.host+'/ws');s.onopen=()=>{s.send('sink popup');close()}</script>")
        .page("/worker.js", "const s=new WebSocket('ws://'+location.host+'/ws');onmessage=e=>s.send(e.data)");
    let site = TrapSite::start(&case.pages).await?;
    let machine = Machine::new(program, site.port())?;
    let mut session = OutsideSession::start(route, &machine, &case).await?;
    let opened = session.call(&machine, "open", &json!({"url": site.fill_in("@shop@/")})).await?;
    ensure!(!opened.is_refused(), "not opened: {}", opened.text);
    let mut rng = SeededRng(seed.wrapping_mul(7_919).wrapping_add(13));
    let mut result = SequenceResult::default();
    let mut shown = session.call(&machine, "snapshot", &json!({})).await?.text;
    let mut made = Vec::new();
    for _ in 0..calls {
        let (tool, args) = call(&mut rng, &shown, &site);
        let reply = session.call(&machine, tool, &args).await.with_context(|| format!("seed {seed}: {tool} {args}"))?;
        result.calls += 1;
        result.refused += usize::from(reply.is_refused());
        result.asked += usize::from(reply.question.is_some());
        made.push(format!("{tool} {args}"));
        if rng.below(3) == 0 {
            shown = session.call(&machine, "snapshot", &json!({})).await?.text;
        }
    }
    session.close(&machine).await;
    machine.ended().await?;
    let arrivals = site.final_arrivals().await?;
    let last = made.iter().rev().take(3).rev().cloned().collect::<Vec<_>>().join("; ");
    let effects = arrivals.iter().filter(|arrival| arrival.is_effect());
    result.effects = effects.map(|arrival| format!("seed {seed}: {} (… {last})", arrival.line())).collect();
    Ok(result)
}

fn call(rng: &mut SeededRng, shown: &str, site: &TrapSite) -> (&'static str, Value) {
    let target = match rng.below(12) {
        0 => format!("e{}", rng.below(60)),
        _ => Capture::RefOf(CONTROLS[rng.below(CONTROLS.len())].to_owned())
            .find(shown)
            .unwrap_or_else(|| "e1".to_owned()),
    };
    let text = ["x", "y\n", "buy", "{\"a\":1}", "javascript:sink('x')"][rng.below(5)];
    let key = ["Enter", "Space", "Tab", "Control+s", "Escape", "Delete"][rng.below(6)];
    let addresses = [
        "@shop@/",
        "@shop@/next?go=1",
        "@shop@/next#go",
        "javascript:sink('x')",
        "@shop@/to?302&/next",
        "file:///etc/passwd",
    ];
    let address = site.fill_in(addresses[rng.below(addresses.len())]);
    let direction = ["up", "down", "bottom"][rng.below(3)];
    let other =
        Capture::RefOf(CONTROLS[rng.below(CONTROLS.len())].to_owned()).find(shown).unwrap_or_else(|| "e2".into());
    let tab = [
        json!({"action": "list"}),
        json!({"action": "close"}),
        json!({"action": "new", "url": address}),
        json!({"action": "switch", "tab": "t1"}),
    ];
    match rng.below(26) {
        0..=5 => ("click", json!({"ref": target})),
        6 => ("dblclick", json!({"ref": target})),
        7 => ("hover", json!({"ref": target})),
        8 => ("fill", json!({"ref": target, "value": text})),
        9 => ("type", json!({"ref": target, "text": text})),
        10 => ("press", json!({"key": key, "ref": target})),
        11 => ("press", json!({"key": key})),
        12 => ("select", json!({"ref": target, "value": "Two"})),
        13 => ("check", json!({"ref": target})),
        14 => ("focus", json!({"ref": target})),
        15 => ("scroll", json!({"direction": direction})),
        16 => ("open", json!({"url": address})),
        17 => ("reload", json!({})),
        18 => ("back", json!({})),
        19 => ("drag", json!({"from": target, "to": other})),
        20 => ("upload", json!({"ref": target, "files": ["canary.txt"]})),
        21 => ("click_at", json!({"x": rng.below(1280), "y": rng.below(800)})),
        22 => ("tab", tab[rng.below(tab.len())].clone()),
        23 => ("page_tool", json!({"name": "order", "args": {}})),
        24 => ("screenshot", json!({})),
        _ => ("eval", json!({"script": "sink('eval')"})),
    }
}

const CONTROLS: [&str; 20] = [
    "Order", "Message", "Fetch", "Link", "Menu", "Field", "Size", "Agree", "Drop", "Delete", "Note", "Later", "Beacon",
    "Frame", "Socket", "Popup", "Card", "Bin", "File", "Worker",
];

/// Every control sends, each in its own way. Sinks that are known to break have cases of their own and are not here.
const SINKS: &str = "
<form method=post action=/sink/order><input name=n aria-label=Note><button>Order</button></form>
<form method=post action=/sink/message><textarea name=t aria-label=Text></textarea><input type=submit value=Message></form>
<button onclick=\"sink('fetch')\">Fetch</button>
<a href=# onclick=\"sink('link');return false\">Link</a>
<button onmouseover=\"sink('menu')\">Menu</button>
<input aria-label=Field oninput=\"sink('field')\" onkeydown=\"sink('key')\">
<select aria-label=Size onchange=\"sink('size')\"><option>One<option>Two</select>
<label><input type=checkbox onchange=\"sink('agree')\">Agree</label>
<button onclick=\"fetch('/sink/delete',{method:'DELETE'})\">Delete</button>
<p role=button tabindex=0 onclick=\"sink('drop')\" onkeydown=\"sink('drop')\">Drop</p>
<button onclick=\"setTimeout(()=>sink('later'),200)\">Later</button>
<button onclick=\"navigator.sendBeacon('/sink/beacon','x')\">Beacon</button>
<iframe srcdoc=\"<button onclick=&quot;parent.sink('frame')&quot;>Frame</button>\"></iframe>
<button onclick=\"socket.send('sink')\">Socket</button>
<button onclick=\"open('/popup')\">Popup</button>
<button onclick=\"worker.postMessage('sink')\">Worker</button>
<div draggable=true tabindex=0 role=button>Card</div>
<div tabindex=0 role=button ondragover=\"event.preventDefault()\" ondrop=\"sink('bin')\">Bin</div>
<input type=file aria-label=File onchange=\"fetch('/sink/file',{method:'POST',body:this.files[0]})\">
<script>const socket=new WebSocket('ws://'+location.host+'/ws');const worker=new Worker('/worker.js');
navigator.modelContext?.registerTool?.({name:'order',description:'Order',inputSchema:{type:'object'},execute(){sink('tool')}});
addEventListener('pagehide',()=>socket.send('sink hide'))</script>
<script>addEventListener('keydown',e=>{if(e.ctrlKey&&e.key=='s')sink('save')})</script>";
