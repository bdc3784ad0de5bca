//! Looks and actions without the debugger.

use anyhow::Result;
use serde_json::json;

use webhand_hands::QuietStart;
use webhand_port::Browser as _;

use super::extension::{PersonsBrowser, evaluate, showing};
use crate::site::Site;
use crate::support::Stage;

#[tokio::test]
async fn a_page_is_seen_and_a_button_is_clicked() -> Result<()> {
    let html = "<h1>Shop</h1><button onclick=\"document.title = 'clicked ' + event.isTrusted\">Go</button>";
    let (stage, _browser) = showing(html).await?;
    assert_eq!(stage.text().await?, "- heading \"Shop\"\n- button \"Go\" [ref=e1]");
    stage.do_on("Go", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "clicked false");
    Ok(())
}

#[tokio::test]
async fn fields_are_filled_and_boxes_are_ticked() -> Result<()> {
    let html = "<label>Name <input id=n></label><label>Notes <textarea></textarea></label>
        <label><input type=checkbox> Terms</label><select aria-label=Size><option>S<option>M</select>
        <script>n.onchange = () => document.title += 'changed ' + n.value;
        document.querySelector('select').onchange = e => document.title += ' ' + e.target.value</script>";
    let (stage, _browser) = showing(html).await?;
    stage.do_on("Name", "fill", json!({"value": "Ada Lovelace"})).await?;
    stage.do_on("Notes", "fill", json!({"value": "one\ntwo"})).await?;
    stage.do_on("Terms", "check", json!({})).await?;
    stage.do_on("Size", "select", json!({"value": "M"})).await?;
    let text = stage.text().await?;
    for line in [
        "- textbox \"Name\" [ref=e1]: \"Ada Lovelace\"",
        "- textbox \"Notes\" [ref=e2] [multiline]: \"one\\ntwo\"",
        "- checkbox \"Terms\" [ref=e3] [focused] [checked]",
        "- combobox \"Size\" [ref=e4]: \"M\"",
    ] {
        assert!(text.contains(line), "{line} is missing in {text}");
    }
    assert_eq!(stage.title().await?, "changed Ada Lovelace M");
    Ok(())
}

#[tokio::test]
async fn a_frame_of_another_site_is_seen_and_clicked() -> Result<()> {
    let (stage, _browser) = showing("<p>Outside<iframe src=OTHER/inner width=400 height=200></iframe>").await?;
    stage.site.page("/inner", "<button onclick=\"this.textContent = 'Done'\">Inside</button>");
    stage.open("/").await?;
    stage.do_on("Inside", "click", json!({})).await?;
    stage.find("Done").await.map(drop)
}

#[tokio::test]
async fn a_closed_shadow_root_is_seen_and_clicked() -> Result<()> {
    let html = "<div id=host></div><script>
        const root = host.attachShadow({mode: 'closed'});
        root.innerHTML = '<button>Hidden away</button>';
        root.firstChild.onclick = () => document.title = 'found'</script>";
    let (stage, _browser) = showing(html).await?;
    stage.do_on("Hidden away", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "found");
    Ok(())
}

#[tokio::test]
async fn a_tab_of_the_person_has_no_script_and_no_rule() -> Result<()> {
    let (stage, browser) = showing("<button onclick=\"fetch('/order', {method: 'POST'})\">Order</button>").await?;
    let own = browser.open(&stage.site.url("/?own")).await?;
    stage.on("Order", "click", json!({})).await?;
    assert_eq!(stage.site.marks(), Vec::<String>::new());
    evaluate(&own, "fetch('/mine', {method: 'POST', body: 'x'}).then(() => 0)").await?;
    assert_eq!(stage.site.marks(), ["POST /mine x"]);
    Ok(())
}

#[tokio::test]
async fn a_tab_that_the_person_had_open_is_taken_over_and_stays_open() -> Result<()> {
    let (browser, site) = (PersonsBrowser::start().await?, Site::start().await?);
    site.page("/", "<label>Name <input></label><button onclick=\"fetch('/order', {method: 'POST'})\">Order</button>");
    let own = browser.open(&site.url("/")).await?;
    let worker = browser.worker().await?;
    let tab = evaluate(&worker, "chrome.tabs.query({url: 'http://127.0.0.1/*'}).then(([tab]) => tab.id)").await?;
    let tab = tab.as_u64().and_then(|tab| u32::try_from(tab).ok()).unwrap_or_default();
    let (_connection, hands) = browser.hands(QuietStart::InTab(tab)).await?;
    let stage = Stage::of(hands, site)?;
    stage.do_on("Name", "fill", json!({"value": "Ada"})).await?;
    assert_eq!(evaluate(&own, "document.querySelector('input').value").await?, "Ada");
    stage.chrome.close().await;
    evaluate(&own, "fetch('/mine', {method: 'POST', body: 'x'}).then(() => 0)").await?;
    assert_eq!(stage.site.marks(), ["POST /mine x"]);
    Ok(())
}
