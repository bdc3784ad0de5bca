//! Assembles an answer from a response: blocks of text, thinking and calls, kept unchanged for replay.

use serde_json::{Map, Value};
use webhand_model::{BrainAnswer, Usage};
use webhand_port::BrainError;

use crate::format::{
    AnswerOrigin, EndMarker, ExpectedAnswer, ProviderFailure, RawToolCall, ResponseAssembler, build_answer,
    length_limit_reached, malformed, sanitize_name, shorten, truncated_answer,
};

/// The parts of the response that have arrived.
#[derive(Debug)]
pub(super) struct AnthropicAssembler {
    source: AnswerOrigin,
    expected: ExpectedAnswer,
    blocks: Vec<ContentBlock>,
    text: String,
    stop: Option<String>,
    /// The provider's explanation of a refusal.
    refused: Option<String>,
    usage: TokenCounts,
    over: bool,
}

#[derive(Debug)]
struct ContentBlock {
    index: u64,
    fields: Map<String, Value>,
    /// The arguments of a call, concatenated from their pieces.
    input: String,
    closed: bool,
}

/// The provider's token counts, in which cached tokens are no part of the input.
#[derive(Debug, Default)]
struct TokenCounts {
    input: u64,
    written: u64,
    read: u64,
    output: u64,
}

impl AnthropicAssembler {
    pub fn new(source: AnswerOrigin, expected: ExpectedAnswer) -> Self {
        Self {
            source,
            expected,
            blocks: Vec::new(),
            text: String::new(),
            stop: None,
            refused: None,
            usage: TokenCounts::default(),
            over: false,
        }
    }

    /// Applies a message that came whole.
    pub fn push_message(&mut self, message: &Value) -> Result<(), ProviderFailure> {
        self.usage.add(&message["usage"]);
        self.note_stop(message);
        let Some(content) = message["content"].as_array() else {
            return Err(truncated_answer());
        };
        for (index, block) in (0..).zip(content) {
            self.open(index, block)?;
            self.close(index);
        }
        Ok(())
    }

    fn note_stop(&mut self, message: &Value) {
        if let Some(stop) = message["stop_reason"].as_str() {
            self.stop = Some(stop.to_owned());
        }
        let explained = message.pointer("/stop_details/explanation").and_then(Value::as_str);
        self.refused = explained.map(shorten).or_else(|| self.refused.take());
    }

    fn open(&mut self, index: u64, block: &Value) -> Result<(), ProviderFailure> {
        if self.blocks.len() == MOST_BLOCKS {
            return Err(malformed(&format!("it has more than {MOST_BLOCKS} parts")));
        }
        let fields = block.as_object().cloned().unwrap_or_default();
        self.text.push_str(text_of(&fields));
        self.blocks.push(ContentBlock { index, fields, input: String::new(), closed: false });
        Ok(())
    }

    fn close(&mut self, index: u64) {
        if let Some(block) = self.block(index) {
            block.closed = true;
        }
    }

    fn block(&mut self, index: u64) -> Option<&mut ContentBlock> {
        self.blocks.iter_mut().rev().find(|block| block.index == index)
    }

    fn extend(&mut self, index: u64, delta: &Value) {
        let piece = |field: &str| delta[field].as_str().unwrap_or_default();
        let kind = delta["type"].as_str().unwrap_or_default();
        if kind == "text_delta" {
            self.text.push_str(piece("text"));
        }
        let Some(block) = self.block(index) else { return };
        match kind {
            "text_delta" => block.append("text", piece("text")),
            "thinking_delta" => block.append("thinking", piece("thinking")),
            "signature_delta" => block.append("signature", piece("signature")),
            "input_json_delta" => block.input.push_str(piece("partial_json")),
            "citations_delta" => {
                let citations = block.fields.entry("citations").or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(citations) = citations {
                    citations.push(delta["citation"].clone());
                }
            }
            // An unknown kind of delta, which a newer version of the format may add: the block is replayed without it.
            _ => {}
        }
    }

    fn build(mut self) -> Result<BrainAnswer, ProviderFailure> {
        match self.stop.as_deref() {
            Some("max_tokens") => return Err(length_limit_reached()),
            Some("refusal") => {
                let why = self.refused.unwrap_or_else(|| "it gave no reason".to_owned());
                return Err(ProviderFailure::never(BrainError::Declined(why)));
            }
            Some("model_context_window_exceeded") => {
                let why = "it was full in the middle of the answer".to_owned();
                return Err(ProviderFailure::never(BrainError::TooLong(why)));
            }
            Some(_) | None => {}
        }
        let mut written: Vec<(usize, RawToolCall)> = self.blocks.iter().enumerate().filter_map(raw_call).collect();
        if written.iter().any(|(at, _)| !self.blocks[*at].closed) {
            return Err(truncated_answer());
        }
        let calls = RawToolCall::normalize_all(written.iter_mut().map(|(_, call)| call), self.expected.turns())?;
        for (at, written) in &written {
            let fields = &mut self.blocks[*at].fields;
            fields.insert("id".to_owned(), written.id.as_str().into());
            fields.insert("name".to_owned(), sanitize_name(&written.name).into());
            fields.insert("input".to_owned(), written.arguments_object());
        }
        let blocks = self.blocks.into_iter().map(|block| block.fields).filter(|fields| !is_empty(fields));
        let content: Value = blocks.map(Value::Object).collect();
        let opaque = self.source.wrap_message(FORMAT, &content);
        Ok(build_answer(&self.text, calls, opaque, self.usage.total(), self.expected))
    }
}

impl ResponseAssembler for AnthropicAssembler {
    fn push_event(&mut self, event: &Value) -> Result<(), ProviderFailure> {
        let index = event["index"].as_u64().unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "message_start" => self.usage.add(&event["message"]["usage"]),
            "content_block_start" => self.open(index, &event["content_block"])?,
            "content_block_delta" => self.extend(index, &event["delta"]),
            "content_block_stop" => self.close(index),
            "message_delta" => {
                self.note_stop(&event["delta"]);
                self.usage.add(&event["usage"]);
            }
            "message_stop" => self.over = true,
            // Pings, and events that a newer version of the format may add.
            _ => {}
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.over
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn finish(self: Box<Self>, end: EndMarker) -> Result<BrainAnswer, ProviderFailure> {
        if end == EndMarker::Missing && !self.over && self.stop.is_none() {
            return Err(truncated_answer());
        }
        self.build()
    }
}

impl ContentBlock {
    fn append(&mut self, field: &str, piece: &str) {
        match self.fields.get_mut(field) {
            Some(Value::String(text)) => text.push_str(piece),
            Some(_) | None => {
                self.fields.insert(field.to_owned(), piece.into());
            }
        }
    }
}

impl TokenCounts {
    /// Replaces the counts: later counts are totals.
    fn add(&mut self, usage: &Value) {
        let fields = [
            ("input_tokens", &mut self.input),
            ("cache_creation_input_tokens", &mut self.written),
            ("cache_read_input_tokens", &mut self.read),
            ("output_tokens", &mut self.output),
        ];
        for (name, count) in fields {
            if let Some(reported) = usage[name].as_u64() {
                *count = reported;
            }
        }
    }

    fn total(&self) -> Usage {
        let input = self.input.saturating_add(self.written).saturating_add(self.read);
        Usage { input, cached: self.read, stored: self.written, output: self.output, ..Usage::default() }
    }
}

/// The call of a block, with its arguments as text.
fn raw_call((at, block): (usize, &ContentBlock)) -> Option<(usize, RawToolCall)> {
    if block.fields.get("type")? != "tool_use" {
        return None;
    }
    let word = |field: &str| block.fields.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let arguments = match block.fields.get("input") {
        Some(Value::Object(whole)) if block.input.is_empty() => Value::Object(whole.clone()).to_string(),
        Some(Value::String(whole)) if block.input.is_empty() => whole.clone(),
        Some(_) | None => block.input.clone(),
    };
    Some((at, RawToolCall { id: word("id"), name: word("name"), arguments }))
}

fn text_of(fields: &Map<String, Value>) -> &str {
    let is_text = fields.get("type").is_some_and(|kind| kind == "text");
    fields.get("text").filter(|_| is_text).and_then(Value::as_str).unwrap_or_default()
}

/// Whether a block is an empty text, which the provider itself refuses in a replay.
fn is_empty(fields: &Map<String, Value>) -> bool {
    fields.get("type").is_some_and(|kind| kind == "text") && text_of(fields).trim().is_empty()
}

/// The name of this format in `opaque` of answers.
pub(super) const FORMAT: &str = "anthropic";
const MOST_BLOCKS: usize = 256;
