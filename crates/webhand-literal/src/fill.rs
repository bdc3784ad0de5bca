//! Puts things into fields: what was said, what was noted, what the page says beside a label.

use serde_json::json;
use webhand_model::{Node, Ref};

use super::date::{Date, time};
use super::ground::Want;
use super::instruction::After;
use super::mind::{Mind, Said};
use super::page::is_field;
use super::phrase::Phrase;
use super::say::Sentence;
use super::value::Value;

impl Mind<'_> {
    pub(super) fn fill(&mut self, value: &Value, field: Option<&Phrase>, then: After) -> Result<Said, Said> {
        let Some(value) = self.text_for(value) else {
            return Err(self.not_held(value));
        };
        let value = value.as_str();
        let target = match field {
            Some(phrase) => self.locate(phrase, Want::Field)?,
            None => match self.only_field() {
                Some(target) => target,
                None if self.memory.tried => return Err(self.fail(&self.say(Sentence::NoFocus, &[("value", value)]))),
                None => {
                    return Ok(self.act(
                        self.say(Sentence::Typing, &[("value", value)]),
                        "type",
                        json!({ "text": value }),
                    ));
                }
            },
        };
        let what = self.page.describe(target);
        let value = &self.as_wanted(target, value);
        self.memory.done.push(target.to_string());
        let told = self.aloud(target, value);
        self.did(Sentence::DidFilled, &what, told);
        let text = self.say(Sentence::Filling, &[("what", &what), ("value", told)]);
        let mut said = self.act(text, "fill", json!({ "ref": target.to_string(), "value": value }));
        if then == After::Submit {
            said.calls.push(("press", json!({ "key": "Enter", "ref": target.to_string() })));
        }
        Ok(said)
    }

    /// What is entered, as it may be said: a password is not repeated.
    fn aloud<'v>(&self, target: Ref, value: &'v str) -> &'v str {
        let is_password = self.page.snapshot.node(target).is_some_and(|node| node.is("type=password"));
        if is_password { "…" } else { value }
    }

    /// The field that has the focus, or the only one there is.
    fn only_field(&self) -> Option<Ref> {
        let usable = |node: &&Node| {
            node.target.is_some() && is_field(&node.role) && !node.is("readonly") && !node.is("disabled")
        };
        let fields: Vec<_> = self.page.nodes().iter().filter(usable).collect();
        let focused = fields.iter().find(|node| node.is("focused"));
        let only = if let [only] = fields.as_slice() { Some(only) } else { None };
        focused.or(only).and_then(|node| node.target)
    }

    /// A value as the field wants it: a date or a time in the one way such fields take.
    fn as_wanted(&self, target: Ref, value: &str) -> String {
        let node = self.page.snapshot.node(target);
        let of = |kind: &str| node.is_some_and(|node| node.is(kind));
        let date = || Date::read(value, self.language).map(Date::iso);
        let wanted = if of("type=date") {
            date()
        } else if of("type=time") {
            time(value)
        } else {
            None
        };
        wanted.unwrap_or_else(|| value.to_owned())
    }

    /// Notes something for later, and for the final answer.
    pub(super) fn note(&mut self, value: &Value) -> Option<Said> {
        let Some(text) = self.text_for(value) else { return Some(self.not_held(value)) };
        self.memory.keep(text.clone());
        self.memory.noted = Some(text);
        None
    }

    fn not_held(&self, value: &Value) -> Said {
        let what = match value {
            Value::Text(text) | Value::Labelled(text) => text.clone(),
            Value::Word { of, .. } | Value::Said(Some(of)) | Value::Count(of) => of.text.clone(),
            Value::It | Value::Said(None) | Value::Solution => String::new(),
        };
        self.fail(&self.say(Sentence::NotHeld, &[("what", &what)]))
    }

    /// The next empty field for which the page says what belongs into it.
    pub(super) fn complete(&mut self) -> Option<Said> {
        let nodes = self.page.nodes();
        let empty = |at: &usize| {
            is_field(&nodes[*at].role)
                && nodes[*at].value.as_ref().is_none_or(String::is_empty)
                && nodes[*at].target.is_some()
        };
        for at in (0..nodes.len()).filter(empty) {
            let target = nodes[at].target?;
            let label =
                if nodes[at].name.is_empty() { self.page.label_before(at).join(" ") } else { nodes[at].name.clone() };
            let known = self.memory.done.contains(&target.to_string());
            let Some(value) = self.text_for(&Value::Labelled(label)).filter(|_| !known) else { continue };
            let what = self.page.describe(target);
            self.memory.done.push(target.to_string());
            let told = self.aloud(target, &value);
            self.did(Sentence::DidFilled, &what, told);
            let text = self.say(Sentence::Filling, &[("what", &what), ("value", told)]);
            return Some(Said::one(text, "fill", json!({ "ref": target.to_string(), "value": value })));
        }
        if self.memory.done.is_empty() {
            return Some(self.not_held(&Value::Solution));
        }
        None
    }

    /// Opens the entry that was found, where it is one of a list.
    pub(super) fn visit_found(&mut self) -> Said {
        let within = std::mem::take(&mut self.memory.within);
        let found = self.locate(&Phrase::of_words(&within.join(" "), within.clone()), Want::Entry);
        self.memory.within = within;
        match found {
            Ok(target) => {
                let what = self.page.describe(target);
                self.did(Sentence::DidOpened, &what, "");
                self.act(self.say(Sentence::Opening, &[("what", &what)]), "click", super::step::reference(target))
            }
            Err(said) => said,
        }
    }
}
