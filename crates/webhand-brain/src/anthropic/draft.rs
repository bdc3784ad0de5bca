//! An answer while it comes in: blocks of text, thinking and calls, kept as they are for being sent back.

use serde_json::{Map, Value};
use webhand_model::{Answer, Usage};
use webhand_port::BrainError;

use crate::format::{
    Asked, Ending, Failure, Partial, Source, Written, answer, broken_off, malformed, told, too_short, usable_name,
};

/// What has come in so far.
#[derive(Debug)]
pub(super) struct Draft {
    source: Source,
    asked: Asked,
    blocks: Vec<Block>,
    text: String,
    stop: Option<String>,
    /// What the provider says about a refusal.
    refused: Option<String>,
    usage: Counts,
    over: bool,
}

#[derive(Debug)]
struct Block {
    index: u64,
    fields: Map<String, Value>,
    /// The arguments of a call, in the pieces they come in.
    input: String,
    closed: bool,
}

/// The provider's own figures: what was read from the cache is not part of the input there.
#[derive(Debug, Default)]
struct Counts {
    input: u64,
    written: u64,
    read: u64,
    output: u64,
}

impl Draft {
    pub fn new(source: Source, asked: Asked) -> Self {
        Self {
            source,
            asked,
            blocks: Vec::new(),
            text: String::new(),
            stop: None,
            refused: None,
            usage: Counts::default(),
            over: false,
        }
    }

    /// Takes in a message that came whole.
    pub fn add_whole(&mut self, message: &Value) -> Result<(), Failure> {
        self.usage.add(&message["usage"]);
        self.stopped(message);
        let Some(content) = message["content"].as_array() else {
            return Err(broken_off());
        };
        for (index, block) in (0..).zip(content) {
            self.open(index, block)?;
            self.close(index);
        }
        Ok(())
    }

    fn stopped(&mut self, message: &Value) {
        if let Some(stop) = message["stop_reason"].as_str() {
            self.stop = Some(stop.to_owned());
        }
        let explained = message.pointer("/stop_details/explanation").and_then(Value::as_str);
        self.refused = explained.map(told).or_else(|| self.refused.take());
    }

    fn open(&mut self, index: u64, block: &Value) -> Result<(), Failure> {
        if self.blocks.len() == MOST_BLOCKS {
            return Err(malformed(&format!("it has more than {MOST_BLOCKS} parts")));
        }
        let fields = block.as_object().cloned().unwrap_or_default();
        self.text.push_str(said(&fields));
        self.blocks.push(Block { index, fields, input: String::new(), closed: false });
        Ok(())
    }

    fn close(&mut self, index: u64) {
        if let Some(block) = self.block(index) {
            block.closed = true;
        }
    }

    fn block(&mut self, index: u64) -> Option<&mut Block> {
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
            // A kind of piece that was invented later: the block goes back without it.
            _ => {}
        }
    }

    fn finish(mut self) -> Result<Answer, Failure> {
        match self.stop.as_deref() {
            Some("max_tokens") => return Err(too_short()),
            Some("refusal") => {
                let why = self.refused.unwrap_or_else(|| "it gave no reason".to_owned());
                return Err(Failure::never(BrainError::Declined(why)));
            }
            Some("model_context_window_exceeded") => {
                let why = "it was full in the middle of the answer".to_owned();
                return Err(Failure::never(BrainError::TooLong(why)));
            }
            Some(_) | None => {}
        }
        let mut written: Vec<(usize, Written)> = self.blocks.iter().enumerate().filter_map(written).collect();
        if written.iter().any(|(at, _)| !self.blocks[*at].closed) {
            return Err(broken_off());
        }
        let calls = Written::settle_all(written.iter_mut().map(|(_, call)| call), self.asked.turns())?;
        for (at, written) in &written {
            let fields = &mut self.blocks[*at].fields;
            fields.insert("id".to_owned(), written.id.as_str().into());
            fields.insert("name".to_owned(), usable_name(&written.name).into());
            fields.insert("input".to_owned(), written.object());
        }
        let blocks = self.blocks.into_iter().map(|block| block.fields).filter(|fields| !is_empty(fields));
        let content: Value = blocks.map(Value::Object).collect();
        let opaque = self.source.keep(FORMAT, &content);
        Ok(answer(&self.text, calls, opaque, self.usage.total(), self.asked))
    }
}

impl Partial for Draft {
    fn add(&mut self, event: &Value) -> Result<(), Failure> {
        let index = event["index"].as_u64().unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "message_start" => self.usage.add(&event["message"]["usage"]),
            "content_block_start" => self.open(index, &event["content_block"])?,
            "content_block_delta" => self.extend(index, &event["delta"]),
            "content_block_stop" => self.close(index),
            "message_delta" => {
                self.stopped(&event["delta"]);
                self.usage.add(&event["usage"]);
            }
            "message_stop" => self.over = true,
            // Pings, and events that were invented later.
            _ => {}
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn settle(self: Box<Self>, ending: Ending) -> Result<Answer, Failure> {
        if ending == Ending::Unmarked && !self.over && self.stop.is_none() {
            return Err(broken_off());
        }
        self.finish()
    }
}

impl Block {
    fn append(&mut self, field: &str, piece: &str) {
        match self.fields.get_mut(field) {
            Some(Value::String(text)) => text.push_str(piece),
            Some(_) | None => {
                self.fields.insert(field.to_owned(), piece.into());
            }
        }
    }
}

impl Counts {
    /// Later figures are totals, and stand for the earlier ones.
    fn add(&mut self, usage: &Value) {
        let fields = [
            ("input_tokens", &mut self.input),
            ("cache_creation_input_tokens", &mut self.written),
            ("cache_read_input_tokens", &mut self.read),
            ("output_tokens", &mut self.output),
        ];
        for (name, count) in fields {
            if let Some(told) = usage[name].as_u64() {
                *count = told;
            }
        }
    }

    fn total(&self) -> Usage {
        let input = self.input.saturating_add(self.written).saturating_add(self.read);
        Usage { input, cached: self.read, stored: self.written, output: self.output, ..Usage::default() }
    }
}

/// The call that a block is, with the arguments as they came: whole, or in pieces.
fn written((at, block): (usize, &Block)) -> Option<(usize, Written)> {
    if block.fields.get("type")? != "tool_use" {
        return None;
    }
    let word = |field: &str| block.fields.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let arguments = match block.fields.get("input") {
        Some(Value::Object(whole)) if block.input.is_empty() => Value::Object(whole.clone()).to_string(),
        Some(Value::String(whole)) if block.input.is_empty() => whole.clone(),
        Some(_) | None => block.input.clone(),
    };
    Some((at, Written { id: word("id"), name: word("name"), arguments }))
}

fn said(fields: &Map<String, Value>) -> &str {
    let is_text = fields.get("type").is_some_and(|kind| kind == "text");
    fields.get("text").filter(|_| is_text).and_then(Value::as_str).unwrap_or_default()
}

/// Whether this is a text that says nothing, which the provider itself would refuse.
fn is_empty(fields: &Map<String, Value>) -> bool {
    fields.get("type").is_some_and(|kind| kind == "text") && said(fields).trim().is_empty()
}

/// The name under which this format's answers are kept.
pub(super) const FORMAT: &str = "anthropic";
const MOST_BLOCKS: usize = 256;
