//! The person uses the tabs of a run for a while.

use anyhow::Result;
use serde_json::json;
use webhand_model::Shown;
use webhand_port::Browser as _;

use crate::support::showing;

const LOGIN: &str =
    "<form method=post action=/login target=into><input name=user value=ana><button>Log in</button></form>
    <iframe name=into></iframe>";

/// The person presses the button themselves.
const PERSON: &str = "new Promise((done) => { document.querySelector('iframe').onload = done; document.forms[0].submit() }).then(() => 1)";

#[tokio::test]
async fn what_the_person_sends_is_not_held_and_what_the_run_sends_afterwards_is() -> Result<()> {
    let stage = showing(LOGIN).await?;
    assert_eq!(stage.do_on("Log in", "click", json!({})).await?.held.len(), 1);
    assert_eq!(stage.chrome.step_aside().await, Shown::Nowhere);
    assert_eq!(stage.site.marks(), [""; 0], "what was held when they took over was not sent");
    stage.in_page(PERSON).await?;
    assert_eq!(stage.site.marks(), ["POST /login user=ana"]);
    stage.chrome.step_in().await;
    assert_eq!(stage.do_on("Log in", "click", json!({})).await?.held.len(), 1, "the same request, but not theirs");
    assert_eq!(stage.site.marks().len(), 1);
    Ok(())
}
