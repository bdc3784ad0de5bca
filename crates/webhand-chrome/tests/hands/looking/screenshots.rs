//! Screenshots, and points on them.

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use webhand_model::Decision;
use webhand_port::Browser as _;

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
    assert_eq!((text.as_str(), size(&jpeg)?), ("took a picture of the whole page", (1265, 3000)));
    Ok(())
}

#[tokio::test]
async fn a_picture_of_the_view_sends_the_page_no_events() -> Result<()> {
    let stage = showing(
        "<title></title><body style='height: 3000px'><button>One</button>
         <script>onresize = () => document.title += 'resized '</script>",
    )
    .await?;
    let one = stage.find("One").await?.to_string();
    for arguments in [json!({}), json!({"ref": one}), json!({}), json!({"region": [0, 0, 200, 100]})] {
        picture(&stage, arguments).await?;
    }
    assert_eq!(stage.title().await?, "");
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

/// Coordinates refer to the last picture, whichever part of the page it showed.
#[tokio::test]
async fn points_are_those_of_the_last_picture() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0; height: 4000px'><title></title>
        <button style='position: absolute; top: 3000px; left: 50px; width: 120px; height: 40px'>Far</button>
        <button style='position: absolute; top: 100px; left: 50px; width: 120px; height: 40px'>Near</button>
        <script>onclick = (event) => document.title += event.target.textContent</script>",
    )
    .await?;
    picture(&stage, json!({"full": true})).await?;
    stage.done("click_at", json!({"x": 60, "y": 3010})).await?;
    stage.done("click_at", json!({"x": 60, "y": 110})).await?;
    let far = stage.find("Far").await?.to_string();
    picture(&stage, json!({"ref": far})).await?;
    stage.done("scroll", json!({"direction": "top"})).await?;
    stage.done("click_at", json!({"x": 100, "y": 20})).await?;
    stage.done("scroll", json!({"direction": "top"})).await?;
    picture(&stage, json!({})).await?;
    stage.done("click_at", json!({"x": 100, "y": 120})).await?;
    assert_eq!(stage.title().await?, "FarNearFarNear");
    Ok(())
}

/// Two device pixels for each CSS pixel, and frames, one of them rotated.
#[tokio::test]
async fn points_are_right_on_fine_screens_and_in_turned_frames() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0'><iframe src=OTHER/inner style='width: 300px; height: 120px; border: 7px solid'></iframe>
        <iframe src=/inner style='width: 300px; height: 120px; transform: rotate(30deg) translate(60px, 90px)'></iframe>",
    )
    .await?;
    stage.site.page(
        "/inner",
        "<button style='position: absolute; left: 200px; top: 30px; width: 40px; height: 16px'
            onclick=\"this.textContent = 'Struck'\">Small</button><button style='position: absolute; left: 100px; top: 90px'>Other</button>",
    );
    let session = stage.chrome.session().context("there is no tab")?;
    let fine = json!({"width": 1000, "height": 700, "deviceScaleFactor": 2, "mobile": false});
    session.call_raw("Emulation.setDeviceMetricsOverride", &fine, std::time::Duration::from_mins(1)).await?;
    stage.done("reload", json!({})).await?;
    assert_eq!(size(&picture(&stage, json!({})).await?.1)?, (1000, 700));
    for struck in 1..=2 {
        stage.do_on("Small", "click", json!({})).await?;
        assert_eq!(stage.text().await?.matches("\"Struck\"").count(), struck, "{}", stage.text().await?);
    }
    stage.done("reload", json!({})).await?;
    stage.look().await?;
    stage.done("click_at", json!({"x": 7 + 220, "y": 7 + 38})).await?;
    assert_eq!(stage.text().await?.matches("\"Struck\"").count(), 1);
    Ok(())
}

#[tokio::test]
async fn places_can_be_clicked_twice_hovered_and_scrolled() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0'><title></title>
        <div id=list style='position: absolute; top: 100px; height: 100px; width: 200px; overflow: auto'><p style='height: 2000px'>Long</div>
        <button style='position: absolute; top: 300px; width: 100px; height: 40px'>Here</button>
        <script>for (const kind of ['dblclick', 'mouseover', 'click'])
            document.querySelector('button').addEventListener(kind, (event) => document.title += ` ${kind}${event.shiftKey ? ' with shift' : ''}`);
        list.onscroll = () => document.title += ` at ${list.scrollTop}`</script>",
    )
    .await?;
    picture(&stage, json!({})).await?;
    stage.done("hover_at", json!({"x": 50, "y": 320})).await?;
    stage.done("click_at", json!({"x": 50, "y": 320, "count": 2})).await?;
    stage.done("click_at", json!({"x": 50, "y": 320, "modifiers": ["shift"]})).await?;
    stage.done("scroll_at", json!({"x": 50, "y": 150, "direction": "down", "amount": 300})).await?;
    assert_eq!(stage.title().await?, "mouseover click click dblclick click with shift at 300");
    Ok(())
}

/// Providers silently shrink large pictures, so pictures are taken small enough, and points are scaled back.
#[tokio::test]
async fn a_very_large_view_is_pictured_smaller_and_pointed_at_rightly() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0'><title></title><button style='position: absolute; left: 1800px; top: 1000px; width: 40px; height: 20px'
            onclick=\"document.title = 'struck'\">Far</button>",
    )
    .await?;
    let session = stage.chrome.session().context("there is no tab")?;
    let large = json!({"width": 2000, "height": 1200, "deviceScaleFactor": 1, "mobile": false});
    session.call_raw("Emulation.setDeviceMetricsOverride", &large, std::time::Duration::from_mins(1)).await?;
    stage.done("reload", json!({})).await?;
    let (width, height) = size(&picture(&stage, json!({})).await?.1)?;
    assert!(u32::from(width) * u32::from(height) <= 1_153_000, "{width} by {height}");
    let scale = f64::from(width) / 2000.0;
    stage.done("click_at", json!({"x": 1820.0 * scale, "y": 1010.0 * scale})).await?;
    assert_eq!(stage.title().await?, "struck");
    Ok(())
}

#[tokio::test]
async fn the_picture_of_a_look_can_carry_its_refs() -> Result<()> {
    let stage = showing("<button>One</button>").await?;
    let seen = stage.look().await?;
    let plain = stage.chrome.picture().await.context("no picture")?;
    let marked = stage.chrome.marked_picture(&seen).await.context("no picture")?;
    assert_eq!(size(&marked.jpeg)?, size(&plain.jpeg)?);
    assert_ne!(marked, plain);
    assert_eq!(plain.size(), Some([1280, 800]));
    Ok(())
}

/// The engine marks the fields that secrets were typed in.
#[tokio::test]
async fn a_field_that_a_look_calls_withheld_is_covered() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0; background: white'><input aria-label=Code style='position: absolute; left: 100px; top: 50px; width: 200px; height: 40px; border: 0; padding: 0; background: white'>",
    )
    .await?;
    stage.do_on("Code", "fill", json!({"value": "WWWWWWWWWWWWWWWW"})).await?;
    let mut seen = stage.look().await?;
    let field = seen.nodes.iter_mut().find(|node| node.name == "Code").context("a field")?;
    assert_eq!(field.bounds, Some([100, 50, 200, 40]));
    field.states.push("withheld".to_owned());
    seen.nodes.iter_mut().for_each(|node| node.target = None);
    let picture = stage.chrome.marked_picture(&seen).await.context("no picture")?;
    for at in [(105, 55), (150, 70), (295, 85)] {
        for part in colour_at(&picture.jpeg, at)? {
            assert!(part.abs_diff(120) < 20, "{at:?}: {part}");
        }
    }
    for part in colour_at(&picture.jpeg, (350, 70))? {
        assert!(part > 240, "{part}");
    }
    Ok(())
}

/// The colour of a pixel: red, green and blue.
fn colour_at(jpeg: &[u8], (x, y): (usize, usize)) -> Result<[u8; 3]> {
    let mut decoder = zune_jpeg::JpegDecoder::new(zune_jpeg::zune_core::bytestream::ZCursor::new(jpeg));
    let pixels = decoder.decode().map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let at = (y * usize::from(decoder.info().context("no size")?.width) + x) * 3;
    Ok([pixels[at], pixels[at + 1], pixels[at + 2]])
}

/// A picture shows nothing that the text leaves out: a frame of an origin that may not be read, a code, a card number.
#[tokio::test]
async fn pictures_show_nothing_that_the_text_withholds() -> Result<()> {
    let stage = showing(
        "<body style='margin: 0; background: #0f0'>
         <iframe src=OTHER/secret style='position: absolute; left: 0; top: 0; width: 200px; height: 100px; border: 0'></iframe>
         <input autocomplete=one-time-code aria-label=code value=123456
            style='position: absolute; left: 300px; top: 0; width: 200px; height: 100px; border: 0; background: #f00'>",
    )
    .await?;
    stage.site.page("/secret", "<body style='margin: 0; background: #f00'><button>Transfer</button>");
    // A small viewport, so that decoding the pictures is quick.
    let session = stage.chrome.session().context("there is no tab")?;
    let small = json!({"width": 520, "height": 110, "deviceScaleFactor": 1, "mobile": false});
    session.call_raw("Emulation.setDeviceMetricsOverride", &small, std::time::Duration::from_mins(1)).await?;
    stage.done("reload", json!({})).await?;
    let seen = stage.look().await?;
    let shot = async |arguments: serde_json::Value| {
        let Decision::Act(action) = Decision::parse("screenshot", &arguments, &seen)? else { bail!("it is an action") };
        let done = stage.perform_for_brain("127.0.0.1:*", action).await?;
        done.picture.with_context(|| done.outcome.text)
    };
    let taken = [
        shot(json!({})).await?,
        shot(json!({"marks": true})).await?,
        shot(json!({"full": true})).await?,
        stage.chrome.picture().await.context("no picture")?,
        stage.chrome.marked_picture(&seen).await.context("no picture")?,
    ];
    for picture in taken {
        let jpeg = picture.jpeg;
        for (place, x) in [("the frame", 150), ("the code", 450)] {
            let [red, green, _] = colour_at(&jpeg, (x, 60))?;
            assert!(red < 200, "{place} is shown: {red} {green}");
        }
        let [red, green, _] = colour_at(&jpeg, (250, 60))?;
        assert!(green > 200 && red < 60, "what may be seen is: {red} {green}");
    }
    // A region, enlarged four times.
    let jpeg = shot(json!({"region": [100, 0, 300, 100]})).await?.jpeg;
    assert!(colour_at(&jpeg, (200, 240))?[0] < 200, "the frame is shown");
    assert!(colour_at(&jpeg, (600, 240))?[1] > 200, "what may be seen is");
    Ok(())
}
