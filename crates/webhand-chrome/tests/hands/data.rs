//! Data taken out of pages: found, extracted, collected.

use anyhow::Result;
use serde_json::json;
use webhand_model::FailCode;

use crate::support::{failure, showing};

const SHOP: &str = "<main><h1>Shop</h1><dl><dt>Opening hours</dt><dd>9 to 18</dd></dl><h2>Lamps</h2><div class=cards>
    <article class=card><h3><a href=/blue>Blue lamp</a></h3><p class=price><span>1.234,50 €</span></p><button>Add</button></article>
    <article class=card><h3><a href=/red>Red lamp</a></h3><p class=price><span>12,99 €</span></p><button>Add</button></article>
    <article class=card style='display:none'><h3>Hidden lamp</h3><p class=price>1 €</p></article></div>
    <h2>Orders</h2><table><thead><tr><th>Order no.<th>Amount<th>Paid</tr></thead>
    <tbody><tr><td>A-1<td>20.00<td>yes<tr><td>A-2<td>7.50<td>no</table></main>";

#[tokio::test]
async fn cards_rows_and_facts_fill_a_schema() -> Result<()> {
    let stage = showing(SHOP).await?;
    let schema = json!({"type": "object", "required": ["lamps", "orders"], "properties": {
        "openingHours": {"type": "string"},
        "lamps": {"type": "array", "items": {"type": "object", "required": ["name", "price"], "properties": {
            "name": {"type": "string"}, "price": {"type": "number"}, "url": {"type": "string", "format": "uri"}}}},
        "orders": {"type": "array", "items": {"type": "object", "required": ["orderNo"], "properties": {
            "orderNo": {"type": "string"}, "amount": {"type": "number"}, "paid": {"type": "boolean"}}}},
    }});
    let outcome = stage.done("extract", json!({"schema": schema})).await?;
    let expected = json!({
        "openingHours": "9 to 18",
        "lamps": [
            {"name": "Blue lamp", "price": 1234.5, "url": stage.site.url("/blue")},
            {"name": "Red lamp", "price": 12.99, "url": stage.site.url("/red")},
        ],
        "orders": [{"orderNo": "A-1", "amount": 20.0, "paid": true}, {"orderNo": "A-2", "amount": 7.5, "paid": false}],
    });
    assert_eq!(outcome.data, Some(expected));
    Ok(())
}

#[tokio::test]
async fn cells_say_what_their_controls_hold_and_their_pictures_mean() -> Result<()> {
    let stage = showing(
        "<table><tr><th><input type=checkbox aria-label=All><th>Book<th>In print<th>Sold<th>Copies
         <tr><td><input type=checkbox><td>Dune<td><input type=checkbox checked><td><img alt=False src=no.svg width=9 height=9><td><input value=7>
         <tr><td><input type=checkbox><td>Emma<td><input type=checkbox><td><img alt=True src=yes.svg width=9 height=9><td><input value=8></table>",
    )
    .await?;
    let of = |kind: &str| json!({"type": kind});
    let properties =
        json!({"book": of("string"), "in print": of("boolean"), "sold": of("boolean"), "copies": of("integer")});
    let schema = json!({"type": "array", "items": {"type": "object", "properties": properties}});
    let outcome = stage.done("extract", json!({"schema": schema})).await?;
    let expected = json!([
        {"book": "Dune", "in print": true, "sold": false, "copies": 7},
        {"book": "Emma", "in print": false, "sold": true, "copies": 8},
    ]);
    assert_eq!(outcome.data, Some(expected));
    Ok(())
}

#[tokio::test]
async fn what_the_page_does_not_show_is_an_error_that_says_what_it_shows() -> Result<()> {
    let stage = showing(SHOP).await?;
    let schema = json!({"type": "object", "required": ["phone"], "properties": {"phone": {"type": "string"}}});
    let outcome = stage.act("extract", json!({"schema": schema})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::NotFound));
    assert!(outcome.text.contains("Opening hours"), "{}", outcome.text);
    Ok(())
}

/// Keeps ten rows of a thousand in the document, at their places.
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

const OFFERS: &str = "<title>Calculator</title><script>
    document.modelContext.registerTool({name: 'add', description: 'Adds two numbers',
        inputSchema: {type: 'object', properties: {a: {type: 'number'}, b: {type: 'number'}}},
        execute: async ({a, b}) => { document.title = 'Added'; return String(a + b); }});
    document.modelContext.registerTool({name: 'break', description: 'Fails', inputSchema: {type: 'object'},
        execute: async () => { throw new Error('out of paper'); }});
    </script>";

#[tokio::test]
async fn a_tool_that_the_page_offers_is_listed_and_called() -> Result<()> {
    let stage = showing(OFFERS).await?;
    assert!(stage.text().await?.contains("- tool \"add\": \"Adds two numbers\""));
    let outcome = stage.done("page_tool", json!({"name": "add", "args": {"a": 2, "b": 40}})).await?;
    assert!(outcome.text.starts_with("the page's tool \"add\" answered \"42\""), "{}", outcome.text);
    assert_eq!(stage.title().await?, "Added");
    let broken = stage.act("page_tool", json!({"name": "break"})).await?;
    assert_eq!(failure(&broken), Some(FailCode::NotTaken), "{}", broken.text);
    let unknown = stage.act("page_tool", json!({"name": "subtract"})).await?;
    assert_eq!(failure(&unknown), Some(FailCode::NotFound));
    assert!(unknown.text.contains("it offers \"add\""), "{}", unknown.text);
    Ok(())
}
