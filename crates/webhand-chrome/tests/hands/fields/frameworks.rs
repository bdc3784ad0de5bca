//! Text and choices arrive in the model of real frameworks and editors, not only in the document.
//!
//! Each page (`tests/frameworks/`) writes its model into the title.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::support::{Stage, empty};

/// Letters of several scripts, an emoji, quotes and a line break.
const LINES: &str = "Grüße, «señor» 日本 😀\nsecond line: a < b & \"c\"";

async fn page(name: &str) -> Result<Stage> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frameworks/dist");
    let script = std::fs::read_to_string(dist.join(format!("{name}.js"))).context("run `make frameworks`")?;
    let style = std::fs::read_to_string(dist.join(format!("{name}.css"))).unwrap_or_default();
    let stage = empty().await?;
    let html = format!("<!doctype html><meta charset=utf-8><style>{style}</style><body><script>{script}</script>");
    stage.site.page_as_it_is("/", html);
    stage.open("/").await?;
    Ok(stage)
}

async fn model(stage: &Stage) -> Result<Value> {
    Ok(serde_json::from_str(&stage.title().await?)?)
}

async fn takes_a_form(framework: &str) -> Result<()> {
    let stage = page(framework).await?;
    stage.do_on("Name", "fill", json!({"value": "Zoë 😀"})).await?;
    stage.do_on("Name", "type", json!({"text": "!"})).await?;
    stage.do_on("Notes", "fill", json!({"value": LINES})).await?;
    stage.do_on("Colour", "select", json!({"value": "Blue"})).await?;
    stage.do_on("Gift", "check", json!({})).await?;
    let expected = json!({"name": "Zoë 😀!", "notes": LINES, "colour": "Blue", "gift": true});
    assert_eq!(model(&stage).await?, expected);
    stage.do_on("Name", "clear", json!({})).await?;
    stage.do_on("Gift", "uncheck", json!({})).await?;
    let emptied = model(&stage).await?;
    assert_eq!((&emptied["name"], &emptied["gift"]), (&json!(""), &json!(false)));
    Ok(())
}

async fn takes_text(editor: &str) -> Result<()> {
    let stage = page(editor).await?;
    stage.do_on("Editor", "type", json!({"text": ", more"})).await?;
    assert_eq!(model(&stage).await?, json!("Old text, more"));
    stage.do_on("Editor", "fill", json!({"value": LINES})).await?;
    assert_eq!(model(&stage).await?, json!(LINES));
    stage.do_on("Editor", "clear", json!({})).await?;
    assert_eq!(model(&stage).await?, json!(""));
    Ok(())
}

macro_rules! stories {
    ($($story:ident: $check:ident($page:literal);)*) => {$(
        #[tokio::test]
        async fn $story() -> Result<()> {
            $check($page).await
        }
    )*};
}

stories! {
    react_holds_what_was_entered: takes_a_form("react");
    vue_holds_what_was_entered: takes_a_form("vue");
    angular_holds_what_was_entered: takes_a_form("angular");
    svelte_holds_what_was_entered: takes_a_form("svelte");
    lit_holds_what_was_entered: takes_a_form("lit");
    prosemirror_holds_what_was_written: takes_text("prosemirror");
    lexical_holds_what_was_written: takes_text("lexical");
    quill_holds_what_was_written: takes_text("quill");
    codemirror_holds_what_was_written: takes_text("codemirror");
    monaco_holds_what_was_written: takes_text("monaco");
}
