//! Translates calls of this provider's browser toolset into calls of the catalogue.

use serde_json::{Map, Value, json};

use super::computer::{key, scroll, wait};
use crate::format::native_tools::{
    CatalogueCalls, ModelView, add_press, complete_url, hold_key, modifier_list, mouse_button_call, single_call,
    zoom_call,
};

/// The catalogue calls of a member of the toolset; nothing for any other name.
pub(super) fn catalogue_calls(name: &str, input: &Value, view: ModelView<'_>) -> Option<CatalogueCalls> {
    let target = &input["target"];
    let own = match name {
        "navigate" => navigate(input["url"].as_str().unwrap_or_default()),
        "read_page" => single_call("snapshot", scope(&input["ref"])),
        "get_page_text" => single_call("read", json!({})),
        "find" => single_call("find", json!({"text": input["query"]})),
        "form_input" => form_input(target, &input["value"], view),
        "screenshot" => single_call("screenshot", json!({})),
        "left_click" => click(input, "left", 1),
        "right_click" => click(input, "right", 1),
        "middle_click" => click(input, "middle", 1),
        "double_click" => click(input, "left", 2),
        "triple_click" => click(input, "left", 3),
        // `hover` of the catalogue scrolls its element into view first, which is all that `scroll_to` asks for.
        "hover" | "mouse_move" | "scroll_to" => pointed("hover", "hover_at", target, Map::new()),
        "left_click_drag" => single_call("drag_at", json!({"from": place(&input["from"]), "to": place(target)})),
        "scroll" => scroll([&target["x"], &target["y"]], input),
        "type" => single_call("type", json!({"text": input["text"]})),
        "key" => key(input),
        "left_mouse_down" => mouse_button_call("down", [&target["x"], &target["y"]]),
        "left_mouse_up" => mouse_button_call("up", [&target["x"], &target["y"]]),
        "hold_key" => hold_key(input["text"].as_str().unwrap_or_default(), &input["duration"]),
        "zoom" => zoom_call(&input["region"]),
        "wait" => wait(&input["duration"]),
        switched_off if OFF.contains(&switched_off) => single_call(switched_off, json!({})),
        _ => return None,
    };
    Some(match input["tab_id"].as_str() {
        None => own,
        Some(tab) => single_call("tab", json!({"action": "switch", "tab": tab})).into_iter().chain(own).collect(),
    })
}

/// The declaration of the toolset, without the members that webhand replaces by its own actions.
pub(super) fn toolset() -> Value {
    let off: Map<String, Value> = OFF.iter().map(|name| ((*name).to_owned(), json!({"enabled": false}))).collect();
    json!({"type": "browser_toolset_20260801", "configs": off})
}

fn navigate(url: &str) -> CatalogueCalls {
    match url {
        "back" | "forward" | "reload" => single_call(url, json!({})),
        url => single_call("open", json!({"url": complete_url(url)})),
    }
}

fn scope(target: &Value) -> Value {
    match target.as_str() {
        None => json!({}),
        Some(target) => json!({"scope": bare(target)}),
    }
}

fn form_input(target: &Value, value: &Value, view: ModelView<'_>) -> CatalogueCalls {
    let target = bare(target["ref"].as_str().unwrap_or_default());
    let node = view.page.and_then(|page| page.nodes.iter().find(|node| is_called(node.target, target)));
    match value {
        Value::Bool(true) => single_call("check", json!({"ref": target})),
        Value::Bool(false) => single_call("uncheck", json!({"ref": target})),
        Value::String(_) | Value::Number(_) | Value::Null | Value::Array(_) | Value::Object(_) => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let is_list = node.is_some_and(|node| ["combobox", "listbox"].contains(&node.role.as_str()));
            single_call(if is_list { "select" } else { "fill" }, json!({"ref": target, "value": text}))
        }
    }
}

fn is_called(target: Option<webhand_model::Ref>, written: &str) -> bool {
    target.is_some_and(|target| target.to_string() == written)
}

fn click(input: &Value, button: &str, count: u32) -> CatalogueCalls {
    let mut arguments = Map::new();
    // Modifiers come as a chord or as a list. They must not be dropped: a click without a held key is another action.
    let list = input["modifiers"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let chord = input["modifiers"].as_str().into_iter().flat_map(|keys| keys.split('+'));
    let keys = modifier_list(chord.chain(list));
    add_press(&mut arguments, button, count, keys);
    pointed("click", "click_at", &input["target"], arguments)
}

/// The action on a ref, or the action at a point.
fn pointed(by_ref: &str, by_place: &str, target: &Value, mut arguments: Map<String, Value>) -> CatalogueCalls {
    if let Some(target) = target["ref"].as_str() {
        arguments.insert("ref".to_owned(), bare(target).into());
        return single_call(by_ref, Value::Object(arguments));
    }
    arguments.extend(["x", "y"].map(|axis| (axis.to_owned(), target[axis].clone())));
    single_call(by_place, Value::Object(arguments))
}

fn place(target: &Value) -> Value {
    json!([target["x"], target["y"]])
}

/// The ref without the prefix `ref_` of the toolset's own refs, which models also put before webhand's.
fn bare(target: &str) -> &str {
    target.strip_prefix("ref_").unwrap_or(target)
}

/// The members that webhand replaces by its own actions.
const OFF: [&str; 4] = ["list_tabs", "new_tab", "switch_tab", "close_tab"];
/// The actions of the catalogue that the toolset covers.
pub(super) const COVERS: &[&str] = &["open", "back", "forward", "reload", "read", "find", "select"];
