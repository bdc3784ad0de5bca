//! Dragging with mouse events, and with the drag-and-drop of HTML.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{Stage, empty, failure, showing};

async fn drag(stage: &Stage, from: &str, to: &str) -> Result<()> {
    let (from, to) = (stage.find(from).await?, stage.find(to).await?);
    stage.done("drag", json!({"from": from.to_string(), "to": to.to_string()})).await?;
    Ok(())
}

#[tokio::test]
async fn a_drop_delivers_its_data() -> Result<()> {
    let stage = showing(
        "<title></title><button id=a draggable=true>Card</button><div style='height: 200px'></div><button id=b>Bin</button>
         <script>a.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card 7');
         b.ondragover = (event) => event.preventDefault();
         b.ondrop = (event) => { event.preventDefault(); document.title += `dropped ${event.dataTransfer.getData('text/plain')}, ` };
         a.ondragend = () => document.title += 'ended'; b.onmouseup = () => document.title += 'fake '</script>",
    )
    .await?;
    drag(&stage, "Card", "Bin").await?;
    assert_eq!(stage.title().await?, "dropped card 7,ended");
    // The mouse is free again.
    stage.do_on("Card", "click", json!({})).await?;
    Ok(())
}

#[tokio::test]
async fn a_scripted_drag_gets_mouse_moves_on_the_whole_way() -> Result<()> {
    let stage = showing(
        "<title></title><style>button { position: absolute; width: 80px; height: 40px }</style><button id=a style='left: 10px; top: 10px'>Card</button><button id=b style='left: 300px; top: 300px'>Bin</button>
         <script>let moves = 0;
         a.onpointerdown = (event) => { event.preventDefault(); a.setPointerCapture(event.pointerId) };
         a.onpointermove = (event) => { if (event.buttons) { moves += 1; a.style.left = `${event.clientX - 40}px`; a.style.top = `${event.clientY - 20}px` } };
         a.onpointerup = () => document.title = `${moves >= 8} ${a.style.left} ${a.style.top}`</script>",
    )
    .await?;
    drag(&stage, "Card", "Bin").await?;
    assert_eq!(stage.title().await?, "true 300px 300px");
    Ok(())
}

#[tokio::test]
async fn an_element_that_already_lies_over_its_goal_ends_up_in_its_middle() -> Result<()> {
    let stage = showing(
        "<title></title><style>button { position: absolute; padding: 0; border: 0 }</style>
         <button style='left: 50px; top: 80px; width: 60px; height: 60px'>Large</button>
         <button id=s style='left: 60px; top: 100px; width: 30px; height: 30px'>Small</button>
         <script>let held = null;
         s.onmousedown = ({ clientX, clientY }) => held = [clientX - s.offsetLeft, clientY - s.offsetTop];
         onmousemove = ({ clientX, clientY }) => { if (held) { s.style.left = `${clientX - held[0]}px`; s.style.top = `${clientY - held[1]}px` } };
         onmouseup = () => { held = null; document.title = `${s.style.left} ${s.style.top}` }</script>",
    )
    .await?;
    drag(&stage, "Small", "Large").await?;
    assert_eq!(stage.title().await?, "65px 95px");
    Ok(())
}

#[tokio::test]
async fn an_element_dragged_into_an_outline_ends_up_in_its_middle() -> Result<()> {
    let stage = showing(
        "<title></title><svg width=400 height=300 style='position: absolute; left: 0; top: 0'>
         <circle aria-label=Red role=img cx=30 cy=30 r=10 fill=red /><circle aria-label=Blue role=img cx=30 cy=80 r=10 fill=blue />
         <rect aria-label=Box role=img x=200 y=100 width=100 height=80 fill=none stroke=black /></svg>
         <script>let held = null;
         for (const circle of document.querySelectorAll('circle')) circle.onmousedown = () => held = circle;
         onmousemove = ({ clientX, clientY }) => { held?.setAttribute('cx', clientX); held?.setAttribute('cy', clientY) };
         onmouseup = () => { document.title += `${held.getAttribute('cx')},${held.getAttribute('cy')};`; held = null }</script>",
    )
    .await?;
    drag(&stage, "Red", "Box").await?;
    drag(&stage, "Blue", "Box").await?;
    assert_eq!(stage.title().await?, "250,140;250,140;");
    Ok(())
}

#[tokio::test]
async fn a_list_that_makes_room_past_the_middle_of_an_item_is_sorted() -> Result<()> {
    let stage = showing(
        "<ul style='margin: 0; user-select: none'></ul><script>
         let held = null, last = 0;
         for (const name of ['One', 'Two', 'Three']) {
             const item = document.createElement('li');
             item.textContent = name; item.style.height = '30px'; item.style.cursor = 'grab';
             item.onmousedown = (event) => { held = item; last = event.clientY; };
             document.querySelector('ul').append(item);
         }
         addEventListener('mouseup', () => held = null);
         addEventListener('mousemove', (event) => {
             if (held === null) return;
             const down = event.clientY > last; last = event.clientY;
             const under = [...document.querySelectorAll('li')].find((item) => item !== held
                 && item.getBoundingClientRect().top <= event.clientY && item.getBoundingClientRect().bottom > event.clientY);
             if (!under) return;
             const { top, height } = under.getBoundingClientRect();
             if (down && event.clientY > top + height / 2) under.after(held);
             if (!down && event.clientY < top + height / 2) under.before(held);
         })</script>",
    )
    .await?;
    drag(&stage, "One", "Two").await?;
    drag(&stage, "Three", "Two").await?;
    let names = stage.look().await?.nodes.into_iter().map(|node| node.name).filter(|name| !name.is_empty());
    assert_eq!(names.collect::<Vec<_>>(), ["Three", "Two", "One"]);
    Ok(())
}

#[tokio::test]
async fn a_grid_that_makes_room_by_the_direction_of_the_mouse_is_sorted() -> Result<()> {
    let stage = showing(
        "<title></title><div id=grid style='width: 150px; user-select: none'></div><script>
         let held = null, x = 0, y = 0;
         for (const name of 'ABCDEFGHI') {
             const item = document.createElement('div');
             item.textContent = name; item.style = 'float: left; width: 50px; height: 50px; cursor: grab';
             item.onmousedown = (event) => { held = item; x = event.clientX; y = event.clientY; };
             grid.append(item);
         }
         addEventListener('mouseup', () => { held = null; document.title = grid.textContent });
         addEventListener('mousemove', (event) => {
             if (held === null) return;
             const onward = event.clientX > x || event.clientY > y; x = event.clientX; y = event.clientY;
             held.style.pointerEvents = 'none';
             const under = document.elementFromPoint(x, y); held.style.pointerEvents = '';
             const holder = held.getBoundingClientRect();
             const isHome = x >= holder.left && x < holder.right && y >= holder.top && y < holder.bottom;
             if (isHome || under?.parentElement !== grid) return;
             if (onward) under.after(held); else under.before(held);
         })</script>",
    )
    .await?;
    drag(&stage, "C", "D").await?;
    assert_eq!(stage.title().await?, "ABDCEFGHI", "down and to the left");
    drag(&stage, "G", "F").await?;
    assert_eq!(stage.title().await?, "ABDCEGFHI", "up and to the right");
    Ok(())
}

#[tokio::test]
async fn an_element_dragged_onto_itself_is_moved() -> Result<()> {
    let stage = showing(
        "<title></title><button id=hour>8:00</button><script>
         let held = false;
         hour.onmousedown = () => held = true;
         hour.onmousemove = () => { if (held) document.title = 'drawn' };
         hour.onmouseup = () => { held = false; document.title += ' and let go' }</script>",
    )
    .await?;
    drag(&stage, "8:00", "8:00").await?;
    assert_eq!(stage.title().await?, "drawn and let go");
    Ok(())
}

#[tokio::test]
async fn drags_go_into_frames_of_another_process() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/",
        "<title></title><button id=a draggable=true ondragstart=\"event.dataTransfer.setData('text', 'card')\">Card</button><iframe src=OTHER/far></iframe>",
    );
    stage.site.page(
        "/far",
        "<button id=b ondragover='event.preventDefault()' ondrop=\"event.preventDefault(); b.textContent = `got ${event.dataTransfer.getData('text')}`\">Bin</button>",
    );
    stage.open("/").await?;
    drag(&stage, "Card", "Bin").await?;
    stage.find("got card").await?;
    Ok(())
}

#[tokio::test]
async fn texts_are_selected_and_pictures_drawn_by_coordinates() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0'><p style='margin: 0; font: 20px/40px monospace'>abcdefghij</p><canvas id=c width=200 height=100 style='display: block'></canvas>
         <script>c.onmousemove = (event) => { if (event.buttons) document.title = `drawn to ${event.offsetX}, ${event.offsetY}` };
         document.onselectionchange = () => document.title = getSelection().toString()</script>",
    )
    .await?;
    stage.done("drag_at", json!({"from": [0, 20], "to": [60, 20]})).await?;
    assert_eq!(stage.title().await?, "abcde");
    stage.done("drag_at", json!({"from": [10, 50], "to": [100, 90]})).await?;
    assert_eq!(stage.title().await?, "drawn to 100, 50");
    Ok(())
}

#[tokio::test]
async fn a_drag_takes_hold_of_no_other_element() -> Result<()> {
    let stage = showing(
        "<title></title><style>button { position: absolute; top: 0; width: 100px; height: 40px }</style><button id=b style='left: 200px'>Other</button><button id=a style='left: 0'>Card</button><button style='left: 400px'>Bin</button>
         <script>a.onmousemove = () => { a.style.left = '200px'; b.style.left = '0' };
         for (const kind of ['pointerdown', 'mousedown', 'mouseup', 'click', 'focus']) b.addEventListener(kind, () => document.title += kind)</script>",
    )
    .await?;
    let (card, bin) = (stage.find("Card").await?, stage.find("Bin").await?);
    let outcome = stage.act("drag", json!({"from": card.to_string(), "to": bin.to_string()})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::TargetMoved), "{outcome:?}");
    assert_eq!(stage.title().await?, "");
    Ok(())
}
