//! Scripts that the agent runs in the page's own world.

use anyhow::Result;
use serde_json::{Value, json};
use webhand_guard::{Policy, Verdict, judge};
use webhand_model::{Decision, FailCode, Grant, OriginPattern, Outcome, OutcomeStatus, Permission, Task};
use webhand_port::Browser as _;

use crate::support::{Stage, failure, showing};

const PAGE: &str = "<h1 id=out>-</h1><input aria-label=Name value=Ana>
    <iframe srcdoc=\"<title>Inner</title><button>Inside</button>\"></iframe><script>globalThis.answer = 42;</script>";

#[tokio::test]
async fn values_come_back_as_they_are() -> Result<()> {
    let stage = showing(PAGE).await?;
    for (script, text) in [
        ("answer", "42"),
        ("({ a: [1, 'two', null], b: answer > 1 })", r#"{"a":[1,"two",null],"b":true}"#),
        ("() => answer + 1", "43"),
        ("await new Promise((done) => setTimeout(done, 10, 'later'))", "\"later\""),
        ("const double = answer * 2; return double;", "84"),
        ("answer // with a remark", "42"),
        ("0 / 0", "NaN"),
        ("undefined", "undefined"),
    ] {
        let outcome = eval(&stage, script, None).await?;
        assert_eq!((outcome.status, outcome.text.as_str()), (OutcomeStatus::Done, text), "{script}");
    }
    let outcome = eval(&stage, "[1, 2].map((n) => n * 2)", None).await?;
    assert_eq!(outcome.data, Some(json!([2, 4])));
    let long = eval(&stage, "'x'.repeat(60000)", None).await?;
    assert_eq!((long.text.chars().count(), long.data), (50_000, None));
    Ok(())
}

#[tokio::test]
async fn a_script_is_given_the_element_and_runs_in_its_document() -> Result<()> {
    let stage = showing(PAGE).await?;
    assert_eq!(eval(&stage, "element.value", Some("Name")).await?.text, "\"Ana\"");
    assert_eq!(eval(&stage, "(field) => field.value.length", Some("Name")).await?.text, "3");
    let inside = eval(&stage, "element.textContent + ' ' + document.title", Some("Inside")).await?;
    assert_eq!(inside.text, "\"Inside Inner\"");
    let changed = eval(&stage, "document.getElementById('out').textContent = 'Changed'", None).await?;
    assert!(changed.visible_changes.unwrap_or_default().contains("\"Changed\""));
    Ok(())
}

#[tokio::test]
async fn an_error_is_reported_with_whether_anything_ran() -> Result<()> {
    let stage = showing(PAGE).await?;
    let unread = eval(&stage, "out.textContent = 'ran'; return )", None).await?;
    assert_eq!(failure(&unread), Some(FailCode::BadCall), "{}", unread.text);
    assert!(unread.text.contains("nothing ran"), "{}", unread.text);
    assert!(!stage.text().await?.contains("\"ran\""));
    for (script, says) in [
        ("document.getElementById('out').textContent = 'ran'; nothing.at.all", "nothing is not defined"),
        ("Promise.reject(new Error('too late'))", "too late"),
        ("throw 'a text'", "a text"),
        ("globalThis", "cannot be written"),
    ] {
        let outcome = eval(&stage, script, None).await?;
        assert_eq!(failure(&outcome), Some(FailCode::NotTaken), "{script}: {}", outcome.text);
        assert!(outcome.text.contains(says), "{}", outcome.text);
    }
    assert!(stage.text().await?.contains("\"ran\""));
    Ok(())
}

#[tokio::test]
async fn a_script_may_open_a_dialog_or_leave_the_page() -> Result<()> {
    let stage = showing(PAGE).await?;
    stage.site.page("/next", "<h1>Next</h1>");
    let asked = eval(&stage, "alert('Sure?')", None).await?;
    assert!(asked.status == OutcomeStatus::Done && asked.text.contains("Sure?"), "{}", asked.text);
    stage.done("dialog", json!({"accept": true})).await?;
    let left = eval(&stage, "location.href = '/next'", None).await?;
    assert!(left.status == OutcomeStatus::Done && left.has_left_page(), "{left:?}");
    assert!(stage.text().await?.contains("\"Next\""));
    Ok(())
}

#[tokio::test]
async fn a_value_has_a_line_of_its_own_whatever_else_came_of_the_script() -> Result<()> {
    let stage = showing(PAGE).await?;
    let told = eval(&stage, "(history.pushState({}, '', '/there'), answer)", None).await?.text;
    assert_eq!(told.split_once('\n').map(|(value, _)| value), Some("42"), "{told}");
    assert!(told.contains("/there"), "{told}");
    Ok(())
}

#[tokio::test]
async fn without_a_grant_no_script_runs() -> Result<()> {
    let stage = showing(PAGE).await?;
    let refused = stage.act("eval", json!({"script": "answer"})).await;
    assert!(refused.is_err_and(|error| error.to_string().contains("--allow-code")));
    Ok(())
}

/// Runs a script with the permission for it; `on` names the element that the script gets.
async fn eval(stage: &Stage, script: &str, on: Option<&str>) -> Result<Outcome> {
    let page = stage.look().await?;
    let mut arguments = json!({"script": script});
    if let Some(on) = on {
        arguments["ref"] = Value::String(stage.find(on).await?.to_string());
    }
    let Decision::Act(action) = Decision::parse("eval", &arguments, &page)? else { anyhow::bail!("no action") };
    let mut task = Task::new("test");
    let origins = OriginPattern::parse("all")?;
    task.grants = vec![Grant { origins, permission: Permission::Code }];
    let facts = stage.chrome.inspect(&action).await.map_err(|outcome| anyhow::anyhow!(outcome.text))?;
    match judge(action, &facts, &Policy::of(&task)) {
        Verdict::Allow(approved) => Ok(stage.chrome.act(approved).await.outcome),
        Verdict::Ask { .. } | Verdict::Forbid { .. } => anyhow::bail!("the guard does not allow it"),
    }
}
