//! Lists and tables, collected from their first row to their last.

use anyhow::Result;
use serde_json::{Value, json};
use webhand_model::Outcome;

use crate::support::showing;

/// A virtual list: ten of a thousand rows are in the document, at their positions.
const VIRTUAL: &str = "<div id=box role=list aria-label=Mails style='height:200px;overflow:auto'><div id=all style='position:relative;height:20000px'></div></div>
    <script>
    const draw = () => {
        const first = Math.floor(box.scrollTop / 20);
        all.replaceChildren(...Array.from({length: 12}, (_, i) => first + i).filter((n) => n < 1000).map((n) => {
            const row = document.createElement('div');
            row.setAttribute('role', 'listitem');
            row.style.cssText = `position:absolute;top:${n * 20}px;height:20px`;
            row.textContent = n % 2 ? 'Same subject' : 'Mail ' + n;
            return row;
        }));
    };
    box.addEventListener('scroll', draw); draw();
    </script>";

#[tokio::test]
async fn a_virtual_list_is_collected_row_by_row_to_its_limit() -> Result<()> {
    let stage = showing(VIRTUAL).await?;
    let outcome = stage.do_on("Mails", "collect", json!({"limit": 60})).await?;
    let rows = outcome.data.as_ref().and_then(|data| data.as_array()).map_or(0, Vec::len);
    assert_eq!(rows, 60);
    assert!(outcome.text.starts_with("60 rows of list \"Mails\"; there may be more"), "{}", outcome.text);
    assert!(outcome.text.contains("\n59. \"Mail 58\"\n60. \"Same subject\""), "{}", outcome.text);
    Ok(())
}

#[tokio::test]
async fn a_list_that_loads_more_at_its_end_is_followed_to_the_true_end() -> Result<()> {
    let stage = showing(
        "<ul id=list aria-label=Feed style='height:100px;overflow:auto'></ul><script>
         let n = 0;
         const more = () => { for (let i = 0; i < 10 && n < 35; i += 1) list.append(Object.assign(document.createElement('li'), {textContent: 'Post ' + n++})); };
         more();
         list.addEventListener('scroll', async () => {
             if (list.scrollTop + list.clientHeight < list.scrollHeight - 5) return;
             await fetch('/status/204');
             more();
         });</script>",
    )
    .await?;
    let outcome = stage.do_on("Feed", "collect", json!({})).await?;
    assert!(outcome.text.starts_with("35 rows of list \"Feed\"; that is all of it"), "{}", outcome.text);
    assert!(outcome.text.ends_with("35. \"Post 34\""), "{}", outcome.text);
    Ok(())
}

#[tokio::test]
async fn a_table_is_collected_with_the_names_of_its_columns() -> Result<()> {
    let stage = showing(
        "<div role=region aria-label=Prices style='height:40px;overflow:auto'><table><tr><th>Town<th>Price</tr>
         <tr><td>Ávila<td>3 €<tr><td>León<td>4 €</table></div>",
    )
    .await?;
    let found = stage.done("find", json!({"text": "avila"})).await?.text;
    assert!(found.starts_with("1 found") && found.contains("in region \"Prices\" [ref="), "{found}");
    let outcome = stage.do_on("Prices", "collect", json!({})).await?;
    let first = outcome.data.as_ref().map(|rows| rows[0].clone());
    let expected =
        json!([{"name": "Town", "text": "Ávila", "href": null}, {"name": "Price", "text": "3 €", "href": null}]);
    assert_eq!(first, Some(expected));
    Ok(())
}

/// The text of the first field of each row.
fn first_fields(outcome: &Outcome) -> Vec<String> {
    let rows = outcome.data.as_ref().and_then(Value::as_array);
    rows.into_iter().flatten().map(|row| row[0]["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn numbered(name: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{name} {at}")).collect()
}

#[tokio::test]
async fn rows_of_a_table_that_the_page_scrolls_come_once() -> Result<()> {
    let stage = showing(
        "<table aria-label=Long id=t></table><script>
         t.innerHTML = '<tr><th>Item<th>Price' + Array.from({length: 120}, (_, n) => `<tr><td>Item ${n}<td>${n % 3 ? n : ''}`).join('');</script>",
    )
    .await?;
    let outcome = stage.do_on("Long", "collect", json!({"limit": 500})).await?;
    assert_eq!(first_fields(&outcome), numbered("Item", 120));
    let head = "120 rows of table \"Long\"; that is all of it\ncolumns: \"Item | Price\"\n1. \"Item 0 | \"";
    assert!(outcome.text.starts_with(head), "{}", outcome.text);
    Ok(())
}

#[tokio::test]
async fn more_rows_than_are_read_at_once_are_all_read() -> Result<()> {
    let stage = showing(
        "<ul aria-label=Many id=l></ul><script>l.innerHTML = Array.from({length: 1300}, (_, n) => `<li>Line ${n}`).join('');</script>",
    )
    .await?;
    let outcome = stage.do_on("Many", "collect", json!({"limit": 5000})).await?;
    assert_eq!(first_fields(&outcome), numbered("Line", 1300));
    Ok(())
}

/// Draws blocks of forty rows, more than fit into the view and a scroll step, and shifts them a little each time, as a
/// page does that estimates heights.
const BLOCKS: &str = "<div id=box role=region aria-label=Blocks style='height:200px;overflow:auto'><table id=t></table></div><script>
    const draw = () => {
        const first = Math.max(0, Math.floor(box.scrollTop / 800) - 1) * 40;
        const rows = Array.from({length: 120}, (_, i) => first + i).filter((n) => n < 400);
        const room = (height) => `<tr><td style='height:${Math.max(0, height)}px;padding:0'>`;
        t.innerHTML = room(first * 20 - first / 2) + rows.map((n) => `<tr><td>Row ${n}`).join('') + room((400 - first - 120) * 20);
    };
    let last = 0;
    box.addEventListener('scroll', () => { const block = Math.floor(box.scrollTop / 800); if (block !== last) { last = block; draw(); } });
    draw();
    </script>";

#[tokio::test]
async fn a_list_that_draws_blocks_is_collected_without_a_gap() -> Result<()> {
    let stage = showing(BLOCKS).await?;
    let outcome = stage.do_on("Blocks", "collect", json!({"limit": 1000})).await?;
    assert_eq!(first_fields(&outcome), numbered("Row", 400));
    Ok(())
}

/// An overscan spacer for all rows follows the drawn rows, as one more child of the list.
const SPACER: &str = "<div id=box role=list aria-label=Behind style='height:200px;overflow:auto;position:relative'></div><script>
    const draw = () => {
        const first = Math.floor(box.scrollTop / 20);
        const rows = Array.from({length: 12}, (_, i) => first + i).filter((n) => n < 100);
        box.innerHTML = rows.map((n) => `<div style='position:absolute;width:100%;height:20px;top:${n * 20}px'>Entry ${n}</div>`).join('')
            + '<div aria-hidden=true style=\"height:2000px;width:100%\"></div>';
    };
    box.addEventListener('scroll', draw); draw();
    </script>";

#[tokio::test]
async fn room_behind_the_rows_is_no_end_of_them() -> Result<()> {
    let stage = showing(SPACER).await?;
    let outcome = stage.do_on("Behind", "collect", json!({})).await?;
    assert_eq!(first_fields(&outcome), numbered("Entry", 100));
    Ok(())
}

/// A scrolled virtual list that recycles its elements, so that their order in the document is not the order of the rows.
const RECYCLED: &str = "<div id=box role=list aria-label=Again style='height:200px;overflow:auto'><div id=all style='position:relative;height:2000px'></div></div><script>
    const made = Array.from({length: 14}, () => all.appendChild(Object.assign(document.createElement('div'), {role: 'listitem'})));
    const draw = () => {
        const first = Math.floor(box.scrollTop / 20);
        for (let n = first; n < Math.min(first + 12, 100); n += 1) {
            const row = made[(n * 5) % 14];
            row.style.cssText = `position:absolute;height:20px;top:${n * 20}px`;
            row.className = n % 2 ? 'row-odd' : 'row-even';
            row.textContent = 'Entry ' + n;
        }
    };
    box.addEventListener('scroll', draw); box.scrollTop = 1200; draw();
    </script>";

#[tokio::test]
async fn a_scrolled_list_is_collected_from_its_first_row_in_order() -> Result<()> {
    let stage = showing(RECYCLED).await?;
    let outcome = stage.do_on("Again", "collect", json!({})).await?;
    assert_eq!(first_fields(&outcome), numbered("Entry", 100));
    Ok(())
}

#[tokio::test]
async fn older_messages_of_a_chat_are_loaded_by_scrolling_up() -> Result<()> {
    let stage = showing(
        "<div id=box role=log aria-label=Chat style='height:100px;overflow:auto'></div><script>
         let from = 60;
         const older = () => {
             const height = box.scrollHeight - box.scrollTop;
             for (let i = 0; i < 20 && from > 0; i += 1) box.prepend(Object.assign(document.createElement('div'), {textContent: 'Message ' + --from}));
             box.scrollTop = box.scrollHeight - height;
         };
         older(); box.scrollTop = box.scrollHeight;
         box.addEventListener('scroll', async () => { if (box.scrollTop < 5 && from > 0) { await fetch('/status/204'); older(); } });</script>",
    )
    .await?;
    let outcome = stage.do_on("Chat", "collect", json!({})).await?;
    assert_eq!(first_fields(&outcome), numbered("Message", 60));
    Ok(())
}

#[tokio::test]
async fn a_list_with_another_page_says_what_leads_there() -> Result<()> {
    let stage = showing(
        "<div><ul aria-label=News style='height:45px;overflow:auto'><li>One<button>Show more</button><li style='height:60px'>Two</ul></div><nav><a href='?1' class=disabled>Next</a><a href='?2'>Next »</a></nav>
         <ul aria-label=Whole><li>Three<li>Four</ul><button disabled>Load more</button>",
    )
    .await?;
    let outcome = stage.do_on("News", "collect", json!({})).await?;
    let head = "2 rows of list \"News\"; that is all of it here; link \"Next »\" (";
    assert!(outcome.text.starts_with(head), "{}", outcome.text);
    Ok(())
}

/// A grid with a frozen first column: its cells are in boxes apart from the other columns.
const FROZEN: &str = "<div role=grid aria-label=Frozen tabindex=0 style='height:60px;overflow:auto'><div role=row aria-rowindex=1><div role=columnheader aria-colindex=1>No<div></div></div>
    <div role=presentation><div role=columnheader aria-colindex=2>Name</div></div></div>
    <div><div role=row aria-rowindex=2><div role=presentation><div role=gridcell aria-colindex=2>Ana</div></div></div>
    <div role=row aria-rowindex=3><div role=presentation><div role=gridcell aria-colindex=2>Bo</div></div></div></div>
    <div><div role=row aria-rowindex=2><div role=gridcell aria-colindex=1>1</div></div><div role=row aria-rowindex=3><div role=gridcell aria-colindex=1>2</div></div></div></div>";

#[tokio::test]
async fn parts_of_a_row_that_are_drawn_apart_are_one_row() -> Result<()> {
    let stage = showing(FROZEN).await?;
    let outcome = stage.do_on("Frozen", "collect", json!({})).await?;
    let expected =
        "2 rows of grid \"Frozen\"; that is all of it\ncolumns: \"No | Name\"\n1. \"1 | Ana\"\n2. \"2 | Bo\"";
    assert_eq!(outcome.text, expected);
    Ok(())
}

#[tokio::test]
async fn an_entry_stands_for_its_list() -> Result<()> {
    let stage = showing("<div><div class=card><a href=/1>First</a></div><div class=card><a href=/2>Second</a></div><div class=card><a href=/3>Third</a></div></div>").await?;
    let outcome = stage.do_on("Second", "collect", json!({})).await?;
    assert_eq!(first_fields(&outcome), ["First", "Second", "Third"]);
    Ok(())
}
