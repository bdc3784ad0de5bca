//! Keeps personal data from a model: the model reads placeholders, and its answer is given the values back.
//!
//! Invariants: the request holds a placeholder for everything that [`PersonalData`] finds, and no picture in which it can be
//! read; the answer that enters the run holds the values, so journal, report and browser know nothing of placeholders. The
//! placeholders of a conversation are recorded in its answers ([`BrainAnswer::personal`]), so that nothing is kept between
//! two calls. Only the provider's own record of a turn keeps its placeholders, because it goes back unchanged.
//!
//! Start reading at [`RedactingBrain`]. Absent on purpose: the decision for which models this is done (`client::open`).

mod picture;
mod prompt;

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_guard::{LiveRestorer, PersonalData};
use webhand_model::{BrainAnswer, ChatExchange};
use webhand_port::{Brain, BrainError, BrainRequest, ChatRequest};

use picture::PictureForModel;
pub use picture::redact_look;

/// A brain that is shown placeholders in the place of personal data.
pub struct RedactingBrain {
    brain: Arc<dyn Brain>,
}

impl RedactingBrain {
    #[must_use]
    pub fn new(brain: Arc<dyn Brain>) -> Self {
        Self { brain }
    }

    async fn decide(&self, request: BrainRequest<'_>) -> Result<BrainAnswer, BrainError> {
        let mut table = PersonalData::after(request.prompt.turns.iter().flat_map(|turn| &turn.answer.personal));
        let mut prompt = prompt::redact(&mut table, request.prompt);
        let picture = picture::redact(&table, request.prompt, request.picture);
        if !table.is_empty() {
            prompt.observation.notes.push(EXPLANATION.to_owned());
        }
        if picture == PictureForModel::Withheld {
            prompt.observation.notes.push(NO_PICTURE.to_owned());
        }
        let restorer = Mutex::new(LiveRestorer::new(&table));
        let show = |piece: &str| show_restored(&restorer, piece, request.live);
        let redacted =
            BrainRequest { prompt: &prompt, picture: picture.shown(request.picture), live: &show, ..request };
        let answer = self.brain.answer(redacted).await?;
        show_rest(&restorer, request.live);
        Ok(restored(&table, answer))
    }

    async fn talk(&self, request: ChatRequest<'_>) -> Result<BrainAnswer, BrainError> {
        let mut table = PersonalData::default();
        let before: Vec<ChatExchange> =
            request.before.iter().map(|exchange| prompt::redact_exchange(&mut table, exchange)).collect();
        let mut message = table.redact(request.message);
        if !table.is_empty() {
            message = format!("{message}\n\n({EXPLANATION})");
        }
        let restorer = Mutex::new(LiveRestorer::new(&table));
        let show = |piece: &str| show_restored(&restorer, piece, request.live);
        let answer = self.brain.reply(ChatRequest { before: &before, message: &message, live: &show }).await?;
        show_rest(&restorer, request.live);
        Ok(restored(&table, answer))
    }
}

impl Brain for RedactingBrain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.decide(request).boxed()
    }

    fn reply<'a>(&'a self, request: ChatRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.talk(request).boxed()
    }

    fn talks(&self) -> bool {
        self.brain.talks()
    }

    fn sees_pictures(&self) -> bool {
        self.brain.sees_pictures()
    }

    fn needs_whole_pages(&self) -> bool {
        self.brain.needs_whole_pages()
    }
}

/// The answer with the values in the place of their placeholders, and a record of the new ones.
fn restored(table: &PersonalData, mut answer: BrainAnswer) -> BrainAnswer {
    answer.text = table.restore(&answer.text);
    for call in &mut answer.calls {
        table.restore_json(&mut call.arguments);
    }
    for caution in &mut answer.cautions {
        caution.why = table.restore(&caution.why);
    }
    answer.personal = table.new_values().to_vec();
    answer
}

fn show_restored(restorer: &Mutex<LiveRestorer<'_>>, piece: &str, live: webhand_port::Live<'_>) {
    let text = restorer.lock().unwrap_or_else(PoisonError::into_inner).push(piece);
    if !text.is_empty() {
        live(&text);
    }
}

fn show_rest(restorer: &Mutex<LiveRestorer<'_>>, live: webhand_port::Live<'_>) {
    let rest = restorer.lock().unwrap_or_else(PoisonError::into_inner).finish();
    if !rest.is_empty() {
        live(&rest);
    }
}

const EXPLANATION: &str = "Words such as [[email-1]] stand for personal data that is kept from you. Write the word exactly \
     as it is wherever its value belongs, in calls and in answers: the value is put in its place.";
const NO_PICTURE: &str = "The picture is withheld, because it may show personal data. Go on with the text.";

#[cfg(test)]
mod tests;
