//! A model that sees pictures with marks on them, from the first look to the placed order.

use serde_json::{Value, json};
use webhand_fake_llm::{FakeServer, Script, ScriptedTurn};

use crate::support::{Machine, ProgramOutput, Site};

/// The ref of the element whose line has this text. The same pages in the same order have the same refs.
fn ref_of(look: &str, text: &str) -> String {
    let line = look.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text} in\n{look}"));
    line.split_once("[ref=").unwrap().1.split_once(']').unwrap().0.to_owned()
}

fn look_at(machine: &Machine, address: &str) -> String {
    assert_eq!(machine.run(&["open", address]).code, Some(0));
    machine.run(&["snapshot"]).out
}

/// The parts of the newest message to the model: texts and pictures.
fn newest_message(request: &Value) -> (Vec<String>, usize) {
    let parts = request["messages"].as_array().unwrap().last().unwrap()["content"].clone();
    let parts = parts.as_array().unwrap();
    let texts = parts.iter().filter_map(|part| part["text"].as_str()).map(str::to_owned).collect();
    (texts, parts.iter().filter(|part| part["type"] == "image_url").count())
}

#[test]
fn a_model_that_sees_marks_orders_by_the_refs_on_them() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let shop = look_at(&machine, &site.at("/shop"));
    let basket = look_at(&machine, &site.at("/shop/basket/add?product=tide-clock&quantity=1"));
    machine.run(&["close", "--all"]);
    let click = |look: &str, text: &str| ScriptedTurn::calls("click", json!({"ref": ref_of(look, text)}));
    let fill = |text: &str, value: &str| json!({"ref": ref_of(&basket, text), "value": value});
    let server = FakeServer::start(Script::from_turns([
        click(&shop, "Add Tide clock"),
        ScriptedTurn::calls("fill", fill("textbox \"Name\"", "Ana Torres"))
            .and_calls("fill", fill("textbox \"Address\"", "Muelle 3")),
        click(&basket, "Place order"),
        ScriptedTurn::calls("done", json!({"answer": "The tide clock is ordered."})),
    ]))
    .unwrap();
    let (site, brain) = (Site::start(&machine), format!("openai:{}#fake?pictures=yes", server.base_url()));
    let mut run = machine.command(&["run", "order a tide clock", "--url", &site.at("/shop"), "--brain", &brain]);
    let ended =
        ProgramOutput::from(run.args(["--sight", "marks", "--yes"]).env("OPENAI_API_KEY", "sk-test").output().unwrap());
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.out, ended.err);
    assert_eq!(site.marks("Order"), 1, "{}", ended.err);
    let requests: Vec<Value> = server.requests().iter().map(webhand_fake_llm::RecordedRequest::json).collect();
    for request in &requests {
        let (texts, pictures) = newest_message(request);
        assert_eq!(pictures, 1, "each look comes with its picture, and only the newest is sent");
        let told: usize = texts.iter().map(String::len).sum();
        assert!(told < 2_500, "little is told beside a picture: {texts:?}");
        assert_eq!(request.to_string().matches("data:image/jpeg").count(), 1);
    }
    assert!(requests[0].to_string().contains("beside it its ref: use these"), "it is told what the marks are");
}
