//! Mouse down and up, held keys, drag paths and enlarged regions: the actions of models that work on pictures.

use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::FailCode;
use webhand_port::Browser as _;

use crate::support::{Stage, failure, showing};

/// Two boxes, the first one at 0, 0, that write every mouse event into the title.
const BOXES: &str = "<body style='margin: 0'><title></title>
    <style>button { position: absolute; top: 0; width: 100px; height: 100px }</style>
    <button id=a style='left: 0'>One</button><button id=b style='left: 200px'>Two</button>
    <script>for (const kind of ['mousedown', 'mouseup', 'click'])
        for (const box of [a, b]) box.addEventListener(kind, () => document.title += ` ${kind} ${box.textContent}`)</script>";

async fn with_mouse_down(html: &str) -> Result<Stage> {
    let stage = showing(html).await?;
    stage.try_act("screenshot", json!({})).await?.picture.context("no picture")?;
    stage.done("mouse", json!({"action": "down", "x": 50, "y": 50})).await?;
    Ok(stage)
}

#[tokio::test]
async fn mouse_down_and_up_make_a_click() -> Result<()> {
    let stage = with_mouse_down(BOXES).await?;
    assert_eq!(stage.title().await?, "mousedown One");
    let again = stage.act("mouse", json!({"action": "down"})).await?;
    assert_eq!(failure(&again), Some(FailCode::BadCall), "{again:?}");
    stage.done("mouse", json!({"action": "up"})).await?;
    assert_eq!(stage.title().await?, "mousedown One mouseup One click One");
    let alone = stage.act("mouse", json!({"action": "up"})).await?;
    assert_eq!(failure(&alone), Some(FailCode::BadCall), "{alone:?}");
    Ok(())
}

#[tokio::test]
async fn a_pressed_element_follows_the_mouse() -> Result<()> {
    let stage = with_mouse_down(
        "<body style='margin: 0'><title></title><button id=a style='position: absolute; left: 0; top: 0; width: 100px; height: 100px'>Card</button>
         <script>a.onpointerdown = (event) => a.setPointerCapture(event.pointerId);
         a.onpointermove = (event) => { if (event.buttons) a.style.left = `${event.clientX - 50}px` };
         a.onpointerup = () => document.title = a.style.left</script>",
    )
    .await?;
    stage.done("hover_at", json!({"x": 250, "y": 60})).await?;
    stage.done("mouse", json!({"action": "up", "x": 350, "y": 60})).await?;
    assert_eq!(stage.title().await?, "300px");
    Ok(())
}

#[tokio::test]
async fn a_drag_of_the_browsers_own_kind_can_be_done_in_halves() -> Result<()> {
    let stage = with_mouse_down(
        "<body style='margin: 0'><title></title><style>button { position: absolute; top: 0; width: 100px; height: 100px }</style>
         <button id=a draggable=true style='left: 0'>Card</button><button id=b style='left: 200px'>Bin</button>
         <script>a.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card 7');
         b.ondragover = (event) => event.preventDefault();
         b.ondrop = (event) => { event.preventDefault(); document.title += `dropped ${event.dataTransfer.getData('text/plain')}` };
         a.onclick = () => document.title += ', clicked'</script>",
    )
    .await?;
    stage.done("hover_at", json!({"x": 240, "y": 50})).await?;
    stage.done("mouse", json!({"action": "up", "x": 250, "y": 50})).await?;
    assert_eq!(stage.title().await?, "dropped card 7");
    stage.do_on("Card", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "dropped card 7, clicked");
    Ok(())
}

#[tokio::test]
async fn a_button_that_is_down_comes_up_for_the_person_and_clicks_nothing() -> Result<()> {
    let stage = with_mouse_down(BOXES).await?;
    stage.chrome.hand_over().await;
    stage.chrome.take_back().await;
    assert_eq!(stage.title().await?, "mousedown One mouseup One");
    stage.done("mouse", json!({"action": "down", "x": 50, "y": 50})).await?;
    stage.chrome.release_input().await;
    assert_eq!(stage.title().await?, "mousedown One mouseup One mousedown One mouseup One");
    // Another action that needs the mouse releases the button first.
    stage.done("mouse", json!({"action": "down", "x": 50, "y": 50})).await?;
    stage.do_on("Two", "click", json!({})).await?;
    assert!(stage.title().await?.ends_with("mousedown One mouseup One mousedown Two mouseup Two click Two"));
    Ok(())
}

/// The person takes the browser in the middle of a drag; afterwards all elements can be clicked.
#[tokio::test]
async fn a_drag_that_is_broken_off_leaves_nothing_behind() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0'><title></title><style>button { position: absolute; top: 0; width: 100px; height: 100px }</style>
         <button id=a style='left: 0'>One</button><button id=b style='left: 200px'>Two</button>
         <script>let moved;
         const seen = new Promise((resolve) => { moved = resolve });
         addEventListener('mousemove', (event) => { if (event.buttons) moved() });
         addEventListener('mouseup', () => document.title += ' up');
         addEventListener('click', (event) => document.title += ` ${event.isTrusted} click ${event.target.textContent}`)</script>",
    )
    .await?;
    let over: Vec<[i32; 2]> = (0..100).map(|at| [50 + at % 40, 50]).collect();
    tokio::select! {
        dragged = stage.act("drag_at", json!({"from": [50, 50], "to": [250, 50], "via": over})) => panic!("{dragged:?}"),
        moved = stage.in_page("seen") => drop(moved?),
    }
    stage.chrome.hand_over().await;
    assert_eq!(stage.title().await?, "up", "no click came of it");
    let session = stage.chrome.session().context("there is no tab")?;
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({"type": kind, "x": 250, "y": 50, "button": "left", "clickCount": 1});
        session.call_raw("Input.dispatchMouseEvent", &event, Duration::from_mins(1)).await?;
    }
    assert_eq!(stage.title().await?, "up up true click Two", "the person can click what they want");
    Ok(())
}

#[tokio::test]
async fn a_key_is_held_and_repeats_itself() -> Result<()> {
    let stage = showing(
        "<title></title><input aria-label=name><script>let began, times = 0;
         onkeydown = (event) => { if (event.repeat) times += 1; else began = performance.now() };
         onkeyup = () => document.title = `${times > 0} ${performance.now() - began >= 800} ${document.querySelector('input').value.length === times + 1}`</script>",
    )
    .await?;
    stage.do_on("name", "press", json!({"key": "a", "hold": 900})).await?;
    assert_eq!(stage.title().await?, "true true true");
    Ok(())
}

#[tokio::test]
async fn a_held_key_comes_up_for_the_person() -> Result<()> {
    let stage = showing(
        "<title></title><button>Go</button><script>let down;
         const seen = new Promise((resolve) => { down = resolve });
         onkeydown = () => down(); onkeyup = (event) => document.title = `${event.key} up`</script>",
    )
    .await?;
    tokio::select! {
        held = stage.on("Go", "press", json!({"key": "ArrowLeft", "hold": 30_000})) => panic!("{held:?}"),
        down = stage.in_page("seen") => drop(down?),
    }
    stage.chrome.hand_over().await;
    assert_eq!(stage.title().await?, "ArrowLeft up");
    Ok(())
}

#[tokio::test]
async fn a_drag_goes_the_whole_way() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0'><title></title><canvas id=c width=400 height=400 style='display: block'></canvas>
         <script>const near = (event, x, y) => Math.hypot(event.offsetX - x, event.offsetY - y) < 2;
         c.onmousemove = (event) => { if (!event.buttons) return;
             for (const [x, y] of [[300, 10], [300, 300], [10, 300]]) if (near(event, x, y)) document.title += ` ${x},${y}` };
         c.onmouseup = (event) => document.title += ` up at ${event.offsetX},${event.offsetY}`</script>",
    )
    .await?;
    let square = json!({"from": [10, 10], "via": [[300, 10], [300, 300], [10, 300]], "to": [10, 20]});
    stage.done("drag_at", square).await?;
    assert_eq!(stage.title().await?, "300,10 300,300 10,300 up at 10,20");
    Ok(())
}

#[tokio::test]
async fn a_region_picture_is_enlarged_and_points_still_refer_to_the_whole_picture() -> Result<()> {
    let stage = with_small_button().await?;
    let done = stage.try_act("screenshot", json!({"region": [200, 100, 400, 200]})).await?;
    assert_eq!(done.picture.context("no picture")?.size(), Some([800, 400]));
    assert!(done.outcome.text.contains("4.0 times as large"), "{}", done.outcome.text);
    // The point refers to the earlier picture, not to the enlarged one.
    stage.done("click_at", json!({"x": 250, "y": 120})).await?;
    assert_eq!(stage.title().await?, "struck");
    Ok(())
}

async fn with_small_button() -> Result<Stage> {
    let stage = showing(
        "<body style='margin: 0'><title></title><button onclick=\"document.title = 'struck'\"
         style='position: absolute; left: 240px; top: 110px; width: 40px; height: 20px'>Small</button>",
    )
    .await?;
    stage.try_act("screenshot", json!({})).await?.picture.context("no picture")?;
    Ok(stage)
}
