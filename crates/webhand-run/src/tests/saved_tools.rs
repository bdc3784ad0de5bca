//! Sites that the person saved under a name.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{SavedTool, Task};

use super::{Input, TestRun, arrived, calls, order, saw, task};
use crate::replay;

fn task_with_mail() -> Task {
    let mail = SavedTool::parse("Mail", "https://mail.test/inbox?folder=new").expect("a tool");
    Task { tools: vec![mail], ..task() }
}

fn open_tool(name: &str) -> Input {
    calls([("open_tool", json!({"name": name}))])
}

#[test]
fn a_saved_site_is_opened_without_asking_and_an_unknown_name_is_answered_with_the_names() {
    let test = TestRun::new(task_with_mail()).play([arrived(), saw(), open_tool("e-mail")]);
    let test = test.play([Input::TimerFired, saw(), open_tool("mail")]);
    assert_snapshot!(test.transcript(), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(NotFound): There is no saved tool "e-mail"; there are: Mail.
    act open {"url":"https://mail.test/inbox?folder=new"} by policy
    "#);
    assert!(replay(&test.journal).is_ok());
    let prompt = test.prompt().expect("a look");
    assert!(prompt.system.contains("`open_tool` {name}: Mail."), "{}", prompt.system);
}

#[test]
fn sending_there_still_asks() {
    let click = calls([("click", json!({"ref": "e1"}))]);
    let test = TestRun::new(task_with_mail()).play([arrived(), saw(), open_tool("mail"), arrived(), saw()]);
    let test = test.play([click, order("40")]);
    assert!(test.transcript().contains("ask person"), "{}", test.transcript());
}

#[test]
fn without_saved_sites_no_prompt_names_the_action() {
    let test = TestRun::new(task()).play([arrived(), saw()]);
    assert!(!test.prompt().expect("a look").system.contains("open_tool"));
}
