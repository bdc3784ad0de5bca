//! Enormous pages: the look is cut with a marker and never hangs.

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use webhand_model::{Action, OutcomeStatus, RenderOptions, count_tokens};
use webhand_port::{Browser as _, BrowserError};

use crate::support::{Stage, empty, has_marked_frames, rendered_text, showing};

/// Checks that the default look stays within its budget and the button in view keeps its ref and can be clicked.
async fn is_usable(stage: &Stage) -> Result<()> {
    let text = stage.look().await?.render(RenderOptions::default()).text;
    assert!(count_tokens(&text) <= RenderOptions::default().budget, "{} tokens", count_tokens(&text));
    assert!(text.contains("button \"First\" [ref="), "{}", text.chars().take(500).collect::<String>());
    let clicked = stage.on("First", "click", json!({})).await?;
    assert_eq!(clicked.status, OutcomeStatus::Done, "{clicked:?}");
    assert_eq!(stage.in_page("document.title").await?, json!("clicked"));
    Ok(())
}

const FIRST: &str = "<title>before</title><button onclick='document.title = \"clicked\"'>First</button>";

/// A page that is too large for this machine is reported as such; then a page of a tenth of the size is shown.
#[tokio::test]
async fn endless_words_and_ten_million_letters_are_cut() -> Result<()> {
    let stage = empty().await?;
    for letters in [10_000_000, 1_000_000, 100_000] {
        stage.site.page(
            "/",
            &format!(
                "{FIRST}<p id=word></p><p id=text></p><script>
                word.textContent = 'x'.repeat({letters} / 2); text.textContent = 'lorem ipsum '.repeat({letters} / 12)</script>"
            ),
        );
        let opened = stage.act("open", json!({"url": stage.site.url("/")})).await?;
        assert!(matches!(opened.status, OutcomeStatus::Done | OutcomeStatus::InDoubt), "{opened:?}");
        if let Err(BrowserError::Hung(_)) = stage.chrome.observe().await {
            continue;
        }
        is_usable(&stage).await?;
        let read = stage.done("read", json!({})).await?.text;
        assert!(read.len() < 1_000_000, "{}", read.len());
        return Ok(());
    }
    bail!("not even the least of it is shown")
}

#[tokio::test]
async fn a_hundred_thousand_controls_are_counted_but_for_those_in_view() -> Result<()> {
    let stage = showing(&format!(
        "{FIRST}<div id=all></div><script>
        all.innerHTML = Array.from({{length: 1e5}}, (_, n) => `<p><button>Control ${{n}}</button></p>`).join('')</script>"
    ))
    .await?;
    let seen = loop {
        match stage.chrome.observe_near().await {
            Err(BrowserError::Hung(_)) => {}
            seen => break seen?,
        }
    };
    let text = seen.render(RenderOptions::default()).text;
    assert!(count_tokens(&text) <= RenderOptions::default().budget, "{} tokens", count_tokens(&text));
    assert!(text.contains("\"Control 0\" [ref=") && text.contains(" more paragraph below ("), "{text}");
    let first =
        seen.nodes.iter().find(|node| node.name == "First").and_then(|node| node.target).context("it is there")?;
    let clicked = stage.perform(Action::Dblclick { target: first }).await?.outcome;
    assert_eq!(clicked.status, OutcomeStatus::Done, "{clicked:?}");
    assert_eq!(stage.in_page("document.title").await?, json!("clicked"));
    Ok(())
}

#[tokio::test]
async fn many_frames_some_deep_some_foreign_some_vanishing_are_seen_or_marked() -> Result<()> {
    let stage = showing(&format!(
        "{FIRST}<div id=many></div><iframe src=OTHER/foreign></iframe><script>
        for (let n = 0; n < 500; n += 1) {{ const frame = document.createElement('iframe'); frame.width = frame.height = 20;
            if (n % 20 === 1) frame.src = 'OTHER/foreign';
            if (n % 3 === 0) setTimeout(() => frame.remove(), n * 5); many.append(frame) }}
        let at = document.body;
        for (let n = 0; n < 20; n += 1) {{ const frame = at.ownerDocument.createElement('iframe'); at.append(frame);
            at = frame.contentDocument.body }}
        at.innerHTML = 'deepest'; var isBuilt = true</script>"
    ))
    .await?;
    stage.site.page("/foreign", "<p>from elsewhere</p>");
    while let Err(BrowserError::Hung(_)) = stage.chrome.observe_near().await {}
    is_usable(&stage).await?;
    let seen = stage.look().await?;
    let text = rendered_text(&seen);
    // The script of a page that takes too long to build itself is stopped, so that the page can be used at all.
    let is_built = stage.in_page("isBuilt").await? == json!(true);
    assert!(!is_built || text.contains("deepest") || has_marked_frames(&seen), "{text}");
    Ok(())
}

/// A browser crashes a page when it lays out more than about two thousand levels, so these are not painted.
#[tokio::test]
async fn twenty_thousand_levels_are_gone_through() -> Result<()> {
    let stage = showing(&format!(
        "{FIRST}<button aria-labelledby=deep></button><div id=deep style='display: none'></div>{}<i>below</i><script>
        let at = deep;
        for (let n = 0; n < 20000; n += 1) at = at.appendChild(document.createElement('div'));
        at.textContent = 'Deepest'</script>",
        "<div>".repeat(600)
    ))
    .await?;
    is_usable(&stage).await?;
    let text = stage.text().await?;
    assert!(text.contains("button \"Deepest\"") && text.contains("below"), "{text}");
    Ok(())
}

#[tokio::test]
async fn a_list_without_end_is_scrolled_a_step_at_a_time() -> Result<()> {
    let stage = showing(&format!(
        "{FIRST}<ul id=list></ul><script>
        const more = () => list.insertAdjacentHTML('beforeend', '<li>row</li>'.repeat(50)); more();
        onscroll = () => {{ if (innerHeight + scrollY > document.body.scrollHeight - 300) more() }}</script>"
    ))
    .await?;
    for _ in 0..5 {
        let scrolled = stage.act("scroll", json!({"direction": "bottom"})).await?;
        assert_eq!(scrolled.status, OutcomeStatus::Done, "{scrolled:?}");
    }
    let rows = stage.in_page("list.childElementCount").await?;
    assert!(rows.as_u64().is_some_and(|rows| (100..=1_000).contains(&rows)), "{rows}");
    Ok(())
}
