//! Learning where the parts of a chat page are, from one message that the person writes.
//!
//! The elements that the person touched become candidates that stand before the known ones. They are kept only after a
//! message of webhand's own, sent with them, was answered with its nonce; after two failed proofs they are dropped.

use std::time::Duration;

use webhand_port::{ChatPage, ChatPageError};
use webhand_wire::chat::{ChatAdapter, ChatCommand, ChatReply, ChatRole, LearnStep, LearnedRole};

use super::adapters::{Adapters, candidates_mut};
use super::answer::AnswerContent;
use super::failure::ChatFailure;
use super::nonce::Marks;
use super::script::{ask, choose, perform};
use super::turn::{ChatTurn, Expected, Message, TurnInput, TurnStep};
use crate::spec::ChatTabSpec;

/// The outcome of learning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LearnOutcome {
    /// The adapter with the learned candidates, which have proven themselves.
    Promoted(Box<ChatAdapter>),
    /// Two messages with the learned candidates failed; why the last one did.
    Dropped(String),
}

/// Why nothing was learned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    #[error("{0}")]
    Page(String),
    #[error("no message was seen within {0} s; run it again and write one message in the chat")]
    NothingSeen(u64),
    #[error("the message was seen, but not its {0}; write a message that is answered, and run it again")]
    Incomplete(&'static str),
}

/// Watches the person write one message, and proves what it learned by a message of its own.
///
/// # Errors
/// When the page cannot be used, or nothing was seen in time.
pub async fn learn(
    page: &dyn ChatPage,
    spec: &ChatTabSpec,
    adapters: &Adapters,
    within: Duration,
) -> Result<LearnOutcome, LearnError> {
    let failed = |failure: ChatFailure| LearnError::Page(failure.advice(spec.name()));
    let mut adapter = choose(page, spec, adapters).await.map_err(failed)?.adapter;
    let learned = watch_person(page, &adapter, within).await?;
    prepend(&mut adapter, &learned)?;
    let seed = page.random();
    let mut last = String::new();
    for number in 1..=PROOFS {
        match prove(page, &adapter, Marks::new(seed, number)).await {
            Ok(()) => return Ok(LearnOutcome::Promoted(Box::new(adapter))),
            Err(failure) => last = failure.advice(&adapter.title),
        }
    }
    Ok(LearnOutcome::Dropped(last))
}

async fn watch_person(
    page: &dyn ChatPage,
    adapter: &ChatAdapter,
    within: Duration,
) -> Result<Vec<LearnedRole>, LearnError> {
    let until = page.now().0.saturating_add(u64::try_from(within.as_millis()).unwrap_or(u64::MAX));
    let mut step = LearnStep::Begin;
    let mut seen = Vec::new();
    page.show("write one short message in the chat and send it");
    while page.now().0 < until {
        match ask(page, adapter, ChatCommand::Learn { step }, ASKED_WITHIN).await {
            Ok(ChatReply::Learned { roles, sent }) => {
                step = LearnStep::Read;
                let has = |role| roles.iter().any(|learned| learned.role == role && !learned.candidates.is_empty());
                let is_whole = sent && NEEDED.iter().all(|(role, _)| has(*role));
                seen = roles;
                if is_whole {
                    break;
                }
            }
            Ok(ChatReply::Error { message, .. }) => return Err(LearnError::Page(message)),
            // The page went to the address of its chat; the script begins anew.
            Ok(_) | Err(ChatPageError::Reloaded) => step = LearnStep::Begin,
            Err(error) => return Err(LearnError::Page(error.to_string())),
        }
        page.pause(ASKED_EVERY).await;
    }
    // Whether it is listened to any longer does not matter to anybody.
    let _ = ask(page, adapter, ChatCommand::Learn { step: LearnStep::End }, ASKED_WITHIN).await;
    if seen.is_empty() { Err(LearnError::NothingSeen(within.as_secs())) } else { Ok(seen) }
}

/// Puts the learned candidates before the known ones.
fn prepend(adapter: &mut ChatAdapter, learned: &[LearnedRole]) -> Result<(), LearnError> {
    for (role, name) in NEEDED {
        let known = !candidates_mut(adapter, role).is_empty();
        let is_learned = learned.iter().any(|learned| learned.role == role && !learned.candidates.is_empty());
        if !known && !is_learned {
            return Err(LearnError::Incomplete(name));
        }
    }
    for LearnedRole { role, candidates } in learned {
        let known = candidates_mut(adapter, *role);
        known.retain(|one| one.seen != LEARNED);
        let new = candidates.iter().take(MOST_LEARNED).cloned().map(|mut one| {
            LEARNED.clone_into(&mut one.seen);
            one
        });
        known.splice(0..0, new);
    }
    Ok(())
}

/// Sends one message and wants its nonce back.
async fn prove(page: &dyn ChatPage, adapter: &ChatAdapter, marks: Marks) -> Result<(), ChatFailure> {
    let text = format!(
        "{}\nThis is a test of a program that reads this chat. Answer only with one json block: {{\"turn\": \"{}\", \
         \"final\": \"ready\"}}",
        marks.head, marks.nonce
    );
    let nonce = marks.nonce.clone();
    let expects = Expected::Commands;
    let message = Message { adapter, text, marks, expects, not_before: page.now(), may_be_sent: false };
    let mut turn = ChatTurn::new(message, String::new());
    let mut input = TurnInput::Begin;
    loop {
        input = match turn.handle(input, page.now()) {
            TurnStep::Over(outcome) => {
                let answer = outcome?;
                let content = AnswerContent::of(&answer.assistant.blocks, &nonce);
                return if content.is_command() { Ok(()) } else { Err(ChatFailure::NoCommand(NOT_BACK.to_owned())) };
            }
            step @ (TurnStep::Call { .. } | TurnStep::Insert(_) | TurnStep::Pause(_) | TurnStep::Keep(_)) => {
                perform(page, adapter, step).await
            }
        };
    }
}

/// The roles that an adapter cannot do without, with their names for the person.
const NEEDED: [(ChatRole, &str); 3] =
    [(ChatRole::Composer, "composer"), (ChatRole::UserTurn, "place in the chat"), (ChatRole::AssistantTurn, "answer")];
const LEARNED: &str = "learned";
const NOT_BACK: &str = "the word of the test did not come back";
const PROOFS: u32 = 2;
const MOST_LEARNED: usize = 8;
const ASKED_WITHIN: Duration = Duration::from_secs(10);
const ASKED_EVERY: Duration = Duration::from_millis(700);
