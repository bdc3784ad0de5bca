//! Asks the person for a secret that neither the brain nor the journal may see.

use webhand_model::{
    BrowserOwner, FailCode, Millis, Origin, Outcome, PersonReply, Question, QuestionKind, SecretName, SecretUse,
    Snapshot, clean, truncate,
};

use crate::Run;
use crate::calls::{finish_asked_call, finish_call};
use crate::state::{PagePresence, QuestionSubject, State};

pub(crate) fn ask_secret(run: &mut Run, question: &str, name: String, now: Millis) -> State {
    if run.is_outside() {
        let text = "Here nobody can enter a secret; `hand_over` the browser for it.";
        return finish_call(run, &Outcome::failed(FailCode::Unsupported, text), now);
    }
    if run.task().browser_owner == BrowserOwner::Person {
        let text = "webhand did not start this browser, so no secret is entered here; `hand_over` the browser for it.";
        return finish_call(run, &Outcome::failed(FailCode::Unsupported, text), now);
    }
    let name = match SecretName::try_from(name) {
        Ok(name) => name,
        Err(error) => return finish_call(run, &Outcome::failed(FailCode::BadCall, error.to_string()), now),
    };
    let origin = run.memory.page().map_or_else(Origin::opaque, Snapshot::origin);
    if origin == Origin::opaque() {
        let text = "This page is nobody's, so nothing can be entered for it; open the page that wants it first.";
        return finish_call(run, &Outcome::failed(FailCode::BadCall, text), now);
    }
    let detail = format!(
        "It is typed on {origin} only. Neither the brain nor the journal sees it, and it is forgotten with this browser."
    );
    let wanted = SecretUse { name, origin };
    let question = Question {
        kind: QuestionKind::Secret(wanted.clone()),
        text: truncate(&clean(question), LONGEST_QUESTION).into_owned(),
        details: vec![detail],
        options: Vec::new(),
        ..Question::default()
    };
    run.ask_person(question, QuestionSubject::Secret(wanted))
}

pub(crate) fn apply_secret_reply(
    run: &mut Run,
    wanted: SecretUse,
    page: PagePresence,
    reply: PersonReply,
    now: Millis,
) -> State {
    let SecretUse { name, origin } = wanted;
    let outcome = match reply {
        PersonReply::Entered => {
            let text = format!("The person entered it. Fill it in on {origin} as {}.", name.placeholder());
            run.permissions.secrets.add(name, origin);
            Outcome::done(text)
        }
        PersonReply::Text(text) => Outcome::done(text),
        PersonReply::Yes | PersonReply::YesToKind | PersonReply::No => Outcome::refused("The person did not enter it."),
    };
    finish_asked_call(run, page, &outcome, now)
}

const LONGEST_QUESTION: usize = 500;
