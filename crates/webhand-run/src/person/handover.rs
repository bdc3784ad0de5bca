//! The handover of the browser to the person: the brain hands it over for what only they can do, or they take it, and
//! then they give it back.
//!
//! Invariant: from [`Effect::HandOver`] until [`Effect::TakeBack`] is answered no other effect for the browser is emitted.

use webhand_model::{
    FailCode, Millis, Node, NodeState, Outcome, PersonReply, Question, QuestionKind, Snapshot, Visibility, clean,
    quote, truncate,
};

use crate::calls::{abandon_batch, finish_call_and_skip_rest};
use crate::outside::{drop_calls, given_up, reply_beside, reply_to_call, start_queued_call};
use crate::resume::note_new_browser;
use crate::state::{AfterOpening, QuestionSubject, State};
use crate::{Effect, Run};

/// The notes for the brain about handovers and captchas, each given once.
#[derive(Debug, Default)]
pub(crate) struct HandoverNotes {
    /// The person had the browser since the last look.
    had_browser: bool,
    /// The address of the page with the last captcha that the brain knows of.
    captcha_at: Option<String>,
}

impl HandoverNotes {
    /// Notes, once for each page, that it shows a captcha, which only a person may answer.
    pub(crate) fn note_captcha(&mut self, page: &Snapshot) -> Option<String> {
        let mut states = page.nodes.iter().filter(|node| node.in_view).flat_map(Node::parsed_states);
        let provider = states.find_map(NodeState::captcha)?;
        if self.captcha_at.as_deref() == Some(page.url.as_str()) {
            return None;
        }
        self.captcha_at = Some(page.url.clone());
        Some(format!(
            "The page shows a captcha ({provider}). It is the person's: if it stands in the way, hand_over the browser."
        ))
    }

    /// Notes, once, what is different since the person had the browser.
    pub(crate) fn describe_changes(&mut self, before: Option<&Snapshot>, page: &Snapshot) -> Option<String> {
        if !std::mem::take(&mut self.had_browser) {
            return None;
        }
        let before = before?;
        let mut facts = vec!["The person had the browser in between.".to_owned()];
        if before.url != page.url {
            let address = quote(&truncate(&before.url, MOST_NAMED));
            facts.push(format!("It showed {address} then; the address has changed."));
        }
        if before.tabs.len() != page.tabs.len() {
            facts.push(format!("There were {} tabs and are {} now.", before.tabs.len(), page.tabs.len()));
        }
        for (word, one, other) in [("New", page, before), ("Gone", before, page)] {
            let named = missing_in(one, other);
            if !named.is_empty() {
                facts.push(format!("{word}: {}.", named.join(", ")));
            }
        }
        Some(facts.join(" "))
    }
}

/// Hands the browser over; `what` is the brain's request to the person, if it made one.
pub(crate) fn hand_over(run: &mut Run, what: Option<String>) -> State {
    run.effects.emit(Effect::HandOver);
    State::HandingOver { what: what.map(|what| truncate(&clean(&what), LONGEST_REQUEST).into_owned()) }
}

/// Hands the browser over because the person wants it now. The action under way gets an outcome that says how certain it
/// is.
pub(crate) fn apply_takeover(run: &mut Run, state: State) -> State {
    if matches!(state, State::HandingOver { .. } | State::PersonHas { .. }) {
        return state;
    }
    let begun = !run.effects.drop_unsent();
    let has_lost_page = state.has_lost_page();
    let is_resolving = run.is_outside() && matches!(state, State::ResolvingRefs { .. });
    let outcome = outcome_of_interrupted(state, begun);
    if is_resolving {
        reply_beside(run, run.caller.current_call(), outcome);
        drop_calls(run, given_up());
    } else if run.is_outside() {
        drop_calls(run, outcome);
    } else {
        abandon_batch(run, &outcome, "the person took the browser");
    }
    if has_lost_page {
        return reopen_for_person(run, None);
    }
    hand_over(run, None)
}

/// The outcome of the action that the takeover interrupted.
fn outcome_of_interrupted(state: State, begun: bool) -> Outcome {
    match state {
        State::TakingBack { outcome } => outcome,
        State::Acting { action, .. } if begun && action.is_repeatable() => Outcome::failed(
            FailCode::TakenOver,
            format!(
                "The person took the browser during this {}. It changes nothing: repeat it if you need it.",
                action.name()
            ),
        ),
        State::Acting { action, .. } if begun => Outcome::in_doubt(format!(
            "The person took the browser during this {}: it may or may not have happened. Look before repeating it.",
            action.name()
        )),
        State::ResolvingRequest { requests, .. } if begun && requests.has_sent() => partly_sent(),
        State::AskingPerson { subject: QuestionSubject::Request { requests, .. }, .. }
            if begun && requests.has_sent() =>
        {
            partly_sent()
        }
        State::ResolvingRequest { refused: false, .. } if begun => Outcome::in_doubt(
            "The person took the browser while a request was being sent: it may or may not have arrived. Look before \
             repeating it.",
        ),
        State::ResolvingRequest { .. } | State::AskingPerson { subject: QuestionSubject::Request { .. }, .. } => {
            Outcome::refused("The person took the browser instead; what the page wanted to send was not sent.")
        }
        State::Arriving { .. }
        | State::Observing
        | State::Deciding
        | State::Waiting
        | State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::AskingPerson { .. }
        | State::Rechecking { .. }
        | State::Acting { .. }
        | State::Verifying { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::HandingOver { .. }
        | State::PersonHas { .. }
        | State::ChangingLevel { .. }
        | State::Resting { .. }
        | State::Parked
        | State::Over => {
            Outcome::failed(FailCode::TakenOver, "The person took the browser before this was done; nothing happened.")
        }
    }
}

/// Loads the last page in a new browser and hands the browser over.
pub(crate) fn reopen_for_person(run: &mut Run, what: Option<String>) -> State {
    note_new_browser(run);
    match run.memory.last_address(run.task()) {
        Some(url) => run.open_page(url, AfterOpening::HandOver { what }),
        None => hand_over(run, what),
    }
}

/// Asks the person to give the browser back; the run waits until they do.
pub(crate) fn ask_to_give_back(run: &mut Run, what: Option<String>, shown: Visibility) -> State {
    run.effects.emit(Effect::AskPerson(handover_question(what.as_deref(), shown)));
    State::PersonHas { what }
}

pub(crate) fn take_back(run: &mut Run, reply: &PersonReply) -> State {
    let outcome = match reply {
        PersonReply::Yes | PersonReply::YesToKind | PersonReply::Entered => {
            Outcome::done("The person did it and gave the browser back.")
        }
        PersonReply::No => Outcome::refused("The person gave the browser back and did not do it."),
        PersonReply::Text(text) => {
            Outcome::done(format!("The person gave the browser back and said {}.", quote(&clean(text))))
        }
    };
    run.effects.emit(Effect::TakeBack);
    State::TakingBack { outcome }
}

/// Goes on with a new look, because the person may have changed anything.
pub(crate) fn continue_after_handover(run: &mut Run, outcome: Outcome, now: Millis) -> State {
    run.memory.pictures.want();
    run.memory.handover.had_browser = true;
    match (run.is_outside(), run.caller.batch().is_some()) {
        (true, true) => reply_to_call(run, outcome, now),
        (true, false) => start_queued_call(run, now),
        (false, true) => finish_call_and_skip_rest(run, &outcome, "the person had the browser", now),
        (false, false) => run.observe(),
    }
}

/// The first few nodes of one look that the other does not have.
fn missing_in(one: &Snapshot, other: &Snapshot) -> Vec<String> {
    let is_there = |node: &Node| other.nodes.iter().any(|there| there.role == node.role && there.name == node.name);
    let absent = one.nodes.iter().filter(|node| !node.name.is_empty() && !is_there(node));
    absent.take(MOST_DIFFERENCES).map(|node| truncate(&node.describe(), MOST_NAMED).into_owned()).collect()
}

fn partly_sent() -> Outcome {
    Outcome::in_doubt("The person took the browser after a part of it was sent. Look before repeating it.")
}

fn handover_question(what: Option<&str>, shown: Visibility) -> Question {
    let text = match what {
        Some(what) => format!("The browser is yours: {what}"),
        None => "You have the browser. Nothing is done until you give it back.".to_owned(),
    };
    let how = match shown {
        Visibility::InWindow => {
            "Do it in its window; what you do there is neither recorded nor held. Then give it back."
        }
        Visibility::InDashboard => {
            "Do it in the picture of the dashboard; what you do there is neither recorded nor held. Then give it back."
        }
        Visibility::Nowhere => {
            "This browser has no window. `webhand runs resume RUN --browser visible` shows it; or answer in words, which the \
             brain reads and the journal keeps."
        }
    };
    Question {
        kind: QuestionKind::HandOver(shown),
        text,
        details: vec![how.to_owned()],
        options: Vec::new(),
        ..Question::default()
    }
}

/// The outcome of a call that an agent makes while the person has the browser.
pub(crate) fn browser_is_with_person() -> Outcome {
    let text = "The person has the browser; nothing was done. Call again when they have given it back.";
    Outcome::failed(FailCode::TakenOver, text)
}

const LONGEST_REQUEST: usize = 500;
const MOST_NAMED: usize = 120;
const MOST_DIFFERENCES: usize = 6;
