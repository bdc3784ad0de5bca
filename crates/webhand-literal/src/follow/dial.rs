//! Sets sliders and spinners to a number: typed where that is possible, else turned by keys until it shows.

use serde_json::json;
use webhand_model::Ref;

use crate::context::{DecisionContext, NextCalls};
use crate::follow::explore::look_further;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::matching::{Match, TargetUse, find_all};
use crate::page::PageIndex;
use crate::progress::Phase;

/// The most keys pressed in one go, and the most goes for one control.
const MOST_PRESSES: u32 = 20;
const MOST_GOES: u32 = 400;

/// One number for each control of this name, in reading order; nothing when all are set.
pub(crate) fn set_dials(context: &mut DecisionContext<'_>, phrase: &Phrase, values: &[String]) -> Option<NextCalls> {
    let value = values.get(context.progress.instruction.handled.len())?;
    let mut controls = find_dials(context, phrase);
    if controls.is_empty() {
        controls = find_all(&context.page, phrase, TargetUse::List, &context.progress.subject);
    }
    let target = match (controls.as_slice(), values.len()) {
        ([], _) => match context.find(phrase, TargetUse::Field) {
            Match::One(target) => target,
            Match::Several(_) => return context.locate(phrase, TargetUse::Field).err(),
            Match::Nothing(near) => return Some(look_further(context, phrase, &near)),
        },
        ([only], _) => *only,
        (several, 1) if phrase.ordinal.is_none() => {
            let several = several.to_vec();
            return Some(context.ask_which(phrase, &several));
        }
        (several, _) => *several.get(context.progress.instruction.handled.len()).or(several.last())?,
    };
    turn_dial(context, target, value, values.len())
}

/// Controls that say they can be turned: those of the name, or all.
fn find_dials(context: &DecisionContext<'_>, phrase: &Phrase) -> Vec<Ref> {
    let turns = |target: &Ref| {
        context.page.snapshot.node(*target).is_some_and(|node| matches!(node.role.as_str(), "slider" | "spinbutton"))
    };
    let named: Vec<Ref> =
        find_all(&context.page, phrase, TargetUse::List, &context.progress.subject).into_iter().filter(turns).collect();
    let all = || context.page.nodes().iter().filter_map(|node| node.target).filter(turns).collect();
    if named.is_empty() { all() } else { named }
}

fn turn_dial(context: &mut DecisionContext<'_>, target: Ref, value: &str, count: usize) -> Option<NextCalls> {
    let nodes = context.page.nodes();
    let at = nodes.iter().position(|node| node.target == Some(target))?;
    let what = context.page.describe(target);
    let text = context.sentence(Sentence::Setting, &[("what", &what), ("value", value)]);
    let spins = nodes[at].role == "spinbutton";
    if spins && !context.progress.instruction.retried {
        context.record_action(Sentence::DidSet, &what, value);
        context.progress.instruction.handled.push(target.to_string());
        context.progress.instruction.phase =
            if count == context.progress.instruction.handled.len() { Phase::Acted } else { Phase::Fresh };
        return Some(NextCalls::one(text, "fill", json!({ "ref": target.to_string(), "value": value })));
    }
    let (Some(now), Ok(wanted)) = (shown_number(&context.page, at), value.parse::<f64>()) else {
        return Some(context.fail(&context.sentence(Sentence::CannotSet, &[("what", &what), ("value", value)])));
    };
    let (before, presses) = if let Phase::DialTurned { before, presses } = &context.progress.instruction.phase {
        (before.parse::<f64>().ok(), *presses)
    } else {
        (None, 0)
    };
    if (now - wanted).abs() < 1e-9 {
        context.record_action(Sentence::DidSet, &what, value);
        context.progress.instruction.handled.push(target.to_string());
        context.progress.instruction.phase = Phase::Fresh;
        return (context.progress.instruction.handled.len() < count)
            .then(|| NextCalls::one(text, "focus", json!({ "ref": target.to_string() })));
    }
    // One press shows how far a press goes.
    let step = before.filter(|_| presses > 0).map(|before| (now - before).abs() / f64::from(presses.min(MOST_PRESSES)));
    if step == Some(0.0) || presses > MOST_GOES {
        return Some(context.fail(&context.sentence(Sentence::CannotSet, &[("what", &what), ("value", value)])));
    }
    let needed = step.map_or(1.0, |step| ((wanted - now).abs() / step).floor()).clamp(1.0, f64::from(MOST_PRESSES));
    let presses = (1..=MOST_PRESSES).take_while(|number| f64::from(*number) <= needed).last().unwrap_or(1);
    let key = match (spins, wanted > now) {
        (true, true) => "ArrowUp",
        (true, false) => "ArrowDown",
        (false, true) => "ArrowRight",
        (false, false) => "ArrowLeft",
    };
    context.progress.instruction.phase = Phase::DialTurned { before: now.to_string(), presses };
    let press = ("press", json!({ "key": key, "ref": target.to_string() }));
    Some(NextCalls { text, calls: vec![press; usize::try_from(presses).unwrap_or(1)] })
}

/// The number a control shows: its own value, or the one that stands beside it.
fn shown_number(page: &PageIndex<'_>, at: usize) -> Option<f64> {
    let nodes = page.nodes();
    let own = nodes[at].value.as_deref().and_then(|value| value.trim().parse().ok());
    let beside = || nodes[at + 1..].iter().take(2).find_map(|node| node.name.trim().parse().ok());
    own.or_else(beside)
}
