//! The list of models that a provider offers.

use serde_json::Value;
use webhand_model::clean;

/// One model of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedModel {
    pub model: String,
    /// The most tokens it reads at once, where the list says so.
    pub context: Option<u64>,
}

/// Parses a list in the shape of Gemini or of all other providers; nothing if the body is no list of models.
pub(crate) fn parse_model_list(body: &Value) -> Option<Vec<ListedModel>> {
    let list = body.get("data").or_else(|| body.get("models"))?.as_array()?;
    let mut offered: Vec<ListedModel> = list.iter().filter_map(parse_model).take(MOST_OFFERED).collect();
    offered.sort_by(|one, other| one.model.cmp(&other.model));
    offered.dedup_by(|one, other| one.model == other.model);
    Some(offered)
}

fn parse_model(model: &Value) -> Option<ListedModel> {
    let name = model.get("id").or_else(|| model.get("name"))?.as_str()?.trim_start_matches("models/");
    // A name that cannot be written in `--brain` is of no use.
    let writable = !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains([',', '?', '#', ' ']);
    if !writable || clean(name) != name || !generates_text(model, name) {
        return None;
    }
    let context = CONTEXT_FIELDS.iter().find_map(|field| model.get(*field)?.as_u64());
    Some(ListedModel { model: name.to_owned(), context })
}

/// Whether the model generates text. Few lists say so; otherwise the name decides.
fn generates_text(model: &Value, name: &str) -> bool {
    match model.get("supportedGenerationMethods").and_then(Value::as_array) {
        Some(methods) => methods.iter().any(|method| method == "generateContent"),
        None => !OTHER_KINDS.iter().any(|kind| name.contains(kind)),
    }
}

/// The names of the field for a model's context length.
const CONTEXT_FIELDS: [&str; 5] =
    ["context_length", "context_window", "max_input_tokens", "max_model_len", "inputTokenLimit"];
/// Parts of the names of models that embed, draw, listen or speak.
const OTHER_KINDS: [&str; 11] =
    ["embed", "whisper", "tts", "dall-e", "image", "audio", "realtime", "moderation", "transcribe", "sora", "davinci"];
const MOST_OFFERED: usize = 2_000;
const LONGEST_NAME: usize = 200;
