//! A process that ends anywhere, and the next one that goes on.

use std::sync::Arc;

use futures_util::FutureExt as _;
use webhand_port::Brain as _;

use super::brain::brain;
use super::page::FakePage;
use super::{click, nonce_in, prompt, request};

fn model(message: &str) -> String {
    if nonce_in(message).is_empty() { "OK".to_owned() } else { click(message) }
}

#[test]
fn after_a_crash_anywhere_every_message_is_in_the_chat_once() {
    let mut crashes = 0;
    for calls in 1..400 {
        let page = Arc::new(FakePage::new(model));
        "mine".clone_into(&mut page.site().composer);
        page.site().calls_left = calls;
        let prompt = prompt(Vec::new());
        let first = brain(&page, "chat-tab:claude?message=1000");
        let finished = first.answer(request(&prompt)).now_or_never();
        page.site().calls_left = usize::MAX;
        if finished.is_none() {
            crashes += 1;
        }
        // The answer of the first process was not written down either way.
        let second = brain(&page, "chat-tab:claude?message=1000");
        let answer = second.answer(request(&prompt)).now_or_never().unwrap().unwrap();
        assert_eq!(answer.calls.len(), 1);
        let mut messages = page.messages();
        let all = messages.len();
        messages.sort();
        messages.dedup();
        assert_eq!(messages.len(), all, "after {calls} calls something was said twice");
        assert!(page.site().composer == "mine" || page.site().composer.is_empty(), "{}", page.site().composer);
        if finished.is_some() {
            break;
        }
    }
    assert!(crashes > 20, "{crashes}");
}
