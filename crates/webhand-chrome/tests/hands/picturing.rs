//! Pictures of pages.

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::support::{Stage, showing};

async fn picture(stage: &Stage, arguments: serde_json::Value) -> Result<(String, Vec<u8>)> {
    let done = stage.try_act("screenshot", arguments).await?;
    Ok((done.outcome.text, done.picture.context("no picture")?.jpeg))
}

/// Width and height, from the frame header of a JPEG.
fn size(jpeg: &[u8]) -> Result<(u16, u16)> {
    let frame = jpeg.windows(2).position(|marker| matches!(marker, [0xff, 0xc0 | 0xc2])).context("no frame header")?;
    let at = |offset: usize| u16::from_be_bytes([jpeg[frame + offset], jpeg[frame + offset + 1]]);
    Ok((at(7), at(5)))
}

#[tokio::test]
async fn pictures_show_the_view_an_element_or_the_whole_page() -> Result<()> {
    let stage = showing("<body style='margin: 0; height: 3000px'><button disabled style='position: absolute; top: 2000px; left: 50px; width: 120px; height: 40px'>Far</button>").await?;
    assert_eq!(size(&picture(&stage, json!({})).await?.1)?, (1265, 800));
    let far = stage.find("Far").await?.to_string();
    let (text, jpeg) = picture(&stage, json!({"ref": far})).await?;
    assert_eq!((text.as_str(), size(&jpeg)?), ("took a picture of the element", (120, 40)));
    let (text, jpeg) = picture(&stage, json!({"full": true})).await?;
    assert_eq!((text.as_str(), size(&jpeg)?), ("took a picture of the whole page", (1280, 3000)));
    Ok(())
}

#[tokio::test]
async fn marks_carry_the_refs_of_the_text_and_leave_the_page_alone() -> Result<()> {
    let stage = showing(
        "<title></title><button>One</button> <a href=#>Two</a><iframe srcdoc='<button>Three</button>'></iframe>
         <script>new MutationObserver(() => document.title += 'changed').observe(document, {subtree: true, childList: true, attributes: true})</script>",
    )
    .await?;
    let plain = picture(&stage, json!({})).await?.1;
    let (text, marked) = picture(&stage, json!({"marks": true})).await?;
    assert!(text.starts_with("took a picture, with the refs of "), "{text}");
    assert_eq!(size(&marked)?, size(&plain)?);
    assert_ne!(marked, plain);
    assert_eq!(stage.title().await?, "");
    Ok(())
}

#[tokio::test]
async fn a_tab_in_the_background_is_drawn_and_touched_without_taking_the_focus() -> Result<()> {
    let stage = showing("<title></title><button onclick=\"document.title += `clicked ${document.hasFocus()} ${document.visibilityState} `\">Go</button><script>onblur = () => document.title += 'blurred '; document.onvisibilitychange = () => document.title += 'hidden '</script>").await?;
    for _ in 0..2 {
        stage.done("tab", json!({"action": "new"})).await?;
    }
    stage.done("tab", json!({"action": "switch", "tab": "t1"})).await?;
    stage.do_on("Go", "click", json!({})).await?;
    stage.do_on("Go", "hover", json!({})).await?;
    assert_eq!(size(&picture(&stage, json!({})).await?.1)?, (1280, 800));
    assert_eq!(stage.title().await?, "clicked true visible");
    Ok(())
}
