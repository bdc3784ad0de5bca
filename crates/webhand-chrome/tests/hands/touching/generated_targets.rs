//! A sample of the generated kinds of moving targets; `bench moving` plays many more.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_model::{Decision, Snapshot};
use webhand_port::Browser as _;

use crate::support::{Stage, approve, empty};

/// Two items with equal controls, triggers, changes, and their combinations.
fn page() -> String {
    let scripts = [
        include_str!("../../../../../bench/src/moving/generated/scene.js"),
        include_str!("../../../../../bench/src/moving/generated/triggers.js"),
        include_str!("../../../../../bench/src/moving/generated/changes.js"),
        include_str!("../../../../../bench/src/moving/generated/kinds.js"),
    ];
    format!("<!doctype html><body style='height: 6000px'><script>{}</script>", scripts.join("\n"))
}

/// Action, control, change and trigger. Every action is meant for the item Alpha.
const KINDS: [[&str; 4]; 32] = [
    ["click", "button", "recycle", "before"],
    ["click", "button", "recycle", "judged"],
    ["click", "button", "recycle", "mouseover"],
    ["click", "button", "recycle", "pointerdown"],
    ["click", "button", "recycle_data", "mousedown"],
    ["click", "button", "recycle_numbers", "mouseup"],
    ["click", "button", "swap_controls", "pointerover"],
    ["click", "button", "dataset", "pointermove"],
    ["click", "button", "reparent", "mousedown"],
    ["click", "button", "contents_of_beta", "pointerdown"],
    ["click", "button", "relabel", "focus"],
    ["click", "button", "slot", "mousedown"],
    ["click", "button", "swap_positions", "frame"],
    ["click", "button", "overlay", "scroll"],
    ["click", "submit", "form_attribute", "pointerdown"],
    ["click", "submit", "form_attribute", "before"],
    ["click", "submit", "form_action", "mousedown"],
    ["click", "submit", "form_ids", "focusin"],
    ["click", "submit", "hidden_value", "judged"],
    ["click", "submit", "hidden_taken", "pointerup"],
    ["click", "submit", "form_action_button", "mutation"],
    ["click", "submit", "base", "mousemove"],
    ["click", "link", "href", "mousedown"],
    ["check", "label", "label_for", "pointerdown"],
    ["check", "box", "recycle", "mousemove"],
    ["dblclick", "item", "recycle", "mouseup"],
    ["fill", "field", "recycle", "focus"],
    ["type", "field", "focus_moved", "keydown"],
    ["enter", "field", "form_attribute", "keydown"],
    ["enter", "field", "default_button", "judged"],
    ["select", "list", "recycle", "judged"],
    ["drag", "item", "recycle", "mousedown"],
];

#[tokio::test]
async fn a_changed_target_gets_nothing() -> Result<()> {
    let stage = empty().await?;
    stage.site.page_as_it_is("/", page());
    stage.open("/").await?;
    for place in ["light", "shadow"] {
        for kind in KINDS {
            let seen = play(&stage, kind, place).await.with_context(|| format!("{kind:?} {place}"))?;
            assert_eq!(seen["wrong"], json!([]), "{kind:?} {place}: {seen}");
            let wrong = stage.site.effects().into_iter().filter(|line| line.contains("beta")).collect::<Vec<_>>();
            assert!(wrong.is_empty(), "{kind:?} {place}: {wrong:?}");
        }
    }
    Ok(())
}

/// The same actions on a page where nothing changes all arrive.
#[tokio::test]
async fn an_unchanged_target_gets_everything() -> Result<()> {
    let stage = empty().await?;
    stage.site.page_as_it_is("/", page());
    stage.open("/").await?;
    for [action, control, ..] in KINDS {
        let seen = play(&stage, [action, control, "none", "before"], "light").await?;
        assert_ne!(seen["right"], json!([]), "{action} {control}: {seen}");
        assert_eq!(seen["wrong"], json!([]), "{action} {control}: {seen}");
    }
    Ok(())
}

async fn play(stage: &Stage, [action, control, change, trigger]: [&str; 4], place: &str) -> Result<Value> {
    let trigger = json!({"name": trigger, "phase": "capture", "isLater": false});
    let kind = json!({"action": action, "control": control, "change": change, "trigger": trigger, "place": place});
    let name = stage.in_page(&format!("reset({kind})")).await?;
    let look = stage.look().await?;
    let alpha = named(&look, name.as_str().unwrap_or_default())?;
    let (call, arguments) = match action {
        "drag" => ("drag", json!({"from": alpha, "to": named(&look, "Basket")?})),
        "fill" => ("fill", json!({"ref": alpha, "value": "hello"})),
        "type" => ("type", json!({"ref": alpha, "text": "hello"})),
        "enter" => ("press", json!({"ref": alpha, "key": "Enter"})),
        "select" => ("select", json!({"ref": alpha, "value": "Alpha"})),
        other => (other, json!({"ref": alpha})),
    };
    let Decision::Act(call) = Decision::parse(call, &arguments, &look)? else { anyhow::bail!("{call} is done") };
    stage.in_page("current.go()").await?;
    if let Ok(facts) = stage.chrome.inspect(&call).await {
        stage.in_page("scene.judged?.()").await?;
        stage.chrome.act(approve("localhost", call, &facts)?).await;
    }
    // A request that the action started reaches the site before this one.
    stage.in_page("fetch('/status/204').then(() => null)").await?;
    stage.in_page("outcome()").await
}

fn named(look: &Snapshot, name: &str) -> Result<String> {
    let found = look.nodes.iter().find(|node| node.name == name).and_then(|node| node.target);
    Ok(found.with_context(|| format!("no {name:?}"))?.to_string())
}
