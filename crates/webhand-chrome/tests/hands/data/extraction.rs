//! Data extracted from pages by a schema, and tools that pages offer.

use anyhow::{Result, bail};
use serde_json::json;
use webhand_model::{Decision, Facts, FailCode, Origin};
use webhand_port::Browser as _;

use crate::support::{approve, failure, showing, soon};

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
async fn a_missing_property_is_an_error_that_lists_what_the_page_shows() -> Result<()> {
    let stage = showing(SHOP).await?;
    let schema = json!({"type": "object", "required": ["phone"], "properties": {"phone": {"type": "string"}}});
    let outcome = stage.act("extract", json!({"schema": schema})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::NotFound));
    assert!(outcome.text.contains("Opening hours"), "{}", outcome.text);
    Ok(())
}

/// Spans in both directions, a header in two levels, and a table inside a cell.
const SPANNED: &str =
    "<table><caption>Sales</caption><thead><tr><th rowspan=2>Region<th colspan=2>2024<tr><td>Spring<td>Autumn</thead>
    <tbody><tr><th rowspan=2 scope=row>North<td>1<td>2<tr><td colspan=2>3<tr><th scope=row>South<td><td>5
    <tr><th scope=row>East<td><table><tr><td>6<td>six</table><td>7</table>";

#[tokio::test]
async fn cells_that_reach_over_rows_and_columns_are_those_of_each() -> Result<()> {
    let stage = showing(SPANNED).await?;
    let properties =
        json!({"region": {"type": "string"}, "2024 Spring": {"type": "string"}, "autumn": {"type": "string"}});
    let schema = json!({"type": "array", "items": {"type": "object", "properties": properties}});
    let outcome = stage.done("extract", json!({"schema": schema})).await?;
    let rows = outcome.data.unwrap_or_default();
    let region_and_autumn = |at: usize| (rows[at]["region"].clone(), rows[at]["autumn"].clone());
    assert_eq!(region_and_autumn(0), (json!("North"), json!("2")));
    assert_eq!(region_and_autumn(1), (json!("North"), json!("3")));
    assert_eq!(region_and_autumn(2), (json!("South"), json!("5")));
    assert_eq!(region_and_autumn(3), (json!("East"), json!("7")));
    assert_eq!(rows[2]["2024 Spring"], json!(""));
    assert_eq!(rows.as_array().map(Vec::len), Some(4), "{rows}");
    Ok(())
}

const OFFERS: &str = "<title>Calculator</title><script>
    document.modelContext.registerTool({name: 'add', description: 'Adds two numbers',
        inputSchema: {type: 'object', properties: {a: {type: 'number'}, b: {type: 'number'}}},
        execute: async ({a, b}) => { document.title = 'Added'; return String(a + b); }});
    document.modelContext.registerTool({name: 'break', description: 'Fails', inputSchema: {type: 'object'},
        execute: async () => { throw new Error('out of paper'); }});
    </script>";

/// A frame of another site offers a tool, and the page does not.
#[tokio::test]
async fn a_tool_of_a_foreign_frame_is_judged_by_the_origin_of_the_frame() -> Result<()> {
    let stage = showing("<h1>Page</h1><iframe src=OTHER/tool allow='tools *'></iframe>").await?;
    stage.site.page("/tool", OFFERS);
    stage.open("/").await?;
    let page = soon(async {
        loop {
            let page = stage.look().await?;
            if page.nodes.iter().any(|node| node.role == "tool") {
                return anyhow::Ok(page);
            }
        }
    })
    .await??;
    let Decision::Act(action) = Decision::parse("page_tool", &json!({"name": "add", "args": {}}), &page)? else {
        bail!("no action")
    };
    let facts = stage.chrome.inspect(&action).await.map_err(|outcome| anyhow::anyhow!("{outcome:?}"))?;
    let foreign = stage.site.url("").replace("127.0.0.1", "localhost");
    assert_eq!(facts.origin, Some(Origin::from_url(&foreign)));
    // The approval is for the frame's origin, so a tool of that name in another origin is not called in its place.
    let elsewhere = Facts { origin: Some(Origin::from_url(&stage.site.url(""))), ..Facts::default() };
    let outcome = stage.chrome.act(approve("localhost", action, &elsewhere)?).await.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::NotFound), "{}", outcome.text);
    Ok(())
}

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

/// A mail reader shows the message in a frame, and an advert in a small one.
#[tokio::test]
async fn reading_includes_the_frames_of_a_page() -> Result<()> {
    let stage = showing(
        "<h1>Inbox</h1><iframe width=500 height=200 srcdoc='<p>The parcel comes on Friday.</p>'></iframe>
         <iframe width=90 height=60 srcdoc='<p>Buy now!</p>'></iframe><iframe hidden srcdoc='<p>Unseen</p>'></iframe>",
    )
    .await?;
    let read = stage.done("read", json!({})).await?.text;
    assert!(read.contains("Inbox") && read.contains("The parcel comes on Friday."), "{read}");
    assert!(!read.contains("Buy now!") && !read.contains("Unseen"), "{read}");
    Ok(())
}

#[tokio::test]
async fn a_page_without_text_cannot_be_read() -> Result<()> {
    let stage = showing("<canvas width=300 height=200></canvas>").await?;
    let read = stage.act("read", json!({})).await?;
    assert_eq!(failure(&read), Some(FailCode::NotFound), "{}", read.text);
    Ok(())
}

/// A cell with three parts, two of which the page names.
#[tokio::test]
async fn the_parts_of_a_cell_are_found_by_their_own_names_alone() -> Result<()> {
    let row = |name: &str, sku: &str| {
        format!("<tr><td><b>{name}</b><br><span class=sku>{sku}</span><br>Stock: 4 pieces<td>20.00")
    };
    let rows = [row("Blue lamp", "LX-7"), row("Red lamp", "LX-8")].concat();
    let stage = showing(&format!("<table><tr><th>Product<th>Price{rows}</table>")).await?;
    let of = |name: &str| json!({"type": "array", "items": {"type": "object", "required": [name], "properties": {name: {"type": "string"}, "price": {"type": "number"}}}});
    let found = stage.done("extract", json!({"schema": of("sku")})).await?;
    assert_eq!(found.data, Some(json!([{"sku": "LX-7", "price": 20.0}, {"sku": "LX-8", "price": 20.0}])));
    let guessed = stage.act("extract", json!({"schema": of("name")})).await?;
    assert_eq!(failure(&guessed), Some(FailCode::NotFound), "{}", guessed.text);
    Ok(())
}
