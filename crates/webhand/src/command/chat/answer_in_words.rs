//! A message that is answered in words: the model replies, and no browser is started.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use webhand_port::ChatRequest;

use super::{AfterMessage, Chat, MessageResult};
use crate::display;
use crate::signals::{Signal, Signals};
use crate::terminal::{OutputStyle, ScreenUpdate};

impl Chat {
    /// Asks the model for a reply, and shows the reply while it comes in, unless a program reads the output.
    pub(super) async fn answer_in_words(&mut self, message: &str) -> Result<MessageResult> {
        if !self.prepared.brain.talks() {
            return Ok(MessageResult::Excuse(LITERAL_CANNOT_TALK.to_owned()));
        }
        let began = Instant::now();
        let (before, streamed) = (self.history.exchanges(), Mutex::new(String::new()));
        self.screen.show(ScreenUpdate::wait("thinking"));
        let live = |piece: &str| {
            if self.style != OutputStyle::Json {
                self.screen.show(ScreenUpdate::Words(piece.to_owned()));
                streamed.lock().unwrap_or_else(PoisonError::into_inner).push_str(piece);
            }
        };
        let asked = self.prepared.brain.reply(ChatRequest { before: &before, message, live: &live });
        let answered = tokio::select! {
            answered = asked => Ok(answered),
            next = wait_for_stop(&mut self.signals) => Err(next),
        };
        self.screen.show(ScreenUpdate::WordsOver);
        self.screen.show(ScreenUpdate::wait(""));
        let answer = match answered {
            Ok(answered) => answered?,
            Err(next) => return Ok(MessageResult::Stopped(next)),
        };
        let streamed = streamed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let took = display::duration(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        Ok(MessageResult::Words { streamed, took, answer })
    }
}

/// Waits until a signal stops the answer, and returns what happens next.
async fn wait_for_stop(signals: &mut Signals) -> AfterMessage {
    loop {
        match signals.next().await {
            Signal::Interrupt => return AfterMessage::Listen,
            Signal::Terminate => return AfterMessage::Leave,
            Signal::TakeOver => {}
        }
    }
}

const LITERAL_CANNOT_TALK: &str = "The literal brain only works in the browser: /browse does that with any message. To be \
     answered in words, name a model: webhand chat --brain PROVIDER/MODEL (webhand models lists what there is).";
