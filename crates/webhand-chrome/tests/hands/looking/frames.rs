//! Frames of all kinds: their content is shown with its origin and can be clicked.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use webhand_model::Decision;

use crate::support::{Stage, empty, has_marked_frames, rendered_text, showing, soon, succeeded};

const KINDS: &str = "<title>Frames</title>
    <iframe title=Same src=/same></iframe>
    <iframe title=Cross src=OTHER/cross></iframe>
    <iframe title=Blank id=blank></iframe>
    <iframe title=Written srcdoc='<button>In srcdoc</button>'></iframe>
    <iframe title=Boxed sandbox src=/boxed></iframe>
    <iframe title=Scripted sandbox=allow-scripts srcdoc='<script>document.write(\"<button>In scripts</button>\")</script>'></iframe>
    <iframe title=Data src='data:text/html,<button>In data</button>'></iframe>
    <iframe title=Blob id=blob></iframe>
    <object title=Object data=/object type=text/html width=300 height=60></object>
    <embed title=Embed src=/embed type=text/html width=300 height=60>
    <iframe title=Nothing src=/pixel width=0 height=0 style='border:0'></iframe>
    <script>
    blank.contentDocument.body.innerHTML = '<button>In blank</button>';
    blob.src = URL.createObjectURL(new Blob(['<button>In blob</button>'], { type: 'text/html' }));
    </script>";

async fn stage_of_kinds() -> Result<Stage> {
    let stage = empty().await?;
    stage.site.page("/", KINDS);
    for (path, html) in [
        ("/same", "<button>In same</button><iframe title=Nested src=/nested></iframe>"),
        ("/nested", "<button>In nested</button><iframe title=Far src=OTHER/far></iframe>"),
        ("/far", "<button>In far</button>"),
        ("/cross", "<button>In cross</button>"),
        ("/boxed", "<button>In boxed</button>"),
        ("/object", "<button>In object</button>"),
        ("/embed", "<button>In embed</button>"),
        ("/pixel", "<button>In nothing</button>"),
    ] {
        stage.site.page(path, html);
    }
    stage.open("/").await?;
    Ok(stage)
}

#[tokio::test]
async fn every_kind_of_frame_is_seen_with_its_origin() -> Result<()> {
    let stage = stage_of_kinds().await?;
    let text = stage.text().await?;
    let own = stage.site.url("");
    let other = own.replace("127.0.0.1", "localhost");
    for (title, origin, button) in [
        ("Same", own.as_str(), "In same"),
        ("Nested", &own, "In nested"),
        ("Far", &other, "In far"),
        ("Cross", &other, "In cross"),
        ("Blank", &own, "In blank"),
        ("Written", &own, "In srcdoc"),
        ("Boxed", "null", "In boxed"),
        ("Scripted", "null", "In scripts"),
        ("Data", "null", "In data"),
        ("Blob", &own, "In blob"),
        ("Object", &own, "In object"),
        ("Embed", &own, "In embed"),
    ] {
        let line = text.lines().find(|line| line.contains(&format!("\"{title}\"")));
        let line = line.with_context(|| format!("no {title}: {text}"))?;
        assert!(line.contains(&format!("[origin={origin}]")), "{line}");
        assert!(text.contains(&format!("- button \"{button}\" [ref=f")), "{button}: {text}");
    }
    assert!(text.contains(&format!("[from={own}]")) && text.contains("[from=data:]"), "{text}");
    assert!(!text.contains("In nothing"), "{text}");
    Ok(())
}

#[tokio::test]
async fn buttons_in_every_kind_of_frame_are_clicked() -> Result<()> {
    let stage = stage_of_kinds().await?;
    for button in
        ["In nested", "In far", "In blank", "In srcdoc", "In boxed", "In data", "In blob", "In object", "In embed"]
    {
        stage.do_on(button, "click", json!({})).await.context(button)?;
        assert_eq!(stage.do_on(button, "is", json!({"what": "focused"})).await?.text, "yes", "{button}");
    }
    Ok(())
}

#[tokio::test]
async fn frames_of_a_frameset_are_seen() -> Result<()> {
    let stage = empty().await?;
    stage
        .site
        .page("/", "<frameset cols='50%,50%'><frame title=Left src=/left><frame title=Right src=/right></frameset>");
    stage.site.page("/left", "<button>In left</button>");
    stage.site.page("/right", "<button>In right</button>");
    stage.open("/").await?;
    stage.do_on("In right", "click", json!({})).await?;
    assert!(stage.text().await?.contains("\"In left\""));
    Ok(())
}

#[tokio::test]
async fn points_are_right_through_borders_scrolling_zoom_and_transforms() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/",
        "<body style='margin:0;height:3000px'><div style='height:900px'></div>
        <iframe title=Outer src=OTHER/outer style='width:600px;height:300px;border-width:3px 0 0 40px;border-style:solid;padding:20px 0 0 10px;
            transform:scale(.8);transform-origin:0 0'></iframe>",
    );
    stage.site.page(
        "/outer",
        "<body style='height:2000px'><div style='height:700px'></div><div style='zoom:1.5'>
        <iframe title=Inner src=/inner style='width:200px;height:100px;border:5px solid'></iframe></div>",
    );
    stage.site.page(
        "/inner",
        "<body style='margin:0;width:900px'><button style='position:absolute;left:500px;top:40px;width:20px;height:10px;padding:0'
            onclick=\"document.title='hit'; this.textContent='Struck'\">Small</button>",
    );
    stage.open("/").await?;
    stage.do_on("Small", "click", json!({})).await?;
    let snapshot = stage.look().await?;
    let struck = snapshot.nodes.iter().find(|node| node.name == "Struck").context("the click went elsewhere")?;
    assert!(struck.in_view);
    let [_, _, width, height] = struck.bounds.context("no box")?;
    assert_eq!((width, height), (24, 12), "20 × 10 pixels, zoomed by 1.5 and scaled by 0.8");
    Ok(())
}

#[tokio::test]
async fn a_frame_that_shows_up_later_is_seen_then() -> Result<()> {
    let stage = showing(
        "<div id=box style='display:none'><iframe title=Late srcdoc='<button>Inside late</button>'></iframe></div>
        <button onclick=\"box.style.display = ''\">Show</button>",
    )
    .await?;
    assert!(!stage.text().await?.contains("Inside late"));
    stage.do_on("Show", "click", json!({})).await?;
    assert!(stage.text().await?.contains("\"Inside late\""), "{}", stage.text().await?);
    Ok(())
}

/// More and deeper frames than any real page has; some are removed during the look.
#[tokio::test]
async fn very_many_frames_are_marked_until_they_are_complete() -> Result<()> {
    let stage = empty().await?;
    let deep = "<button>Level</button><script>
        const level = Number(location.pathname.slice(6));
        if (level < 12) {
          const inner = document.createElement('iframe');
          inner.title = 'Deeper';
          inner.style = 'width:600px;height:300px';
          inner.src = (level % 7 === 6 ? 'OTHER' : '') + '/deep/' + (level + 1);
          document.body.append(inner);
        }
        </script>";
    // A browser loads no frame whose address two of its ancestors already have, so each level has its own.
    for level in 1..=12 {
        stage.site.page(&format!("/deep/{level}"), deep);
    }
    stage.site.page("/leaf", "<button>Leaf</button>");
    stage.site.page(
        "/",
        "<iframe title=Deep src=/deep/1></iframe><div id=leaves></div><script>
        for (let at = 0; at < 60; at += 1) leaves.insertAdjacentHTML('beforeend', `<iframe width=60 height=40 src=/leaf></iframe>`);
        const vanish = () => { leaves.lastElementChild?.remove(); if (leaves.children.length > 45) setTimeout(vanish, 20); };
        addEventListener('load', vanish);
        </script>",
    );
    stage.open("/").await?;
    let complete = async {
        loop {
            let snapshot = stage.look().await?;
            let count = |name: &str| snapshot.nodes.iter().filter(|node| node.name == name).count();
            let (levels, leaves) = (count("Level"), count("Leaf"));
            let is_marked = has_marked_frames(&snapshot);
            assert!(is_marked || (levels == 12 && leaves >= 45), "{levels} levels, {leaves} leaves and nothing marked");
            if !is_marked && leaves == 45 {
                return anyhow::Ok(());
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(150), complete).await.context("some frames stay marked")?
}

#[tokio::test]
async fn a_frame_that_never_loads_anything_does_not_stay_marked() -> Result<()> {
    let stage = showing("<iframe title=Script src='javascript:void 0'></iframe>").await?;
    let shown = async {
        while rendered_text(&stage.look().await?).contains("[loading]") {}
        anyhow::Ok(())
    };
    soon(shown).await.context("it stays marked")?
}

#[tokio::test]
async fn the_changes_of_an_action_leave_out_frames_that_may_not_be_read() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/",
        "<h1>News</h1><iframe title=Advert src='data:text/html,<button>Buy lamps</button>'></iframe>
        <button onclick=\"document.querySelector('iframe').src = 'data:text/html,<button>Buy boats</button>'\">Next</button>",
    );
    stage.open("/").await?;
    let told = async |action: &str, arguments: serde_json::Value| {
        let seen = stage.look().await?;
        let Decision::Act(action) = Decision::parse(action, &arguments, &seen)? else { bail!("{action} is an action") };
        succeeded(stage.perform_for_brain("localhost", action).await?.outcome)
    };
    for (action, arguments) in [("snapshot", json!({})), ("find", json!({"text": "Buy"}))] {
        let text = told(action, arguments).await?.text;
        assert!(!text.contains("Buy lamps"), "{action}: {text}");
    }
    let next = json!({"ref": stage.find("Next").await?.to_string()});
    let seen = told("click", next).await?.visible_changes.unwrap_or_default();
    assert!(!seen.contains("Buy"), "{seen}");
    assert!(stage.text().await?.contains("Buy boats"));
    Ok(())
}
