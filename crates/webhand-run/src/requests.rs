//! Held requests: ruled on one by one before the call that started them counts as finished.

use webhand_guard::{PendingRequest, RequestResolution, RequestVerdict, judge_request};
use webhand_model::{FailCode, Millis, Outcome, OutcomeStatus, PersonReply, RunOutcome};

use crate::state::State;
use crate::{Effect, Run};

impl Run {
    /// Rules on the next held request, or finishes the call when there is none.
    pub(crate) fn next_request(&mut self, now: Millis) -> State {
        let Some(request) = self.held.pop_front() else {
            let outcome = self.batch.as_mut().and_then(|batch| batch.under_way.take());
            return match outcome {
                Some(outcome) => self.finish_call(&outcome, now),
                None => self.observe(),
            };
        };
        if self.batch.as_ref().is_some_and(|batch| batch.is_withdrawn) {
            return self.rule(RequestResolution::stop(request), true);
        }
        if let Some(asked) = self.standing_yes_to_request.take_if(|asked| asked.is_about(&request)) {
            return self.rule(RequestResolution::by_user(asked.moved_to(&request)), false);
        }
        match judge_request(request, &self.policy, &mut self.ticket) {
            RequestVerdict::Rule(ruling) => self.rule(ruling, false),
            RequestVerdict::Ask { asked, question } => {
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingRequest { asked, question }
            }
        }
    }

    pub(crate) fn person_on_request(&mut self, asked: PendingRequest, reply: &PersonReply) -> State {
        match reply {
            PersonReply::Yes if self.page_gone => {
                self.standing_yes_to_request = Some(asked);
                self.remember_yes()
            }
            PersonReply::Yes => self.rule(RequestResolution::by_user(asked), false),
            PersonReply::No | PersonReply::Entered | PersonReply::Text(_) if self.page_gone => {
                let text = "The person refused what the page wanted to send; it was not sent.";
                self.return_to_page(&Outcome::refused(text))
            }
            PersonReply::No | PersonReply::Entered | PersonReply::Text(_) => {
                self.refusals += 1;
                self.rule(RequestResolution::stop(asked.request().clone()), true)
            }
        }
    }

    pub(crate) fn rule(&mut self, ruling: RequestResolution, refused: bool) -> State {
        self.emit(Effect::Rule(ruling));
        State::ResolvingRequest { refused }
    }

    /// Joins what came of the request to what came of the call.
    pub(crate) fn ruled(&mut self, refused: bool, outcome: Outcome, now: Millis) -> State {
        if refused && self.has_refused_enough() {
            return self
                .finish(RunOutcome::Refused { reason: "The person refused what the page wanted to send.".to_owned() });
        }
        self.wants_picture = true;
        self.held.extend(outcome.held.iter().cloned());
        if let Some(batch) = &mut self.batch {
            batch.has_sent |= !refused;
        }
        let is_withdrawn = self.batch.as_ref().is_some_and(|batch| batch.is_withdrawn);
        if let Some(call) = self.batch.as_mut().and_then(|batch| batch.under_way.as_mut()) {
            // What was seen of a page that is gone has refs that mean nothing any more.
            let earlier = call.visible_changes.take().filter(|_| refused || !outcome.has_left_page());
            call.changes.extend(outcome.changes);
            if refused {
                call.status = OutcomeStatus::Refused;
                call.text.push_str(if is_withdrawn {
                    "; but nobody had allowed what the page then wanted to send, so it was not sent"
                } else {
                    "; but the person refused what the page then wanted to send, so it was not sent"
                });
            } else {
                // What a page wanted to send when it was left went with it, and the call did what it was to do.
                let went_with_its_page =
                    outcome.status == OutcomeStatus::Failed(FailCode::Gone) && call.has_left_page();
                if outcome.status != OutcomeStatus::Done && !went_with_its_page {
                    call.status = outcome.status;
                }
                call.text.push_str("; ");
                call.text.push_str(&outcome.text);
            }
            call.visible_changes = joined(earlier, outcome.visible_changes.filter(|_| !refused));
        }
        self.next_request(now)
    }
}

/// What an action changed on the page, and below it what the answer to its request changed.
fn joined(first: Option<String>, then: Option<String>) -> Option<String> {
    match (first, then) {
        (Some(first), Some(then)) => Some(format!("{}\n{then}", first.trim_end())),
        (first, then) => first.or(then),
    }
}
