//! Translates actions of this provider's computer tool into calls of the catalogue.

use serde_json::{Value, json};

use crate::format::native_tools::{
    CatalogueCalls, click_at, hold_key, modifier_list, mouse_button_call, normalize_chord, press_calls, single_call,
    wait_ms, zoom_call,
};

/// The catalogue calls of an action of the tool.
pub(super) fn catalogue_calls(input: &Value) -> CatalogueCalls {
    let action = input["action"].as_str().unwrap_or_default();
    let at = || [&input["coordinate"][0], &input["coordinate"][1]];
    let text = || input["text"].as_str().unwrap_or_default();
    let keys = || modifier_list(text().split('+'));
    match action {
        "left_click" => click_at(at(), "left", 1, keys()),
        "right_click" => click_at(at(), "right", 1, keys()),
        "middle_click" => click_at(at(), "middle", 1, keys()),
        "double_click" => click_at(at(), "left", 2, keys()),
        "triple_click" => click_at(at(), "left", 3, keys()),
        "mouse_move" => single_call("hover_at", json!({"x": at()[0], "y": at()[1]})),
        "left_click_drag" => {
            single_call("drag_at", json!({"from": input["start_coordinate"], "to": input["coordinate"]}))
        }
        "scroll" => scroll(at(), input),
        "type" => single_call("type", json!({"text": input["text"]})),
        "key" => key(input),
        "left_mouse_down" => mouse_button_call("down", at()),
        "left_mouse_up" => mouse_button_call("up", at()),
        "hold_key" => hold_key(text(), &input["duration"]),
        "zoom" => zoom_call(&input["region"]),
        "wait" => wait(&input["duration"]),
        "screenshot" => single_call("screenshot", json!({})),
        other => single_call(other, json!({})),
    }
}

/// A number of wheel notches at a point.
pub(super) fn scroll(at: [&Value; 2], input: &Value) -> CatalogueCalls {
    let amount = input["scroll_amount"].as_f64().unwrap_or(USUAL_NOTCHES) * NOTCH;
    single_call("scroll_at", json!({"x": at[0], "y": at[1], "direction": input["scroll_direction"], "amount": amount}))
}

/// Chords separated by spaces, pressed a number of times.
pub(super) fn key(input: &Value) -> CatalogueCalls {
    let chords: Vec<String> =
        input["text"].as_str().unwrap_or_default().split_whitespace().map(normalize_chord).collect();
    press_calls(&chords, input["repeat"].as_u64().unwrap_or(1))
}

pub(super) fn wait(seconds: &Value) -> CatalogueCalls {
    single_call("wait", json!({"ms": wait_ms(seconds)}))
}

/// Pixels that a page scrolls by one notch.
const NOTCH: f64 = 100.0;
const USUAL_NOTCHES: f64 = 3.0;
