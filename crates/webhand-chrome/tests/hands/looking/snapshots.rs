//! Snapshots of pages, refs, and actions that read a page.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{FailCode, PageState};
use webhand_port::Browser as _;

use crate::support::{empty, failure, showing};

const PARTS: &str = "<title>Parts</title><h1>Order</h1>
    <form><label>Name <input name=n value=Ana></label><label><input type=checkbox checked> Gift</label><button>Send</button></form>
    <div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<button>In the shadow</button>'</script>
    <iframe title=Near src=/near></iframe><iframe title=Far src=OTHER/far></iframe>";

#[tokio::test]
async fn a_page_with_a_form_a_shadow_root_and_frames_is_one_text() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/", PARTS);
    stage.site.page("/near", "<button>Near button</button>");
    stage.site.page("/far", "<p>From afar</p><button>Far button</button>");
    stage.open("/").await?;
    let text = stage.text().await?;
    let own = stage.site.url("");
    let other = own.replace("127.0.0.1", "localhost");
    let expected = format!(
        r#"- heading "Order"
- textbox "Name" [ref=e1]: "Ana"
- checkbox "Gift" [ref=e2] [checked]
- button "Send" [ref=e3]
- button "In the shadow" [ref=e4]
- iframe "Near" [ref=e5] [origin={own}]
  - button "Near button" [ref=f1e1]
- iframe "Far" [ref=e6] [origin={other}]
  - text "From afar"
  - button "Far button" [ref=f2e1]"#
    );
    assert_eq!(text, expected);
    Ok(())
}

#[tokio::test]
async fn a_frame_that_was_written_by_its_page_has_its_pages_origin() -> Result<()> {
    let stage = showing(
        "<iframe title=Written srcdoc='<button>In</button>'></iframe>
        <iframe title=Boxed sandbox srcdoc='<button>Out</button>'></iframe>",
    )
    .await?;
    let text = stage.text().await?;
    let own = stage.site.url("");
    assert!(text.contains(&format!("- iframe \"Written\" [ref=e1] [origin={own}]")), "{text}");
    assert!(text.contains("- iframe \"Boxed\" [ref=e2] [origin=null]"), "{text}");
    Ok(())
}

#[tokio::test]
async fn refs_stay_over_looks_and_are_stale_after_a_navigation() -> Result<()> {
    let stage = showing("<button>One</button><div id=more></div>").await?;
    let one = stage.find("One").await?;
    assert_eq!(stage.find("One").await?, one);
    stage.done("reload", json!({})).await?;
    let again = stage.find("One").await?;
    assert_ne!(again, one);
    let outcome = stage.perform(webhand_model::Action::Dblclick { target: one }).await?.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::StaleRef));
    assert!(outcome.text.contains("look at the page again"), "{}", outcome.text);
    assert!(outcome.text.contains(&format!("it looks like {again} button \"One\" took its place")), "{}", outcome.text);
    let unknown = stage.chrome.resolve_ref(&one.to_string()).err().context("it is gone")?.to_string();
    let told = format!("it was button \"One\", and it looks like {again} button \"One\" took its place");
    assert!(unknown.contains(&told), "{unknown}");
    Ok(())
}

#[tokio::test]
async fn the_first_page_is_reported_like_any_other() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/", "<h1>Welcome</h1><button>Begin</button>");
    // `Stage::open` would look first, which this test must not do.
    let url = webhand_model::WebUrl::parse(&stage.site.url("/"))?;
    let outcome = stage.perform(webhand_model::Action::Open { url, new_tab: None, behind: None }).await?.outcome;
    let seen = outcome.visible_changes.context("it shows something")?;
    assert!(seen.contains("- button \"Begin\" [ref=e1]"), "{seen}");
    Ok(())
}

#[tokio::test]
async fn an_element_that_was_replaced_is_stale() -> Result<()> {
    let list = "<div id=list><button>Delete A</button></div>
        <button onclick=\"list.innerHTML = '<button>Delete B</button>'\">Refresh</button>";
    let stage = showing(list).await?;
    let old = stage.find("Delete A").await?;
    stage.do_on("Refresh", "click", json!({})).await?;
    let outcome = stage.perform(webhand_model::Action::Dblclick { target: old }).await?.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::StaleRef));
    let new = stage.find("Delete B").await?;
    assert!(outcome.text.contains(&format!("nearest now: {new} button \"Delete B\"")), "{}", outcome.text);
    Ok(())
}

#[tokio::test]
async fn a_long_list_is_summed_up_packed_whole_and_reported_by_its_changes() -> Result<()> {
    let stage = showing(
        "<button onclick=\"said.textContent = 'Saved'\">Save</button><p id=said role=status></p><ul id=list></ul>
         <script>list.innerHTML = Array.from({length: 450}, (_, i) => `<li><a href=/${i}>Lamp ${i}</a> <i>lit</i></li>`).join('')</script>",
    )
    .await?;
    let usual = stage.done("snapshot", json!({})).await?.text;
    let list = usual.split("- list [ref=").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    assert!(
        usual.contains(&format!("more listitem like these (snapshot scope={list} or collect {list} shows")),
        "{usual}"
    );
    let whole = stage.done("snapshot", json!({"budget": "none"})).await?.text;
    assert!(whole.contains(" link Lamp 449} lit\"") && !whole.contains("more listitem"), "{whole}");
    stage.do_on("Save", "click", json!({})).await?;
    let delta = stage.done("snapshot", json!({"delta": true})).await?.text;
    assert!(delta.contains(" since=") && delta.contains("\n+ - status \"Saved\"\n"), "{delta}");
    assert!(!delta.contains("Lamp"), "{delta}");
    Ok(())
}

#[tokio::test]
async fn a_browser_without_a_page_says_so() -> Result<()> {
    let stage = empty().await?;
    let snapshot = stage.look().await?;
    assert_eq!(snapshot.state, PageState::Closed("no page is open yet; open one".to_owned()));
    Ok(())
}

#[tokio::test]
async fn pages_that_cannot_be_driven_say_what_to_do() -> Result<()> {
    let stage = empty().await?;
    stage.open("/pdf").await?;
    let seen = stage.look().await?.state;
    assert!(matches!(&seen, PageState::Closed(why) if why.contains("this is a PDF")), "{seen:?}");
    let outcome = stage.act("click_at", json!({"x": 5, "y": 5})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::ClosedPage));
    stage.site.page("/", "<button>Back in the open</button>");
    stage.open("/").await?;
    stage.find("Back in the open").await?;
    Ok(())
}

#[tokio::test]
async fn a_look_during_a_navigation_shows_one_document() -> Result<()> {
    let stage = empty().await?;
    let page = |name: &str, next: &str| {
        let items = format!("<button>{name} tree</button>").repeat(60);
        format!(
            "<title>{name}</title>{items}<script>setTimeout(() => {{ location = '{next}' }}, Math.random() * 60)</script>"
        )
    };
    stage.site.page("/a", &page("Ash", "OTHER/b"));
    stage.site.page("/b", &page("Birch", &stage.site.url("/a")));
    stage.open("/a").await?;
    for _ in 0..20 {
        // The page may navigate faster than a look takes, and then the look fails.
        let Ok(snapshot) = stage.chrome.observe().await else { continue };
        let all = snapshot.nodes.iter().map(|node| node.name.split(' ').next().unwrap_or_default());
        // The last button may exist before its text.
        let kinds: std::collections::BTreeSet<&str> = all.filter(|kind| !kind.is_empty()).collect();
        assert!(kinds.len() <= 1, "{kinds:?}");
        assert!(
            kinds.iter().all(|kind| snapshot.title.is_empty() || *kind == snapshot.title),
            "{kinds:?} in {}",
            snapshot.title
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_picture_has_the_size_of_the_viewport() -> Result<()> {
    let stage = showing("<h1>Hello</h1>").await?;
    let picture = stage.chrome.picture().await.map(|picture| picture.jpeg).unwrap_or_default();
    assert_eq!(size(&picture), Some((1280, 800)));
    let of_one = stage.try_act("screenshot", json!({})).await?;
    assert!(of_one.picture.is_some());
    Ok(())
}

#[tokio::test]
async fn find_read_get_and_is_return_what_the_page_shows() -> Result<()> {
    let stage = showing(
        "<title>Shop</title><main><h1>Lamps</h1><p>All lamps.</p><ul aria-label=Results><li><a href=/blue data-sku=7>Blue lamp</a></li>
         <li><a href=/red>Red lamp</a></li></ul><input aria-label=Q value=lamp><input type=checkbox aria-label=Gift checked></main>",
    )
    .await?;
    let found = stage.done("find", json!({"text": "blue"})).await?.text;
    assert!(found.contains("link \"Blue lamp\" [ref=e1] in main > list \"Results\""), "{found}");
    let markdown = stage.done("read", json!({})).await?.text;
    assert!(markdown.contains("# Lamps") && markdown.contains("[Blue lamp]("), "{markdown}");
    let get = async |arguments| Ok::<_, anyhow::Error>(stage.done("get", arguments).await?.text);
    assert_eq!(get(json!({"what": "title"})).await?, "Shop");
    assert_eq!(get(json!({"what": "url"})).await?, stage.site.url("/"));
    assert_eq!(get(json!({"what": "count", "name": "link"})).await?, "2");
    assert_eq!(stage.do_on("Blue lamp", "get", json!({"what": "attribute", "name": "data-sku"})).await?.text, "7");
    assert_eq!(stage.do_on("Q", "get", json!({"what": "value"})).await?.text, "lamp");
    assert_eq!(stage.do_on("Gift", "is", json!({"what": "checked"})).await?.text, "yes");
    let scoped = stage.done("snapshot", json!({"boxes": true})).await?.text;
    assert!(scoped.contains("[box="), "{scoped}");
    Ok(())
}

#[tokio::test]
async fn console_and_network_are_kept() -> Result<()> {
    let stage = showing("<script>console.log('hello', 7); fetch('/status/404')</script>").await?;
    assert!(stage.done("console", json!({})).await?.text.contains("[log] hello 7"));
    let network = stage.done("network", json!({})).await?.text;
    assert!(network.contains("/status/404\" 404 [fetch]"), "{network}");
    Ok(())
}

/// Width and height from the frame header of a JPEG.
fn size(jpeg: &[u8]) -> Option<(u16, u16)> {
    let header = jpeg.windows(2).position(|pair| matches!(pair, [0xff, 0xc0 | 0xc2]))?;
    let number = |at: usize| Some(u16::from_be_bytes([*jpeg.get(at)?, *jpeg.get(at + 1)?]));
    Some((number(header + 7)?, number(header + 5)?))
}
