//! Translates actions of this provider's computer tool into calls of the catalogue.

use serde_json::{Map, Value, json};

use crate::format::native_tools::{
    CatalogueCalls, ModelView, click_at, modifier_list, normalize_chord, press_calls, single_call,
};

/// The name of a call of the tool, beside the names of the catalogue.
pub(super) const NAME: &str = "computer";

/// The declaration of the tool for a model of that name.
pub(super) fn tool(model: &str, view: ModelView<'_>) -> Value {
    if !is_preview(model) {
        return json!({"type": "computer"});
    }
    let [width, height] = view.size();
    json!({"type": "computer_use_preview", "display_width": width, "display_height": height, "environment": "browser"})
}

/// Whether the model is one of the first computer models, which use an older form of the tool.
pub(super) fn is_preview(model: &str) -> bool {
    model.starts_with("computer-use-preview")
}

/// The catalogue calls of a call of the tool: newer models write several actions in it, older ones a single one.
pub(super) fn catalogue_calls(call: &Value) -> CatalogueCalls {
    let several = call["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let single = call.get("action").filter(|action| action.is_object());
    let steps: CatalogueCalls = several.iter().chain(single.filter(|_| several.is_empty())).flat_map(action).collect();
    if steps.is_empty() { single_call("screenshot", json!({})) } else { steps }
}

/// The points that the provider wants a person to confirm before the call.
pub(super) fn cautions(call: &Value) -> Vec<String> {
    let checks = call["pending_safety_checks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let why = |check: &Value| {
        let said = [&check["message"], &check["code"], &check["id"]].into_iter().find_map(Value::as_str);
        said.unwrap_or("it gave no reason").to_owned()
    };
    checks.iter().map(why).collect()
}

/// The fields of a call's item that describe its actions.
pub(super) fn arguments(item: &Map<String, Value>) -> Value {
    let parts = ["action", "actions", "pending_safety_checks"];
    let parts = parts.iter().filter_map(|part| Some(((*part).to_owned(), item.get(*part)?.clone())));
    Value::Object(parts.filter(|(_, value)| !value.is_null()).collect())
}

fn action(action: &Value) -> CatalogueCalls {
    let at = || [&action["x"], &action["y"]];
    let keys = || modifier_list(words(&action["keys"]));
    match action["type"].as_str().unwrap_or_default() {
        "click" => match action["button"].as_str().unwrap_or("left") {
            "wheel" => click_at(at(), "middle", 1, keys()),
            way @ ("back" | "forward") => single_call(way, json!({})),
            button => click_at(at(), button, 1, keys()),
        },
        "double_click" => click_at(at(), "left", 2, keys()),
        "drag" => drag(&action["path"]),
        "keypress" => keypress(&words(&action["keys"]).collect::<Vec<_>>()),
        "move" => single_call("hover_at", json!({"x": action["x"], "y": action["y"]})),
        "scroll" => scroll(action),
        "type" => single_call("type", json!({"text": action["text"]})),
        "wait" => single_call("wait", json!({"ms": A_MOMENT})),
        "screenshot" => single_call("screenshot", json!({})),
        other => single_call(other, json!({})),
    }
}

/// A drag along the points of a path.
fn drag(path: &Value) -> CatalogueCalls {
    let place = |at: &Value| json!([at["x"], at["y"]]);
    let path = path.as_array().map(Vec::as_slice).unwrap_or_default();
    match path {
        [from, to] => single_call("drag_at", json!({"from": place(from), "to": place(to)})),
        [from, via @ .., to] => {
            // A long path is reduced to the most points allowed.
            let every = via.len().div_ceil(MOST_POINTS);
            let via: Vec<Value> = via.iter().step_by(every.max(1)).map(place).collect();
            single_call("drag_at", json!({"from": place(from), "via": via, "to": place(to)}))
        }
        [] | [_] => single_call("drag_at", json!({})),
    }
}

/// Keys that are held make one chord with the key after them; others are pressed one by one.
fn keypress(keys: &[&str]) -> CatalogueCalls {
    let is_held = |key: &&str| {
        let name = key.to_ascii_lowercase();
        ["ctrl", "control", "alt", "option", "shift", "cmd", "command", "meta", "super", "win"].contains(&name.as_str())
    };
    let held = keys.iter().take_while(|key| is_held(key)).count();
    let chords: Vec<String> = match held {
        0 => keys.iter().map(|key| normalize_chord(key)).collect(),
        _ => vec![normalize_chord(&keys.join("+"))],
    };
    press_calls(&chords, 1)
}

/// One scroll call for each axis that moves.
fn scroll(action: &Value) -> CatalogueCalls {
    let axes = [("scroll_x", ["left", "right"]), ("scroll_y", ["up", "down"])];
    let moved = |(axis, [back, on]): (&str, [&str; 2])| {
        let way = action[axis].as_f64().filter(|way| *way != 0.0)?;
        let direction = if way < 0.0 { back } else { on };
        let there = json!({"x": action["x"], "y": action["y"], "direction": direction, "amount": way.abs()});
        Some(("scroll_at".to_owned(), there))
    };
    let steps: CatalogueCalls = axes.into_iter().filter_map(moved).collect();
    if steps.is_empty() { single_call("screenshot", json!({})) } else { steps }
}

fn words(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The most points in a list of the catalogue.
const MOST_POINTS: usize = 100;
/// Milliseconds.
const A_MOMENT: u32 = 1_000;
