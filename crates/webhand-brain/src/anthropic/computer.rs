//! The actions of this provider's computer tool, as actions of the catalogue.

use serde_json::{Value, json};

use crate::format::native::{Steps, chord, click_at, closer, half_click, held, hold_key, milliseconds, presses, step};

/// What an action of the tool comes to.
pub(super) fn steps(input: &Value) -> Steps {
    let action = input["action"].as_str().unwrap_or_default();
    let at = || [&input["coordinate"][0], &input["coordinate"][1]];
    let text = || input["text"].as_str().unwrap_or_default();
    let keys = || held(text().split('+'));
    match action {
        "left_click" => click_at(at(), "left", 1, keys()),
        "right_click" => click_at(at(), "right", 1, keys()),
        "middle_click" => click_at(at(), "middle", 1, keys()),
        "double_click" => click_at(at(), "left", 2, keys()),
        "triple_click" => click_at(at(), "left", 3, keys()),
        "mouse_move" => step("hover_at", json!({"x": at()[0], "y": at()[1]})),
        "left_click_drag" => step("drag_at", json!({"from": input["start_coordinate"], "to": input["coordinate"]})),
        "scroll" => scroll(at(), input),
        "type" => step("type", json!({"text": input["text"]})),
        "key" => key(input),
        "left_mouse_down" => half_click("down", at()),
        "left_mouse_up" => half_click("up", at()),
        "hold_key" => hold_key(text(), &input["duration"]),
        "zoom" => closer(&input["region"]),
        "wait" => wait(&input["duration"]),
        "screenshot" => step("screenshot", json!({})),
        other => step(other, json!({})),
    }
}

/// So many notches of the wheel at a place.
pub(super) fn scroll(at: [&Value; 2], input: &Value) -> Steps {
    let amount = input["scroll_amount"].as_f64().unwrap_or(USUAL_NOTCHES) * NOTCH;
    step("scroll_at", json!({"x": at[0], "y": at[1], "direction": input["scroll_direction"], "amount": amount}))
}

/// Chords with spaces between, so many times.
pub(super) fn key(input: &Value) -> Steps {
    let chords: Vec<String> = input["text"].as_str().unwrap_or_default().split_whitespace().map(chord).collect();
    presses(&chords, input["repeat"].as_u64().unwrap_or(1))
}

pub(super) fn wait(seconds: &Value) -> Steps {
    step("wait", json!({"ms": milliseconds(seconds)}))
}

/// Pixels that a page scrolls by one notch.
const NOTCH: f64 = 100.0;
const USUAL_NOTCHES: f64 = 3.0;
