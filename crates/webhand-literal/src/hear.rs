//! Takes in what came of the last calls: answers of the person, refusals, failures.
//!
//! Invariant: after a refusal nothing else is tried, and a deed that may have happened is never repeated.

use serde_json::json;
use webhand_model::{CallResult, End, FailCode};

use super::instruction::{Instruction, Reply};
use super::language::{concept, words_of};
use super::memory::{Asked, Choice, Phase};
use super::mind::{Mind, Said};
use super::page::is_dialog;
use super::say::Sentence;
use super::score::quality;
use super::words::words;

impl Mind<'_> {
    /// What must be answered because of the last results; nothing if the instructions simply go on.
    pub(super) fn hear(&mut self) -> Option<Said> {
        let bad = self.results.iter().find(|result| result.end != End::Done);
        match bad.map(|result| (result.end, result.text.as_str())) {
            None => self.hear_person(),
            Some((End::Refused, why)) => {
                Some(self.fail(&self.say(Sentence::Refused, &[("what", why.trim_end_matches('.'))])))
            }
            Some((End::InDoubt, what)) => {
                self.memory.phase = Phase::Asked(Asked::Doubt);
                let options = [Sentence::GoOnOption, Sentence::StopOption].map(|option| self.say(option, &[]));
                Some(self.ask(&self.say(Sentence::InDoubt, &[("what", what)]), &options))
            }
            Some((End::Failed(code), why)) => self.recover(code, why),
            Some((End::Done, _)) => None,
        }
    }

    fn hear_person(&mut self) -> Option<Said> {
        let reply = self.results.first().map(|result: &CallResult| result.text.as_str()).unwrap_or_default();
        match self.memory.phase.asked()? {
            Asked::Which { choices, clears } => {
                self.memory.phase = Phase::Fresh;
                self.take_choice(&choices, clears, reply)
            }
            Asked::Dialog => {
                self.memory.phase = Phase::Cleared;
                let with = if self.agrees(reply) { Reply::Accept } else { Reply::Dismiss };
                let dialog = self.page.snapshot.dialog.as_ref()?;
                Some(self.answer_dialog(dialog, with))
            }
            Asked::Doubt if self.agrees(reply) => {
                self.memory.advance();
                None
            }
            Asked::Doubt => Some(self.fail(&self.say(Sentence::Stopped, &[]))),
        }
    }

    fn take_choice(&mut self, choices: &[Choice], clears: bool, reply: &str) -> Option<Said> {
        let Some(choice) = pick(choices, reply, &self.language.ordinals) else {
            let stop = words(reply).iter().any(|word| self.language.no.contains(word));
            let sentence = if stop { Sentence::Stopped } else { Sentence::NoSuch };
            return Some(self.fail(&self.say(sentence, &[("what", reply)])));
        };
        if clears {
            self.memory.phase = Phase::Cleared;
            let text = self.say(Sentence::Clicking, &[("what", &choice.name)]);
            return Some(Said::one(text, "click", json!({ "ref": choice.target })));
        }
        self.memory.chosen = Some(choice.clone());
        None
    }

    fn agrees(&self, reply: &str) -> bool {
        let said = words(reply);
        let yes = [Sentence::AcceptOption, Sentence::GoOnOption].map(|option| words(&self.say(option, &[])));
        yes.contains(&said)
            || said.iter().any(|word| self.language.yes.contains(word) || concept(word) == Some("accept"))
    }

    /// Tries once more where a fresh look can help, and says why where it cannot.
    fn recover(&mut self, code: FailCode, why: &str) -> Option<Said> {
        // What was waited for may be there all the same; the next look decides.
        let patient =
            matches!(self.memory.phase, Phase::Waited | Phase::Exploring | Phase::Awaited | Phase::Visiting { .. });
        // The query was sent with the first call and the page left before the second.
        let sent = matches!(self.memory.phase, Phase::Submitted { .. }) && code == FailCode::Skipped;
        // All was done that was said; whoever reads the answer is told what is not proven.
        let claimed = code == FailCode::Unproven;
        if patient || sent || claimed {
            return None;
        }
        let failed = |mind: &Self| Some(mind.fail(&mind.say(Sentence::Failed, &[("what", why.trim_end_matches('.'))])));
        if self.turns_to_another_way(code) {
            return None;
        }
        if code == FailCode::Gone {
            self.go_back_to_the_fields();
            return None;
        }
        if code == FailCode::TakenOver {
            // Nothing of it counts, so it is simply done again.
            self.memory.phase = Phase::Fresh;
            return None;
        }
        let waited = matches!(self.instructions.get(self.memory.next), Some(Instruction::Wait(_)));
        if self.memory.tried || waited {
            return failed(self);
        }
        self.memory.tried = true;
        self.memory.phase = Phase::Fresh;
        if code == FailCode::Covered {
            self.uncover(why)
        } else if is_passing(code) {
            None
        } else {
            failed(self)
        }
    }

    /// Whether the current instruction can be followed in another way than the one that failed; if so, that is next.
    fn turns_to_another_way(&mut self, code: FailCode) -> bool {
        let current = self.instructions.get(self.memory.next);
        let not_native = matches!(code, FailCode::WrongKind | FailCode::NotEditable | FailCode::Unsupported)
            && matches!(current, Some(Instruction::Choose { .. }))
            && self.memory.phase == Phase::Acted;
        // What cannot be typed is turned by keys.
        let not_typed = code == FailCode::NotTaken && matches!(current, Some(Instruction::Dial { .. }));
        if self.memory.tried || !(not_native || not_typed) {
            return false;
        }
        if not_typed {
            self.memory.done.pop();
        }
        self.memory.phase = Phase::Fresh;
        self.memory.tried = true;
        true
    }

    /// The page was loaded anew and has lost what was entered: the fields before the current instruction are filled
    /// again. What was clicked is not clicked again.
    fn go_back_to_the_fields(&mut self) {
        let before = &self.instructions[..self.memory.next.min(self.instructions.len())];
        let entered = before.iter().rev().take_while(|one| one.enters_something()).count();
        self.memory.next -= entered;
        self.memory.did.truncate(self.memory.did.len().saturating_sub(entered));
        self.memory.phase = Phase::Fresh;
    }

    /// Removes a dialog that lies over the element: a cookie notice at once, anything else as the person says.
    fn uncover(&mut self, why: &str) -> Option<Said> {
        let nodes = self.page.nodes();
        let dialog = (0..nodes.len()).rfind(|at| is_dialog(&nodes[*at].role))?;
        let text = self.page.text_of(dialog);
        let meant = |meaning: &str, text: &str| words(text).iter().any(|word| concept(word) == Some(meaning));
        let buttons: Vec<usize> =
            self.page.inside(dialog).filter(|at| nodes[*at].target.is_some() && nodes[*at].role == "button").collect();
        let called = |meaning: &str| {
            let names: Vec<String> = words_of(meaning).into_iter().map(str::to_owned).collect();
            buttons.iter().copied().find(|at| words(&nodes[*at].name).iter().any(|word| quality(word, &names) >= 88))
        };
        let wished = self.instructions.iter().any(|one| matches!(one, Instruction::Answer { with: Reply::Accept, .. }));
        let harmless = meant("cookies", &text) || meant("cookies", why) || wished;
        let button = called("accept").or_else(|| called("close")).and_then(|at| nodes[at].target);
        if let Some(target) = button.filter(|_| harmless) {
            self.memory.phase = Phase::Cleared;
            let text = self.say(Sentence::Clicking, &[("what", &self.page.describe(target))]);
            return Some(Said::one(text, "click", json!({ "ref": target.to_string() })));
        }
        let targets: Vec<_> = buttons.iter().filter_map(|at| nodes[*at].target).take(4).collect();
        if targets.is_empty() {
            return None;
        }
        let choices = self.choices(&targets);
        let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
        self.memory.phase = Phase::Asked(Asked::Which { choices, clears: true });
        let what = nodes[dialog].describe();
        Some(self.ask(&self.say(Sentence::Covered, &[("what", &what)]), &names))
    }
}

/// Whether the page may have come to rest by the next look, so that the same can be tried on it.
fn is_passing(code: FailCode) -> bool {
    matches!(
        code,
        FailCode::StaleRef
            | FailCode::UnknownRef
            | FailCode::Moving
            | FailCode::TargetMoved
            | FailCode::Changed
            | FailCode::NotVisible
            | FailCode::Skipped
            | FailCode::DialogOpen
    )
}

/// The choice an answer names: by number, by name, or by words only one of them has.
fn pick<'c>(
    choices: &'c [Choice],
    reply: &str,
    ordinals: &std::collections::BTreeMap<String, i32>,
) -> Option<&'c Choice> {
    let said = words(reply);
    if let Some(same) = choices.iter().find(|choice| words(&choice.name) == said) {
        return Some(same);
    }
    let number = |word: &String| word.parse::<i32>().ok().or_else(|| ordinals.get(word).copied());
    let numbers: Vec<i32> = said.iter().filter_map(number).collect();
    if let [number] = numbers.as_slice() {
        let by_number = usize::try_from(number - 1).map_or_else(|_| choices.last(), |index| choices.get(index));
        if by_number.is_some() {
            return by_number;
        }
    }
    let score = |choice: &Choice| {
        let own = words(&choice.name);
        said.iter().filter(|word| own.contains(word)).count()
    };
    let best = choices.iter().map(score).max().filter(|best| *best > 0)?;
    let mut fitting = choices.iter().filter(|choice| score(choice) == best);
    let first = fitting.next();
    if fitting.next().is_none() { first } else { None }
}
