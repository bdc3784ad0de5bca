//! The default look at a large page shows the content near the view and counts the rest, which can still be found.

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::support::showing;

fn cards(count: usize) -> String {
    let card = |n: usize| {
        format!("<article><h3>Card {n}</h3><button onclick='document.title = {n}'>Buy {n}</button></article>")
    };
    format!("<main aria-label=Cards>{}</main>", (0..count).map(card).collect::<String>())
}

#[tokio::test]
async fn far_cards_are_counted_found_and_clicked() -> Result<()> {
    let stage = showing(&cards(800)).await?;
    let look = stage.done("snapshot", json!({})).await?.text;
    let counted = look.lines().last().context("there are lines")?;
    assert!(counted.contains(" more article below (snapshot scope=e") && counted.contains("collect e"), "{counted}");
    assert!(look.contains("\"Buy 0\" [ref=") && !look.contains("Buy 799"), "{look}");
    let found = stage.done("find", json!({"text": "Buy 799", "role": "button"})).await?.text;
    assert!(found.starts_with("1 found"), "{found}");
    stage.do_on("Buy 799", "click", json!({})).await?;
    assert_eq!(stage.title().await?, "799");
    Ok(())
}

#[tokio::test]
async fn an_element_that_scrolls_out_of_reach_is_not_called_gone() -> Result<()> {
    let stage = showing(&cards(800)).await?;
    stage.done("snapshot", json!({})).await?;
    stage.done("scroll", json!({"direction": "down", "amount": 600})).await?;
    let delta = stage.done("snapshot", json!({"delta": true})).await?.text;
    assert!(delta.contains(" since=") && !delta.contains("gone="), "{delta}");
    Ok(())
}
