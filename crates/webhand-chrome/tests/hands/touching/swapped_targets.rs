//! Pages that put another element under the mouse at the last moment.

use anyhow::{Result, anyhow};
use serde_json::json;
use webhand_model::{Action, FailCode, Ref};
use webhand_port::Browser as _;

use crate::support::{Stage, approve, empty, failure, showing};

/// Two buttons, a script that swaps them, and a record of the events on the wrong one.
fn swapping(script: &str) -> String {
    format!(
        "<title></title><style>button {{ position: absolute; width: 200px; height: 50px; top: 0 }}</style><button id=bad style='left: 300px'>Bad</button><button id=good style='left: 0'>Good</button>
         <script>const swap = () => {{ good.style.left = '300px'; bad.style.left = '0' }};
         for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'focus', 'keydown', 'mouseover', 'mousemove'])
           bad.addEventListener(kind, (event) => document.title += ` ${{kind}}`);
         {script}</script>"
    )
}

#[tokio::test]
async fn a_swap_at_any_moment_leaves_the_other_button_untouched() -> Result<()> {
    let stage = empty().await?;
    for moment in ["mousemove", "mouseover", "pointerdown", "mousedown", "focus"] {
        stage.site.page("/", &swapping(&format!("good.addEventListener('{moment}', swap)")));
        stage.open("/").await?;
        stage.done("reload", json!({})).await?;
        let outcome = stage.on("Good", "click", json!({})).await?;
        assert_eq!(failure(&outcome), Some(FailCode::TargetMoved), "{moment}: {outcome:?}");
        assert!(outcome.text.contains("button \"Bad\""), "{moment}: {}", outcome.text);
        let title = stage.title().await?;
        let presses = title.split_whitespace().filter(|kind| !matches!(*kind, "mouseover" | "mousemove"));
        assert_eq!(presses.count(), 0, "{moment}: {title}");
    }
    Ok(())
}

#[tokio::test]
async fn a_swap_after_the_guards_verdict_leaves_the_other_button_untouched() -> Result<()> {
    let stage = showing(&swapping("")).await?;
    let click = click(stage.find("Good").await?);
    let facts = stage.chrome.inspect(&click).await.map_err(|outcome| anyhow!(outcome.text))?;
    stage.in_page("swap()").await?;
    let outcome = stage.chrome.act(approve("localhost", click, &facts)?).await.outcome;
    let title = stage.title().await?;
    let presses = title.split_whitespace().filter(|kind| !matches!(*kind, "mouseover" | "mousemove"));
    assert_eq!(presses.count(), 0, "{title}: {outcome:?}");
    Ok(())
}

#[tokio::test]
async fn a_judged_click_that_never_comes_does_not_block_other_actions() -> Result<()> {
    let stage = showing(
        "<title></title><button>One</button><button>Two</button>
         <script>addEventListener('click', (event) => document.title += event.target.textContent)</script>",
    )
    .await?;
    let one = stage.find("One").await?;
    stage.chrome.inspect(&click(one)).await.map_err(|outcome| anyhow!(outcome.text))?;
    stage.do_on("Two", "click", json!({})).await?;
    stage.chrome.inspect(&click(one)).await.map_err(|outcome| anyhow!(outcome.text))?;
    stage.do_on("Two", "dblclick", json!({})).await?;
    assert_eq!(stage.title().await?, "TwoTwoTwo");
    Ok(())
}

fn click(target: Ref) -> Action {
    Action::Click { target, button: None, count: None, modifiers: None }
}

#[tokio::test]
async fn a_foreign_frame_pushed_over_the_button_gets_nothing() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/",
        "<title></title><button>Show</button><iframe id=trap src=OTHER/trap style='position: fixed; left: 500px; top: 0; width: 400px; height: 400px; opacity: 0'></iframe>
         <script>addEventListener('mousemove', () => trap.style.left = 0); addEventListener('message', (event) => document.title += event.data)</script>",
    );
    stage.site.page(
        "/trap",
        "<body style='height: 100vh'><script>for (const kind of ['pointerdown', 'mousedown', 'mouseup', 'click', 'focus'])
           addEventListener(kind, (event) => parent.postMessage(kind, '*'), true)</script>",
    );
    stage.open("/").await?;
    let outcome = stage.on("Show", "click", json!({})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::Covered), "{outcome:?}");
    assert_eq!(stage.title().await?, "");
    Ok(())
}

#[tokio::test]
async fn a_menu_that_opens_under_the_press_is_reported_and_not_chosen_from() -> Result<()> {
    let stage = showing(
        "<title></title><button style='width: 200px; height: 40px' onmousedown=\"menu.hidden = false\">Sort</button>
         <div id=menu role=menu hidden style='position: absolute; left: 0; top: 0; width: 300px; height: 300px; background: white'><div role=menuitem onmouseup=\"document.title = 'chosen'\" style='height: 300px'>By name</div></div>",
    )
    .await?;
    let outcome = stage.do_on("Sort", "click", json!({})).await?;
    assert!(outcome.text.contains("brought up menuitem \"By name\""), "{}", outcome.text);
    assert_eq!(stage.title().await?, "");
    Ok(())
}

/// The guard gets the same facts for a click by ref and by coordinates.
#[tokio::test]
async fn a_point_is_judged_as_the_element_that_lies_there() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/",
        "<body style='margin: 0'><iframe src=OTHER/pay style='display: block; border: 0; height: 100px'></iframe>
        <button style='position: absolute; left: 0; top: 200px' onclick=\"document.title = 'own'\">Own</button>",
    );
    stage.site.page("/pay", "<body style='margin: 0'><form method=post action=/pay><button style='width: 100px; height: 40px'>Pay</button></form>");
    stage.open("/").await?;
    let by_ref = facts(&stage, "click", json!({"ref": stage.find("Pay").await?.to_string()})).await?;
    let by_point = facts(&stage, "click_at", json!({"x": 50, "y": 20})).await?;
    assert_eq!(by_ref, by_point);
    assert!(by_point.target.is_some_and(|target| target.submits));
    stage.done("click_at", json!({"x": 10, "y": 210})).await?;
    assert_eq!(stage.title().await?, "own");
    let outside = stage.act("click_at", json!({"x": 5000, "y": 20})).await?;
    assert_eq!(failure(&outside), Some(FailCode::NotVisible), "{outside:?}");
    Ok(())
}

async fn facts(stage: &Stage, action: &str, arguments: serde_json::Value) -> Result<webhand_model::Facts> {
    let page = stage.look().await?;
    let webhand_model::Decision::Act(action) = webhand_model::Decision::parse(action, &arguments, &page)? else {
        anyhow::bail!("{action} is said, not done")
    };
    let facts = webhand_port::Browser::inspect(&stage.chrome, &action).await;
    facts.map_err(|outcome| anyhow::anyhow!("{outcome:?}"))
}
