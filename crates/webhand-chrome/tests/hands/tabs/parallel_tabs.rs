//! Several tabs that are loaded in the background and read together.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::Change;

use crate::support::showing;

#[tokio::test]
async fn pages_load_at_the_same_time_and_are_read_in_one_go() -> Result<()> {
    let stage = showing("<h1>Lamps</h1><button>Stay</button>").await?;
    for name in ["red", "blue", "green"] {
        stage.site.page(
            &format!("/{name}"),
            &format!("<title>The {name} one</title><main><p>It costs {}.</p></main>", name.len()),
        );
    }
    for name in ["red", "blue", "green"] {
        let url = stage.site.url(&format!("/late/700/{name}"));
        let opened = stage.done("open", json!({"url": url, "behind": true})).await?;
        assert!(matches!(opened.changes[..], [Change::TabOpened { .. }]) && !opened.has_left_page(), "{opened:?}");
    }
    assert_eq!(stage.title().await?, "", "the run stays where it was");
    let read = stage.done("read", json!({"tabs": ["t2", "t3", "t4"]})).await?;
    for (name, cost) in [("red", 3), ("blue", 4), ("green", 5)] {
        assert!(read.text.contains(&format!("page \"The {name} one\"")), "{}", read.text);
        assert!(read.text.contains(&format!("It costs {cost}.")), "{}", read.text);
    }
    assert_eq!(read.data.context("data")?.as_array().map(Vec::len), Some(3));
    Ok(())
}

#[tokio::test]
async fn each_tab_gets_its_share_and_one_that_fails_does_not_keep_the_others_from_being_read() -> Result<()> {
    let stage = showing("<main><p>Here</p></main>").await?;
    stage.site.page("/long", &format!("<main><p>{}</p></main>", "word ".repeat(4_000)));
    stage.done("open", json!({"url": stage.site.url("/long"), "behind": true})).await?;
    stage.done("open", json!({"url": "http://127.0.0.1:9/", "behind": true})).await?;
    let read = stage.done("read", json!({"tabs": ["all"]})).await?;
    assert!(read.text.chars().count() < 8_000, "{}", read.text.len());
    assert!(read.text.contains("Here") && read.text.contains("more characters"), "{}", read.text);
    assert!(read.text.contains("… not read: "), "{}", read.text);
    Ok(())
}
