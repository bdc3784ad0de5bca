//! Editors and fields with ways of their own, judged by what their model holds; each page has the traits of a widespread one.

use anyhow::Result;
use serde_json::json;

use crate::support::showing;

#[tokio::test]
async fn filling_a_message_does_not_send_it() -> Result<()> {
    let stage = showing(
        "<textarea aria-label=Message onkeydown=\"if (event.key === 'Enter') { event.preventDefault(); document.title = value; value = '' }\"></textarea>",
    )
    .await?;
    let filled = stage.do_on("Message", "fill", json!({"value": "Dear Ana,\n\tthank you.\nBo"})).await?;
    assert_eq!(filled.text, "filled textbox \"Message\"");
    let held = stage.in_page("document.querySelector('textarea').value").await?;
    assert_eq!(held, json!("Dear Ana,\n\tthank you.\nBo"));
    assert_eq!(stage.title().await?, "");
    Ok(())
}
