//! Requests for an answer in words, without a page.

use futures_util::FutureExt as _;
use webhand_port::{Brain as _, ChatRequest};

use crate::LiteralBrain;

#[test]
fn a_message_without_a_task_is_referred_to_a_model() {
    assert!(!LiteralBrain.talks());
    let request = ChatRequest { before: &[], message: "Where is it?", live: &|_| {} };
    let reply = LiteralBrain.reply(request).now_or_never().expect("it answers at once");
    assert!(reply.unwrap_err().to_string().contains("name a model"));
}
