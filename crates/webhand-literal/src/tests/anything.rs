use proptest::prelude::*;
use serde_json::json;
use webhand_model::{FailCode, OutcomeStatus, ToolResult, Turn};

use super::pages::{Play, page};
use crate::decide;

/// Sentences put together from words that mean something, in any order.
fn sentence() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "click",
        "type",
        "into",
        "Name",
        "and",
        "then",
        "search",
        "for",
        "in",
        "mail",
        "\"",
        "«a b»",
        ",",
        ".",
        "what",
        "tell me",
        "busca",
        "en",
        "mis correos",
        "qué",
        "mandó",
        "Ernesto",
        "y",
        "dime",
        "choose",
        "from",
        "the",
        "second",
        "fill in",
        "with",
        "open",
        "example.com",
        "x",
        "press",
        "Enter",
        "accept",
        "wait",
        "how many",
        "rellena",
        "con",
        "elige",
        "lee",
        "'",
        "¿",
        "?",
    ]);
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn ends() -> impl Strategy<Value = OutcomeStatus> {
    prop::sample::select(vec![
        OutcomeStatus::Done,
        OutcomeStatus::Refused,
        OutcomeStatus::InDoubt,
        OutcomeStatus::Failed(FailCode::Covered),
        OutcomeStatus::Failed(FailCode::StaleRef),
        OutcomeStatus::Failed(FailCode::TimedOut),
        OutcomeStatus::Failed(FailCode::WrongKind),
    ])
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(task in any::<String>()) {
        Play::new(&task, page("Town", "link Home\ntextbox Name")).decide();
    }

    #[test]
    fn any_instruction_on_any_page_comes_to_an_end(
        task in sentence(),
        lines in prop::collection::vec("(  ){0,3}\\*?(button|link|row|listitem|textbox|searchbox|dialog|option|combobox) [a-zA-Z ]{0,12}", 0..12),
        results in prop::collection::vec((ends(), ".{0,20}"), 12),
    ) {
        let mut play = Play::new(&task, page("Town", &lines.join("\n")));
        for (end, text) in results {
            let calls = play.decide();
            if calls.starts_with("done") || calls.starts_with("fail") {
                break;
            }
            play.after(end, &text, page("Town", &lines.join("\n")));
        }
    }

    #[test]
    fn foreign_memories_do_no_harm(next in any::<usize>(), phase in ".{0,12}") {
        let play = Play::new("click Home", page("Town", "link Home"));
        let mut prompt = play.prompt();
        let mut answer = play.answer();
        answer.opaque = Some(json!({"literal": {"next": next, "phase": phase}}));
        prompt.turns.push(Turn { answer, results: vec![ToolResult::new(OutcomeStatus::Done, "")] });
        prop_assert!(!decide(&prompt).calls.is_empty());
    }
}
