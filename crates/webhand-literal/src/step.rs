//! Carries out one instruction: what to call for it, given how far it is.

use serde_json::{Value, json};
use webhand_model::{Direction, Ref, WebUrl, cut};

use super::ground::{Found, Want};
use super::instruction::{After, Holds, Instruction, Reply, Tick, Touch, Until};
use super::language::{concept, site};
use super::memory::Phase;
use super::mind::{Mind, Said};
use super::phrase::Phrase;
use super::say::Sentence;
use super::value::Value::Text;
use super::words::words;

impl Mind<'_> {
    /// The next call for this instruction, or nothing when it is carried out.
    pub(super) fn step(&mut self, instruction: &Instruction) -> Option<Said> {
        let looks = matches!(
            instruction,
            Instruction::Search(_) | Instruction::Read { .. } | Instruction::Count { .. } | Instruction::Reckon { .. }
        );
        if !looks && self.memory.phase == Phase::Acted && !self.has_more(instruction) {
            return None;
        }
        let done = match instruction {
            Instruction::Open { place } => self.open(place),
            Instruction::Touch { how, target } => self.touch(*how, target),
            Instruction::Named { target } => self.named(target),
            Instruction::Fill { value, field, then } => self.fill(value, field.as_ref(), *then),
            Instruction::Clear { field } => self.clear(field),
            Instruction::Choose { option, list } => self.choose(option, list.as_ref()),
            Instruction::Tick { target, to } => self.tick(target, *to),
            Instruction::Answer { with, about } => self.answer(*with, about.as_ref()),
            Instruction::Drag { what, to } => self.drag(what, to),
            Instruction::Highlight { target } => self.highlight(target),
            Instruction::Visit => Ok(self.visit_found()),
            Instruction::Complete => return self.complete(),
            Instruction::Dial { control, values } => return self.dial(control, values),
            Instruction::Note { value } => return self.note(value),
            Instruction::When { what, holds, skip } => {
                if self.is_there(what) != (*holds == Holds::IfThere) {
                    self.memory.next += skip;
                }
                return None;
            }
            Instruction::Each { what } => return self.next_round(what),
            Instruction::Again => return self.next_round(&self.round_is_for()),
            Instruction::Within { what } => {
                self.memory.within.clone_from(what);
                return None;
            }
            Instruction::Scroll { direction, inside } => self.scroll(*direction, inside.as_ref()),
            Instruction::Wait(until) => Ok(self.wait(until)),
            Instruction::Press { key } => {
                Ok(self.act(self.say(Sentence::Pressing, &[("what", key)]), "press", json!({ "key": key })))
            }
            Instruction::Back => Ok(self.act(self.say(Sentence::GoingBack, &[]), "back", json!({}))),
            Instruction::Forward => Ok(self.act(self.say(Sentence::GoingForward, &[]), "forward", json!({}))),
            Instruction::Reload => Ok(self.act(self.say(Sentence::Reloading, &[]), "reload", json!({}))),
            Instruction::LogIn => Err(self.fail(&self.say(Sentence::LogInYourself, &[]))),
            Instruction::Search(search) => return self.search(search),
            Instruction::Read { about } => return self.read(about),
            Instruction::Count { what } => return self.count(what),
            Instruction::Reckon { how, what } => return self.reckon(*how, what),
        };
        Some(done.unwrap_or_else(|said| said))
    }

    /// An address, something on the page that leads there, or a site known by name.
    fn open(&mut self, place: &Phrase) -> Result<Said, Said> {
        let address = address(&place.text);
        let sure = address.is_some() && (place.text.contains("://") || place.text.contains('/'));
        let named = self.ground(place, Want::Go);
        let known = address.or_else(|| site(&place.text).map(str::to_owned));
        let leads = matches!(named, Found::One(_) | Found::Several(_)) || self.memory.chosen.is_some();
        if let Some(url) = known.filter(|_| sure || !leads) {
            self.did(Sentence::DidOpened, &url, "");
            return Ok(self.act(self.say(Sentence::Opening, &[("what", &url)]), "open", json!({ "url": url })));
        }
        let target = self.locate(place, Want::Go)?;
        let what = self.page.describe(target);
        self.did(Sentence::DidOpened, &what, "");
        Ok(self.act(self.say(Sentence::Opening, &[("what", &what)]), "click", reference(target)))
    }

    fn touch(&mut self, how: Touch, phrase: &Phrase) -> Result<Said, Said> {
        let want = if how == Touch::Focus { Want::Field } else { Want::Touch };
        let target = self.locate(phrase, want)?;
        let (sentence, call) = match how {
            Touch::Click => (Sentence::Clicking, "click"),
            Touch::Double => (Sentence::Clicking, "dblclick"),
            Touch::Hover => (Sentence::Pointing, "hover"),
            Touch::Focus => (Sentence::Pointing, "focus"),
        };
        Ok(self.touch_it(target, sentence, call))
    }

    fn named(&mut self, phrase: &Phrase) -> Result<Said, Said> {
        if let Some(quotation) = phrase.quotation.as_deref().filter(|quoted| !self.shows(&words(quoted))) {
            return self.add_new(phrase, quotation);
        }
        let target = self.locate(phrase, Want::Named)?;
        Ok(self.touch_it(target, Sentence::Clicking, "click"))
    }

    /// "Add the task \"Walk the dog\"": what the page does not show is written where such things are, and sent off.
    fn add_new(&mut self, phrase: &Phrase, quotation: &str) -> Result<Said, Said> {
        let quoted = words(quotation);
        let (verb, rest) = phrase.words.split_first().map_or((None, &[][..]), |(verb, rest)| (Some(verb), rest));
        let is_kind = |word: &&String| !quoted.contains(word) && !self.language.naming.contains(word);
        let kind: Vec<String> = rest.iter().filter(is_kind).cloned().collect();
        let field = Phrase::of_words(&kind.join(" "), kind);
        if verb.and_then(|verb| concept(verb)) != Some("add") || field.words.is_empty() {
            return Err(self.look_further(&Phrase::exactly(quotation), &[]));
        }
        self.fill(&Text(quotation.to_owned()), Some(&field), After::Submit)
    }

    fn touch_it(&mut self, target: Ref, sentence: Sentence, call: &'static str) -> Said {
        let what = self.page.describe(target);
        self.memory.done.push(target.to_string());
        self.did(Sentence::DidClicked, &what, "");
        self.act(self.say(sentence, &[("what", &what)]), call, reference(target))
    }

    fn clear(&mut self, field: &Phrase) -> Result<Said, Said> {
        let target = self.locate(field, Want::Field)?;
        let text = self.say(Sentence::Clearing, &[("what", &self.page.describe(target))]);
        Ok(self.act(text, "clear", reference(target)))
    }

    fn tick(&mut self, phrase: &Phrase, to: Tick) -> Result<Said, Said> {
        let target = self.locate(phrase, Want::Tick)?;
        let what = self.page.describe(target);
        let (sentence, call) = match to {
            Tick::On => (Sentence::Ticking, "check"),
            Tick::Off => (Sentence::Unticking, "uncheck"),
        };
        self.memory.done.push(target.to_string());
        self.did(Sentence::DidClicked, &what, "");
        Ok(self.act(self.say(sentence, &[("what", &what)]), call, reference(target)))
    }

    /// Accepts or closes what the page put in front: by the phrase, else by what such buttons are called.
    fn answer(&mut self, with: Reply, about: Option<&Phrase>) -> Result<Said, Said> {
        let meanings: &[&str] = match with {
            Reply::Accept => &["accept"],
            Reply::Dismiss => &["close", "cancel"],
        };
        let mut phrases: Vec<Phrase> = Vec::new();
        for meaning in meanings {
            let verb = Phrase::of_words(meaning, vec![(*meaning).to_owned()]);
            if let Some(about) = about {
                let both = verb.words.iter().chain(&about.words).cloned().collect::<Vec<_>>();
                phrases.push(Phrase::of_words(&about.text, both));
            }
            phrases.push(verb);
        }
        let found = phrases.iter().find(|phrase| !matches!(self.ground(phrase, Want::Named), Found::Nothing(_)));
        let chosen = found.or(phrases.first()).cloned().unwrap_or_default();
        self.named(&chosen)
    }

    fn scroll(&mut self, direction: Direction, inside: Option<&Phrase>) -> Result<Said, Said> {
        let mut arguments = json!({ "direction": direction.word() });
        if let Some(inside) = inside {
            arguments["ref"] = self.locate(inside, Want::Scroll)?.to_string().into();
        }
        Ok(self.act(self.say(Sentence::Scrolling, &[]), "scroll", arguments))
    }

    /// Three clicks select a paragraph.
    fn highlight(&mut self, phrase: &Phrase) -> Result<Said, Said> {
        let target = self.locate(phrase, Want::Text)?;
        let text = self.say(Sentence::Clicking, &[("what", &self.page.describe(target))]);
        Ok(self.act(text, "click", json!({ "ref": target.to_string(), "count": 3 })))
    }

    fn drag(&mut self, what: &Phrase, to: &Phrase) -> Result<Said, Said> {
        let (from, to) = (self.locate(what, Want::Touch)?, self.locate_one(to, Want::Touch)?);
        let what = self.page.describe(from);
        self.memory.done.push(from.to_string());
        self.did(Sentence::DidClicked, &what, "");
        let text = self.say(Sentence::Clicking, &[("what", &what)]);
        Ok(self.act(text, "drag", json!({ "from": from.to_string(), "to": to.to_string() })))
    }

    fn wait(&mut self, until: &Until) -> Said {
        let arguments = match until {
            Until::There(text) => json!({ "text": text, "ms": 15_000 }),
            Until::Gone(text) => json!({ "gone": text, "ms": 15_000 }),
            Until::Passed(ms) => json!({ "ms": ms }),
            Until::Rest => json!({}),
        };
        self.act(self.say(Sentence::Waiting, &[]), "wait", arguments)
    }

    /// Keeps what was done for the final answer.
    pub(super) fn did(&mut self, sentence: Sentence, what: &str, value: &str) {
        let deed = self.say(sentence, &[("what", &cut(what, 80)), ("value", &cut(value, 80))]);
        if self.memory.did.last() != Some(&deed) && self.memory.did.len() < MOST_DEEDS {
            self.memory.did.push(deed);
        }
    }
}

/// The most deeds listed in the final answer.
const MOST_DEEDS: usize = 30;

pub(super) fn reference(target: Ref) -> Value {
    json!({ "ref": target.to_string() })
}

/// The address in a phrase, if it is one as people write them.
pub(super) fn address(text: &str) -> Option<String> {
    let written = text.trim().trim_end_matches(['.', ',']);
    let (scheme, rest) = written.split_once("://").map_or((None, written), |(scheme, rest)| (Some(scheme), rest));
    let host = rest.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let top = host.rsplit('.').next().unwrap_or_default();
    let named = host.contains('.') && top.len() >= 2 && top.chars().all(char::is_alphabetic);
    let numbered = host.split('.').count() == 4 && host.split('.').all(|part| part.parse::<u8>().is_ok());
    let plausible = scheme.is_some() || named || numbered || host == "localhost";
    WebUrl::parse(written).ok().filter(|_| plausible).map(|url| url.to_string())
}
