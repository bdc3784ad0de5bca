//! A brain fills a schema that the page alone does not.

use insta::assert_snapshot;
use serde_json::{Value, json};
use webhand_model::{BrainAnswer, FailCode, Input, Limits, Outcome, Task, ToolCall, Usage};

use super::{TestRun, acted, arrived, calls, done, saw, task};
use crate::{Effect, replay};

fn reader() -> Task {
    Task { extractor: Some("reader".to_owned()), ..task() }
}

fn wants_total() -> Input {
    let schema = json!({"type": "object", "required": ["total"], "properties": {"total": {"type": "number"}}});
    calls([("extract", json!({"schema": schema, "instruction": "the bill"}))])
}

/// The page alone does not fill it.
fn not_shown() -> Input {
    Input::Acted(Outcome::failed(FailCode::NotFound, "the page shows no \"total\""))
}

fn answered(arguments: Value) -> Input {
    let call = ToolCall { id: "c0".to_owned(), name: "answer".to_owned(), arguments };
    let usage = Usage { input: 400, output: 20, ..Usage::default() };
    Input::Extracted(BrainAnswer { calls: vec![call], usage, ..BrainAnswer::default() })
}

/// The effects after the call; checks that the journal replays to the same.
fn transcript(task: Task, inputs: impl IntoIterator<Item = Input>) -> String {
    let test = TestRun::new(task).play([arrived(), saw(), wants_total()]).play(inputs);
    replay(&test.journal).expect("its own journal");
    let first = test.log.iter().position(|line| line.starts_with("act extract")).expect("it is tried");
    test.log[first + 1..].join("\n")
}

#[test]
fn a_brain_fills_a_schema_that_the_page_alone_does_not() {
    let read = transcript(
        reader(),
        [not_shown(), acted("You owe 12 euros."), answered(json!({"data": {"total": 12}})), saw()],
    );
    assert_snapshot!(read, @r#"
    act read {} by policy
    extract
    observe
    ask brain
      Done: {"total":12.0}
    "#);
}

#[test]
fn data_written_as_a_string_of_json_is_parsed() {
    let data = answered(json!({"data": "{\"total\": 12}"}));
    let read = transcript(reader(), [not_shown(), acted("You owe 12 euros."), data, saw()]);
    assert_snapshot!(read, @r#"
    act read {} by policy
    extract
    observe
    ask brain
      Done: {"total":12.0}
    "#);
}

#[test]
fn the_extractor_sees_the_text_and_the_schema_and_nothing_else() {
    let mut test = TestRun::new(reader()).play([arrived(), saw(), wants_total(), not_shown()]);
    test.run.handle(Some(test.run.awaited()), acted("You owe 12 euros."), test.now);
    let Some((_, Effect::Extract(prompt))) = test.run.poll_effect() else { panic!("it is read") };
    assert_eq!(prompt.observation.text, "You owe 12 euros.");
    assert_eq!(prompt.picture(), None);
    assert!(prompt.turns.is_empty() && !prompt.task.contains("lamp"));
    let blank = prompt.answer_schema.expect("a blank");
    assert_eq!(blank["properties"]["data"]["properties"]["total"], json!({"type": "number"}));
}

#[test]
fn an_answer_that_does_not_fit_is_sent_back_once_and_then_an_error() {
    let wrong = || answered(json!({"data": {"total": "twelve"}}));
    let read = transcript(
        reader(),
        [not_shown(), acted("You owe twelve."), wrong(), wrong(), Input::TimerFired, saw(), done()],
    );
    assert_snapshot!(read, @r#"
    act read {} by policy
    extract
    extract
      Failed(Unfit): "total" must be of the type number, not "\"twelve\""
      note: Your answer does not fit: "total" must be of the type number, not "\"twelve\"". Answer again, with what fits.
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(Unfit): a brain read the page and its answer does not fit the schema: "total" must be of the type number, not "\"twelve\"". Read the page and answer in your own words, or ask for less
    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}

#[test]
fn the_extractor_may_answer_that_the_data_is_missing() {
    let read = transcript(
        reader(),
        [not_shown(), acted("Hello."), answered(json!({"missing": "a total"})), Input::TimerFired, saw()],
    );
    assert_snapshot!(read, @r#"
    act read {} by policy
    extract
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(NotFound): a brain read the page and does not find "a total" there; look for it elsewhere
    "#);
}

#[test]
fn a_long_page_is_read_on_until_it_says_what_is_wanted() {
    let page = format!("{}You owe 12 euros.\n", "Nothing here.\n".repeat(6_000));
    let missing = || answered(json!({"missing": "a total"}));
    let found = answered(json!({"data": {"total": 12}}));
    let read = transcript(reader(), [not_shown(), acted(&page), missing(), missing(), found, saw()]);
    assert_snapshot!(read, @r#"
    act read {} by policy
    extract
      note: This is part 1 of 3 of the page.
    extract
      note: This is part 2 of 3 of the page.
    extract
      note: This is part 3 of 3 of the page.
    observe
    ask brain
      Done: {"total":12.0}
    "#);
}

#[test]
fn a_page_without_end_is_not_read_without_end() {
    let page = "Nothing here.\n".repeat(100_000);
    let missing = (0..5).map(|_| answered(json!({"missing": "a total"})));
    let read =
        transcript(reader(), [not_shown(), acted(&page)].into_iter().chain(missing).chain([Input::TimerFired, saw()]));
    assert_eq!(read.matches("extract\n").count(), 5, "{read}");
    assert!(read.contains("does not find \"a total\" in the part it read"), "{read}");
}

#[test]
fn without_an_extractor_that_answers_the_page_alone_decides() {
    let alone = transcript(task(), [not_shown(), Input::TimerFired, saw()]);
    assert_snapshot!(alone, @r#"
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(NotFound): the page shows no "total"
    "#);
    let away = Input::NotAnswered { why: "There is no connection.".to_owned(), retry: true };
    let away = transcript(reader(), [not_shown(), acted("Hello."), away, Input::TimerFired, saw()]);
    assert!(away.ends_with("no \"total\" (nobody could read the page for it: There is no connection)"), "{away}");
}

#[test]
fn a_spent_budget_prevents_an_extraction_and_an_extraction_counts_against_it() {
    let limits = Limits { tokens: Some(1_000), ..Limits::default() };
    let usage = Usage { input: 700, ..Usage::default() };
    let Input::Answered(answer) = wants_total() else { panic!("an answer") };
    let costly = Input::Answered(BrainAnswer { usage, ..answer });
    let test = TestRun::new(Task { limits, ..reader() }).play([arrived(), saw(), costly, not_shown()]);
    assert!(!test.log.iter().any(|line| line.starts_with("act read")), "{}", test.transcript());
    let spent = [not_shown(), acted("12"), answered(json!({"data": {"total": 12}})), saw(), done()];
    let tight = Limits { tokens: Some(400), ..Limits::default() };
    let transcript = transcript(Task { limits: tight, ..reader() }, spent);
    assert!(transcript.contains("finish: BudgetSpent { budget: \"420 tokens are used"), "{transcript}");
}

#[test]
fn an_interrupted_extraction_is_reported_and_may_be_repeated() {
    let read = transcript(reader(), [not_shown(), acted("You owe 12 euros."), Input::Resumed, arrived(), saw()]);
    assert!(read.contains("Failed(Gone): The browser was started again before this was done"), "{read}");
}

#[test]
fn a_changed_brain_also_extracts() {
    let own = Task { brain: "one".to_owned(), extractor: Some("one".to_owned()), ..task() };
    let test = TestRun::new(own).play([arrived(), saw(), Input::BrainChanged("two".to_owned())]);
    assert_eq!(test.run.task().extractor.as_deref(), Some("two"));
}
