//! A model that carries out its steps and then makes its claim, again and again.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use webhand_model::{BrainAnswer, Prompt, ToolCall};
use webhand_port::{Brain, BrainError, BrainRequest};

use crate::case::{ClaimCase, ModelSight, ShownData};

pub struct ScriptedModel {
    steps: Vec<(&'static str, Value)>,
    answer: &'static str,
    evidence: Value,
    sight: ModelSight,
    data: ShownData,
    claims: AtomicUsize,
}

impl ScriptedModel {
    pub fn new(case: &ClaimCase) -> Self {
        let ClaimCase { steps, answer, evidence, sight, data, .. } = case;
        Self {
            steps: steps.clone(),
            answer,
            evidence: evidence.clone(),
            sight: *sight,
            data: *data,
            claims: AtomicUsize::new(0),
        }
    }

    /// How often it has claimed to be done.
    pub fn claims(&self) -> usize {
        self.claims.load(Ordering::Relaxed)
    }

    fn decide(&self, prompt: &Prompt) -> (&'static str, Value) {
        if let Some((name, arguments)) = self.steps.get(prompt.turns.len()) {
            let mut arguments = arguments.clone();
            if let Some(wanted) = arguments["ref"].as_str().and_then(|written| written.strip_prefix('@')) {
                let found = prompt.observation.snapshot.nodes.iter().find(|node| node.name.contains(wanted));
                let target = found.and_then(|node| node.target).map(|target| target.to_string());
                arguments["ref"] = target.unwrap_or_default().into();
            }
            return (name, arguments);
        }
        self.claims.fetch_add(1, Ordering::Relaxed);
        let (mut answer, mut evidence) = (self.answer.to_owned(), self.evidence.to_string());
        if self.data == ShownData::Redacted {
            // It writes what it sees.
            for (value, placeholder) in placeholders(&prompt.observation.text, self.answer) {
                answer = answer.replace(&value, &placeholder);
                evidence = evidence.replace(&value, &placeholder);
            }
        }
        let evidence: Value = serde_json::from_str(&evidence).unwrap_or_default();
        ("done", json!({"answer": answer, "evidence": evidence}))
    }
}

/// The first placeholder of the page, with the value of the answer that it stands for: the answers hold one each.
fn placeholders(page: &str, answer: &str) -> Vec<(String, String)> {
    let Some(at) = page.find("[[") else { return Vec::new() };
    let Some(end) = page[at..].find("]]") else { return Vec::new() };
    let placeholder = page[at..at + end + 2].to_owned();
    let words: Vec<&str> = answer.trim_end_matches('.').split(' ').collect();
    let is_part = |word: &&&str| word.contains('@') || word.chars().filter(char::is_ascii_digit).count() >= 2;
    let value = if let Some(mail) = words.iter().find(|word| word.contains('@')) {
        (*mail).to_owned()
    } else {
        let first = words.iter().position(|word| is_part(&word)).unwrap_or(0);
        words[first..].join(" ")
    };
    vec![(value.trim_end_matches('.').to_owned(), placeholder)]
}

impl Brain for ScriptedModel {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        let (name, arguments) = self.decide(request.prompt);
        let id = format!("call_{}", request.prompt.turns.len());
        let call = ToolCall { id, name: name.to_owned(), arguments };
        let saw_picture = request.picture.is_some();
        ready(Ok(BrainAnswer { calls: vec![call], saw_picture, ..BrainAnswer::default() })).boxed()
    }

    fn sees_pictures(&self) -> bool {
        self.sight == ModelSight::Sees
    }

    fn needs_whole_pages(&self) -> bool {
        false
    }
}
