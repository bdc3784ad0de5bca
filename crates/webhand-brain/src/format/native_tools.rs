//! Translates calls of a provider's own tools for computers and browsers into calls of the catalogue.
//!
//! Invariants: a call of such a tool becomes at least one call of the catalogue, and their number depends on nothing but the
//! call, so that the history finds the results that belong to it; an action that the catalogue does not have keeps its own
//! name, and is answered as unknown.

use std::ops::Range;

use serde_json::{Map, Value, json};
use webhand_model::{BrainAnswer, Caution, OutcomeStatus, PictureSource, Prompt, Snapshot, ToolCall, ToolResult, Turn};
use webhand_port::Picture;

use super::turn_text::render_result;
use crate::spec::HandsSetting;

/// The catalogue calls of one native call: names and arguments, in order.
pub(crate) type CatalogueCalls = Vec<(String, Value)>;

/// The picture and page that the model saw when it made its calls.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ModelView<'a> {
    /// Width and height of the picture.
    pub frame: [f64; 2],
    pub page: Option<&'a Snapshot>,
}

impl<'a> ModelView<'a> {
    pub fn new(prompt: &'a Prompt, picture: Option<&Picture>) -> Self {
        let page = &prompt.observation.snapshot;
        let sent = picture.and_then(Picture::size).map(|size| size.map(f64::from));
        let frame = sent.unwrap_or([page.viewport.width, page.viewport.height]);
        Self { frame, page: Some(page) }
    }

    /// The size in whole pixels, at least one.
    pub fn size(&self) -> [u32; 2] {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        self.frame.map(|length| (length.round() as u32).max(1))
    }
}

/// A single call of the catalogue.
pub(crate) fn single_call(name: &str, arguments: Value) -> CatalogueCalls {
    vec![(name.to_owned(), arguments)]
}

/// The answer with calls of the provider's tools replaced. Its native form is kept under the name `form`, because only a
/// model with that tool may get it back. `steps` translates a call, and returns nothing for a call of the catalogue;
/// `cautions` returns the points that the provider wants confirmed before the call.
pub(crate) fn translate_native_calls(
    mut answer: BrainAnswer,
    opaque_format: &str,
    steps: impl Fn(&ToolCall) -> Option<CatalogueCalls>,
    cautions: impl Fn(&ToolCall) -> Vec<String>,
) -> BrainAnswer {
    if let Some(opaque) = &mut answer.opaque {
        opaque["format"] = opaque_format.into();
    }
    let mut calls = Vec::new();
    let mut found_cautions = Vec::new();
    for call in answer.calls {
        let place = calls.len();
        found_cautions.extend(cautions(&call).into_iter().map(|why| Caution { call: place, why }));
        match steps(&call) {
            None => calls.push(call),
            Some(steps) => calls.extend(steps.into_iter().enumerate().map(|(at, (name, arguments))| {
                let id = if at == 0 { call.id.clone() } else { format!("{}.{at}", call.id) };
                ToolCall { id, name, arguments }
            })),
        }
    }
    BrainAnswer { calls, cautions: found_cautions, ..answer }
}

/// The calls of a turn that belong to each native call, given the number of calls for each.
pub(crate) fn call_spans(lengths: impl IntoIterator<Item = usize>) -> Vec<Range<usize>> {
    let mut next = 0;
    let span = |length| {
        let begin = next;
        next += length;
        begin..next
    };
    lengths.into_iter().map(span).collect()
}

/// The results of the calls in a span, in words.
pub(crate) fn render_span(turn: &Turn, span: &Range<usize>) -> String {
    // Calls after a failure were skipped, which is said once.
    let first_bad = span.clone().find(|at| !is_done(turn.results.get(*at))).map_or(span.end, |at| at + 1);
    let words: Vec<String> = (span.start..first_bad).map(|at| render_result(turn, at)).collect();
    words.join("; ")
}

pub(crate) fn all_done(turn: &Turn, span: &Range<usize>) -> bool {
    span.clone().all(|at| is_done(turn.results.get(at)))
}

/// Whether the person confirmed the points that the provider wanted confirmed.
pub(crate) fn is_confirmed(turn: &Turn, span: &Range<usize>) -> bool {
    turn.results.get(span.clone()).unwrap_or_default().iter().any(|result| result.confirmed)
}

fn is_done(result: Option<&ToolResult>) -> bool {
    result.is_some_and(|result| result.status == OutcomeStatus::Done)
}

/// The native call of the newest answer that the picture of this request belongs to. The provider's own tools expect a
/// picture of the page as their result.
pub(crate) fn call_with_picture(prompt: &Prompt, hands: HandsSetting, spans: &[Range<usize>]) -> Option<usize> {
    match prompt.picture()? {
        (PictureSource::Call(call), _) => spans.iter().position(|span| span.contains(&call)),
        (PictureSource::Look, _) if hands == HandsSetting::Own => None,
        (PictureSource::Look, _) => spans.len().checked_sub(1),
    }
}

/// A key chord in the notation of the catalogue: some tools write `Page_Down` and `KP_Enter`.
pub(crate) fn normalize_chord(written: &str) -> String {
    let key = |name: &str| match name.trim() {
        "KP_Enter" => "NumpadEnter".to_owned(),
        one if one.chars().count() == 1 => one.to_owned(),
        name => name.replace('_', ""),
    };
    if written.trim() == "+" {
        return "+".to_owned();
    }
    written.split('+').map(key).collect::<Vec<_>>().join("+")
}

/// Calls that press the chords one after the other, `times` times.
pub(crate) fn press_calls(chords: &[String], times: u64) -> CatalogueCalls {
    let times = usize::try_from(times).unwrap_or(MOST_PRESSES).clamp(1, MOST_PRESSES);
    let all = chords.iter().cycle().take(chords.len() * times).take(MOST_PRESSES);
    let steps: CatalogueCalls = all.map(|chord| ("press".to_owned(), json!({"key": chord}))).collect();
    if steps.is_empty() { single_call("press", json!({})) } else { steps }
}

/// The modifier keys of a click, written as `ctrl+shift`; nothing when there are none.
pub(crate) fn modifier_list<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Value> {
    let word = |name: &str| match name.trim().to_ascii_lowercase().as_str() {
        "ctrl" | "control" => "control".to_owned(),
        "cmd" | "command" | "meta" | "super" | "win" => "meta".to_owned(),
        "alt" | "option" => "alt".to_owned(),
        other => other.to_owned(),
    };
    let names: Vec<String> = names.into_iter().filter(|name| !name.trim().is_empty()).map(word).collect();
    (!names.is_empty()).then(|| names.into())
}

/// A click at a point, with button, count and modifiers.
pub(crate) fn click_at(at: [&Value; 2], button: &str, count: u32, held: Option<Value>) -> CatalogueCalls {
    let mut arguments = Map::from_iter([("x".to_owned(), at[0].clone()), ("y".to_owned(), at[1].clone())]);
    add_press(&mut arguments, button, count, held);
    single_call("click_at", Value::Object(arguments))
}

/// Adds button, count and modifiers to the arguments, unless they are the default.
pub(crate) fn add_press(arguments: &mut Map<String, Value>, button: &str, count: u32, held: Option<Value>) {
    if button != "left" {
        arguments.insert("button".to_owned(), button.into());
    }
    if count != 1 {
        arguments.insert("count".to_owned(), count.into());
    }
    arguments.extend(held.map(|held| ("modifiers".to_owned(), held)));
}

/// A press or release of the mouse button at a point, or at the position of the mouse when there is none.
pub(crate) fn mouse_button_call(half: &str, at: [&Value; 2]) -> CatalogueCalls {
    let mut arguments = json!({"action": half});
    for (axis, value) in ["x", "y"].into_iter().zip(at).filter(|(_, value)| !value.is_null()) {
        arguments[axis] = value.clone();
    }
    single_call("mouse", arguments)
}

/// A key held down for a number of seconds.
pub(crate) fn hold_key(written: &str, seconds: &Value) -> CatalogueCalls {
    single_call("press", json!({"key": normalize_chord(written), "hold": wait_ms(seconds)}))
}

/// A part of the last picture, enlarged.
pub(crate) fn zoom_call(region: &Value) -> CatalogueCalls {
    single_call("screenshot", json!({"region": region}))
}

/// Seconds as a model wrote them, in milliseconds and within the longest wait.
pub(crate) fn wait_ms(seconds: &Value) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let ms = (seconds.as_f64().unwrap_or(1.0).clamp(0.0, LONGEST_WAIT) * 1_000.0) as u64;
    ms
}

/// An address as a model writes it, which may lack its scheme.
pub(crate) fn complete_url(written: &str) -> Value {
    let has_scheme = written.contains("://") || written.starts_with("about:");
    if has_scheme { written.into() } else { format!("https://{written}").into() }
}

/// The most key presses of one native call.
const MOST_PRESSES: usize = 20;
/// Seconds.
const LONGEST_WAIT: f64 = 30.0;
