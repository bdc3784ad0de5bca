//! Sets sliders and spinners to a number: typed where that is possible, else turned by keys until it shows.

use serde_json::json;
use webhand_model::Ref;

use super::ground::{Found, Want, ground_all};
use super::memory::Phase;
use super::mind::{Mind, Said};
use super::phrase::Phrase;
use super::say::Sentence;

/// The most keys pressed in one go, and the most goes for one control.
const MOST_PRESSES: u32 = 20;
const MOST_GOES: u32 = 400;

impl Mind<'_> {
    /// One number for each control of this name, in reading order; nothing when all are set.
    pub(super) fn dial(&mut self, phrase: &Phrase, values: &[String]) -> Option<Said> {
        let value = values.get(self.memory.done.len())?;
        let mut controls = self.turnable(phrase);
        if controls.is_empty() {
            controls = ground_all(&self.page, phrase, Want::List, &self.memory.within);
        }
        let target = match (controls.as_slice(), values.len()) {
            ([], _) => match self.ground(phrase, Want::Field) {
                Found::One(target) => target,
                Found::Several(_) => return self.locate(phrase, Want::Field).err(),
                Found::Nothing(near) => return Some(self.look_further(phrase, &near)),
            },
            ([only], _) => *only,
            (several, 1) if phrase.ordinal.is_none() => {
                let several = several.to_vec();
                return Some(self.ask_which(phrase, &several));
            }
            (several, _) => *several.get(self.memory.done.len()).or(several.last())?,
        };
        self.turn(target, value, values.len())
    }

    /// Controls that say they can be turned: those of the name, or all.
    fn turnable(&self, phrase: &Phrase) -> Vec<Ref> {
        let turns = |target: &Ref| {
            self.page.snapshot.node(*target).is_some_and(|node| matches!(node.role.as_str(), "slider" | "spinbutton"))
        };
        let named: Vec<Ref> =
            ground_all(&self.page, phrase, Want::List, &self.memory.within).into_iter().filter(turns).collect();
        let all = || self.page.nodes().iter().filter_map(|node| node.target).filter(turns).collect();
        if named.is_empty() { all() } else { named }
    }

    fn turn(&mut self, target: Ref, value: &str, count: usize) -> Option<Said> {
        let nodes = self.page.nodes();
        let at = nodes.iter().position(|node| node.target == Some(target))?;
        let what = self.page.describe(target);
        let text = self.say(Sentence::Setting, &[("what", &what), ("value", value)]);
        let spins = nodes[at].role == "spinbutton";
        if spins && !self.memory.tried {
            self.did(Sentence::DidSet, &what, value);
            self.memory.done.push(target.to_string());
            self.memory.phase = if count == self.memory.done.len() { Phase::Acted } else { Phase::Fresh };
            return Some(Said::one(text, "fill", json!({ "ref": target.to_string(), "value": value })));
        }
        let (Some(now), Ok(wanted)) = (self.dial_shows(at), value.parse::<f64>()) else {
            return Some(self.fail(&self.say(Sentence::CannotSet, &[("what", &what), ("value", value)])));
        };
        let (before, presses) = if let Phase::Turned { before, presses } = &self.memory.phase {
            (before.parse::<f64>().ok(), *presses)
        } else {
            (None, 0)
        };
        if (now - wanted).abs() < 1e-9 {
            self.did(Sentence::DidSet, &what, value);
            self.memory.done.push(target.to_string());
            self.memory.phase = Phase::Fresh;
            return (self.memory.done.len() < count)
                .then(|| Said::one(text, "focus", json!({ "ref": target.to_string() })));
        }
        // One press shows how far a press goes.
        let step =
            before.filter(|_| presses > 0).map(|before| (now - before).abs() / f64::from(presses.min(MOST_PRESSES)));
        if step == Some(0.0) || presses > MOST_GOES {
            return Some(self.fail(&self.say(Sentence::CannotSet, &[("what", &what), ("value", value)])));
        }
        let needed = step.map_or(1.0, |step| ((wanted - now).abs() / step).floor()).clamp(1.0, f64::from(MOST_PRESSES));
        let presses = (1..=MOST_PRESSES).take_while(|number| f64::from(*number) <= needed).last().unwrap_or(1);
        let key = match (spins, wanted > now) {
            (true, true) => "ArrowUp",
            (true, false) => "ArrowDown",
            (false, true) => "ArrowRight",
            (false, false) => "ArrowLeft",
        };
        self.memory.phase = Phase::Turned { before: now.to_string(), presses };
        let press = ("press", json!({ "key": key, "ref": target.to_string() }));
        Some(Said { text, calls: vec![press; usize::try_from(presses).unwrap_or(1)] })
    }

    /// The number a control shows: its own value, or the one that stands beside it.
    fn dial_shows(&self, at: usize) -> Option<f64> {
        let nodes = self.page.nodes();
        let own = nodes[at].value.as_deref().and_then(|value| value.trim().parse().ok());
        let beside = || nodes[at + 1..].iter().take(2).find_map(|node| node.name.trim().parse().ok());
        own.or_else(beside)
    }
}
