//! Translates the predefined functions of this provider's computer use into calls of the catalogue.
//!
//! The provider gives points and lengths in thousandths of the picture.

use serde_json::{Value, json};

use crate::format::native_tools::{CatalogueCalls, ModelView, complete_url, normalize_chord, press_calls, single_call};

/// The actions of the catalogue that the functions cover.
pub(super) const COVERS: &[&str] = &["open", "back", "forward"];

/// The catalogue calls of a predefined function; nothing for any other name.
pub(super) fn catalogue_calls(name: &str, args: &Value, view: ModelView<'_>) -> Option<CatalogueCalls> {
    let [width, height] = view.frame;
    let across = |part: &str| share(&args[part], width);
    let down = |part: &str| share(&args[part], height);
    let here = || json!({"x": across("x"), "y": down("y")});
    Some(match name {
        // The browser is already open; a look at it is the result.
        "open_web_browser" => single_call("screenshot", json!({})),
        "wait_5_seconds" => single_call("wait", json!({"ms": 5_000})),
        "go_back" => single_call("back", json!({})),
        "go_forward" => single_call("forward", json!({})),
        "search" => single_call("open", json!({"url": SEARCH})),
        "navigate" => single_call("open", json!({"url": complete_url(args["url"].as_str().unwrap_or_default())})),
        "click_at" => single_call("click_at", here()),
        "hover_at" => single_call("hover_at", here()),
        "type_text_at" => typed(here(), args),
        "key_combination" => press_calls(&[normalize_chord(args["keys"].as_str().unwrap_or_default())], 1),
        "scroll_document" => single_call("scroll", json!({"direction": args["direction"]})),
        "scroll_at" => {
            let across_page = ["left", "right"].contains(&args["direction"].as_str().unwrap_or_default());
            let length = args["magnitude"].as_f64().unwrap_or(USUAL_MAGNITUDE);
            let amount = length / WHOLE * if across_page { width } else { height };
            let way = &args["direction"];
            single_call("scroll_at", json!({"x": across("x"), "y": down("y"), "direction": way, "amount": amount}))
        }
        "drag_and_drop" => {
            let to = json!([across("destination_x"), down("destination_y")]);
            single_call("drag_at", json!({"from": [across("x"), down("y")], "to": to}))
        }
        _ => return None,
    })
}

/// The points that the provider wants a person to confirm before the call.
pub(super) fn cautions(args: &Value) -> Vec<String> {
    let decision = &args["safety_decision"];
    match decision["decision"].as_str() {
        None | Some("regular" | "allow" | "allowed") => Vec::new(),
        Some(other) => vec![decision["explanation"].as_str().unwrap_or(other).to_owned()],
    }
}

/// The declaration of the tool.
pub(super) fn tool() -> Value {
    json!({"computerUse": {"environment": "ENVIRONMENT_BROWSER"}})
}

/// Clicks the field, selects its content unless it is to stay, and types the text.
fn typed(here: Value, args: &Value) -> CatalogueCalls {
    let mut steps = single_call("click_at", here);
    if args["clear_before_typing"] != false {
        steps.extend(single_call("press", json!({"key": "ControlOrMeta+a"})));
    }
    if args["text"] == "" {
        steps.extend(single_call("press", json!({"key": "Delete"})));
    }
    let mut text = json!({"text": args["text"]});
    if args["press_enter"] == true {
        text["submit"] = true.into();
    }
    steps.extend(single_call("type", text));
    steps
}

/// A number of thousandths of a length. A value that is no number stays, and is answered as wrong.
fn share(part: &Value, length: f64) -> Value {
    part.as_f64().map_or_else(|| part.clone(), |thousandths| json!(thousandths / WHOLE * length))
}

const WHOLE: f64 = 1_000.0;
const USUAL_MAGNITUDE: f64 = 800.0;
const SEARCH: &str = "https://www.google.com/";
