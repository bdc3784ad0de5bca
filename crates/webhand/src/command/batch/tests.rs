use clap::Parser;
use serde_json::json;

use super::*;

#[derive(Parser)]
struct BatchLine {
    #[command(flatten)]
    session: SessionArgs,
}

fn step(line: &str) -> Result<BatchStep> {
    BatchStep::parse(line, &BatchLine::parse_from(["batch", "--timeout", "7"]).session)
}

#[test]
fn a_line_is_words_as_in_a_shell_or_a_message() {
    let written = step(r#"fill e4 "Ana Torres"   # who it is for"#).unwrap();
    let message = step(r#"{"type":"fill","params":{"ref":"e4","value":"Ana Torres"}}"#).unwrap();
    assert_eq!(written, message);
    assert_eq!(json!(written.verb.params), json!({"ref": "e4", "value": "Ana Torres"}));
    assert_eq!(step("webhand back").unwrap().verb.name, "back");
}

#[test]
fn a_line_may_have_its_own_time_but_not_its_own_session() {
    let own = step("click e3 --timeout 2 --snapshot").unwrap();
    assert_eq!((own.seconds, own.then_look), (2, true));
    assert_eq!(step("click e3").unwrap().seconds, 7);
    for line in ["click e3 --session other", "click e3 --allow all"] {
        assert!(step(line).unwrap_err().to_string().contains("behind `webhand batch`"), "{line}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused_in_one_line() {
    for line in
        ["click", "nonsense", "fill e4 'open quote", "{\"type\": 3}", "{\"type\":\"click\",\"extra\":1}", "--help"]
    {
        let error = step(line).unwrap_err();
        assert!(error.is::<UsageError>() && error.to_string().lines().count() == 1, "{line}: {error}");
    }
    assert!(step("fill e4").unwrap_err().to_string().contains("<VALUE>"), "what is missing is named");
    assert!(step("scroll sideways").unwrap_err().to_string().contains("possible values: up, down"));
}
