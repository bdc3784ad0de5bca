//! Questions that only the person can answer, and the handover of the browser to them.

pub(crate) mod budget_question;
pub(crate) mod debugger_question;
pub(crate) mod handover;
pub(crate) mod secret_question;
pub(crate) mod told;

use webhand_model::{Millis, PersonReply};

use crate::Run;
use crate::calls::{self, action, requests};
use crate::state::{PagePresence, QuestionSubject, State};

/// Applies the person's reply to what they were asked about.
pub(crate) fn apply_reply(
    run: &mut Run,
    subject: QuestionSubject,
    page: PagePresence,
    reply: PersonReply,
    now: Millis,
) -> State {
    match subject {
        QuestionSubject::Action(asked) => action::apply_action_reply(run, *asked, page, &reply, now),
        QuestionSubject::Request { asked, requests } => {
            requests::apply_request_reply(run, asked, *requests, page, &reply, now)
        }
        QuestionSubject::Brain => calls::answer_brain(run, page, reply, now),
        QuestionSubject::Secret(wanted) => secret_question::apply_secret_reply(run, wanted, page, reply, now),
        QuestionSubject::Budget(resource) => budget_question::apply_budget_reply(run, resource, page, &reply, now),
        QuestionSubject::Debugger(outcome) => debugger_question::apply_debugger_reply(run, *outcome, page, &reply, now),
    }
}
