//! Chooses: in a native list, among radio buttons and checkboxes, or in a list that must be opened first.

use serde_json::json;
use webhand_model::Ref;

use super::date::Date;
use super::ground::{Found, Want};
use super::memory::Phase;
use super::mind::{Mind, Said};
use super::phrase::Phrase;
use super::say::Sentence;
use super::step::reference;
use super::words::{Stop, Token, tokens, words};

impl Mind<'_> {
    pub(super) fn choose(&mut self, option: &Phrase, list: Option<&Phrase>) -> Result<Said, Said> {
        let date = Date::read(&option.text, self.language);
        if self.memory.phase == Phase::Unfolded && date.is_none() {
            return self.choose_directly(option);
        }
        let Some(list) = list else { return self.choose_anywhere(option) };
        if let Some(date) = date {
            return self.pick_date(date, list);
        }
        match (self.ground(list, Want::List), self.only_list()) {
            // A group of radio buttons has a name but cannot be touched itself.
            (Found::Nothing(_), _) if matches!(self.ground(option, Want::Choice), Found::One(_)) => {
                self.choose_directly(option)
            }
            (Found::Nothing(_), Some(only)) => Ok(self.choose_in(only, option)),
            (Found::One(_) | Found::Several(_) | Found::Nothing(_), _) => {
                let target = self.locate(list, Want::List)?;
                Ok(self.choose_in(target, option))
            }
        }
    }

    fn choose_anywhere(&mut self, option: &Phrase) -> Result<Said, Said> {
        match (self.ground(option, Want::Choice), self.only_list()) {
            (Found::Nothing(_), Some(only)) => Ok(self.choose_in(only, option)),
            (Found::One(_) | Found::Several(_) | Found::Nothing(_), _) => self.choose_directly(option),
        }
    }

    fn only_list(&self) -> Option<Ref> {
        let mut lists = self.page.nodes().iter().filter(|node| is_list(&node.role)).filter_map(|node| node.target);
        let first = lists.next();
        first.filter(|_| lists.next().is_none())
    }

    /// In a list: natively, or by opening it where that was not possible.
    fn choose_in(&mut self, list: Ref, option: &Phrase) -> Said {
        let nodes = self.page.nodes();
        let at = nodes.iter().position(|node| node.target == Some(list)).unwrap_or(0);
        let what = self.page.describe(list);
        if !is_list(&nodes[at].role) || self.memory.tried {
            self.memory.phase = Phase::Unfolded;
            return Said::one(self.say(Sentence::Clicking, &[("what", &what)]), "click", reference(list));
        }
        let several = if nodes[at].is("multiple") { self.options_in(at, option) } else { None };
        if let Some(values) = several {
            let value = values.join(", ");
            self.did(Sentence::DidChosen, &what, &value);
            let text = self.say(Sentence::Choosing, &[("what", &what), ("value", &value)]);
            return self.act(text, "select", json!({ "ref": list.to_string(), "values": values }));
        }
        let value = self.option_in(at, option).unwrap_or_else(|| option.text.clone());
        self.did(Sentence::DidChosen, &what, &value);
        let text = self.say(Sentence::Choosing, &[("what", &what), ("value", &value)]);
        self.act(text, "select", json!({ "ref": list.to_string(), "value": value }))
    }

    /// "A, B and C": the options' own names, if that is what they are.
    fn options_in(&self, list: usize, option: &Phrase) -> Option<Vec<String>> {
        let (nodes, wanted) = (self.page.nodes(), words(&option.text));
        if self.page.inside(list).any(|at| words(&nodes[at].name) == wanted) {
            return None;
        }
        let all = tokens(&option.text);
        let mut parts: Vec<Vec<&Token>> = vec![Vec::new()];
        let mut at = 0;
        while at < all.len() {
            let joint = self.language.connector(&all[at..]).filter(|_| at > 0).unwrap_or(0);
            if joint > 0 || (at > 0 && all[at - 1].stop == Stop::Comma) {
                parts.push(Vec::new());
            }
            at += joint;
            parts.last_mut()?.extend(all.get(at));
            at += 1;
        }
        parts.retain(|part| !part.is_empty());
        let named = |part: &Vec<&Token>| {
            let name = part.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
            self.option_in(list, &Phrase::exactly(&name))
        };
        if parts.len() < 2 { None } else { parts.iter().map(named).collect() }
    }

    /// The option's own name, where the snapshot shows the options.
    fn option_in(&self, list: usize, option: &Phrase) -> Option<String> {
        let nodes = self.page.nodes();
        let names: Vec<&str> =
            self.page.inside(list).filter(|at| nodes[*at].role == "option").map(|at| nodes[at].name.as_str()).collect();
        let wanted = words(&option.text);
        let exact = names.iter().find(|name| words(name) == wanted);
        let mut containing = names.iter().filter(|name| option.words.iter().all(|word| words(name).contains(word)));
        let first = containing.next();
        let only = if containing.next().is_none() { first } else { None };
        // "The second option": a number and a kind, but no name.
        let unnamed = option.readings.iter().any(|reading| reading.name.is_empty());
        let numbered = option.ordinal.as_ref().filter(|_| unnamed).and_then(|(_, ordinal)| nth(&names, *ordinal));
        exact.or(numbered).or(only).map(|name| (*name).to_owned())
    }

    fn choose_directly(&mut self, option: &Phrase) -> Result<Said, Said> {
        let target = self.locate(option, Want::Choice)?;
        let nodes = self.page.nodes();
        let at = nodes.iter().position(|node| node.target == Some(target)).unwrap_or(0);
        let what = self.page.describe(target);
        let role = nodes[at].role.as_str();
        let list =
            self.page.ancestors(at).find(|above| is_list(&nodes[*above].role)).and_then(|above| nodes[above].target);
        if let Some(list) =
            list.filter(|_| role == "option" && self.memory.phase != Phase::Unfolded && !self.memory.tried)
        {
            return Ok(self.choose_in(list, option));
        }
        self.memory.done.push(target.to_string());
        self.did(Sentence::DidClicked, &what, "");
        let ticks = matches!(role, "radio" | "checkbox" | "switch");
        let (sentence, call) = if ticks { (Sentence::Ticking, "check") } else { (Sentence::Clicking, "click") };
        Ok(self.act(self.say(sentence, &[("what", &what)]), call, reference(target)))
    }
}

/// Counted from one, or from the end when negative.
fn nth<'n, 'a>(names: &'n [&'a str], ordinal: i32) -> Option<&'n &'a str> {
    match usize::try_from(ordinal) {
        Ok(place) => names.get(place.checked_sub(1)?),
        Err(_) => names.last(),
    }
}

fn is_list(role: &str) -> bool {
    matches!(role, "combobox" | "listbox")
}
