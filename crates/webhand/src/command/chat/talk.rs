//! A message that is answered in words: the model is asked, and no browser is started.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use webhand_port::Saying;

use super::{Came, Chat, Next};
use crate::terminal::{Show, Style};
use crate::words;
use crate::work::{Signal, Signals};

impl Chat {
    /// Asks the model. What it says is shown while it comes in, where somebody reads it.
    pub(super) async fn talk(&mut self, message: &str) -> Result<Came> {
        if !self.prepared.brain.talks() {
            return Ok(Came::Excuse(SPEECHLESS.to_owned()));
        }
        let began = Instant::now();
        let (before, streamed) = (self.memory.told(), Mutex::new(String::new()));
        self.screen.show(Show::wait("thinking"));
        let live = |piece: &str| {
            if self.style != Style::Json {
                self.screen.show(Show::Words(piece.to_owned()));
                streamed.lock().unwrap_or_else(PoisonError::into_inner).push_str(piece);
            }
        };
        let asked = self.prepared.brain.reply(Saying { before: &before, message, live: &live });
        let answered = tokio::select! {
            answered = asked => Ok(answered),
            next = stopped(&mut self.signals) => Err(next),
        };
        self.screen.show(Show::WordsOver);
        self.screen.show(Show::wait(""));
        let answer = match answered {
            Ok(answered) => answered?,
            Err(next) => return Ok(Came::Stopped(next)),
        };
        let streamed = streamed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let took = words::duration(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        Ok(Came::Words { streamed, took, answer })
    }
}

/// Waits until the person, or the system, wants it to end, and says what then.
async fn stopped(signals: &mut Signals) -> Next {
    loop {
        match signals.next().await {
            Signal::Interrupt => return Next::Listen,
            Signal::Terminate => return Next::Leave,
            Signal::TakeOver => {}
        }
    }
}

const SPEECHLESS: &str = "The literal brain only works in the browser: /browse does that with any message. To be \
     answered in words, name a model: webhand chat --brain PROVIDER/MODEL (webhand models lists what there is).";
