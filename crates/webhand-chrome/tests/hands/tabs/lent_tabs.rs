//! Tabs of a run that the person uses for a while.

use anyhow::Result;
use serde_json::json;
use webhand_model::Visibility;
use webhand_port::Browser as _;

use crate::support::{showing, soon};

const LOGIN: &str = "<button onclick=\"send()\">Log in</button>
    <script>const send = () => fetch('/enter', {method: 'POST', body: 'user=ana'}).then(() => 'sent', () => 'stopped')</script>";

#[tokio::test]
async fn requests_of_the_person_are_not_held_and_later_ones_of_the_run_are() -> Result<()> {
    let stage = showing(LOGIN).await?;
    assert_eq!(stage.do_on("Log in", "click", json!({})).await?.held.len(), 1);
    assert_eq!(stage.chrome.hand_over().await, Visibility::Nowhere);
    assert_eq!(stage.site.marks(), [""; 0], "what was held when they took over was not sent");
    assert_eq!(stage.in_page("send()").await?, "sent");
    assert_eq!(stage.site.marks(), ["POST /enter user=ana"]);
    stage.chrome.take_back().await;
    assert_eq!(stage.do_on("Log in", "click", json!({})).await?.held.len(), 1, "the same request, but not theirs");
    assert_eq!(stage.site.marks().len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_form_the_person_sends_leads_where_they_want() -> Result<()> {
    let stage = showing(
        "<form method=post action=/enter><input name=user aria-label=user value=ana><button>Log in</button></form>",
    )
    .await?;
    stage.do_on("user", "fill", json!({"value": "ben"})).await?;
    stage.chrome.hand_over().await;
    stage.in_page("document.forms[0].submit()").await?;
    let arrived = async {
        while stage.site.marks().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    soon(arrived).await?;
    stage.chrome.take_back().await;
    stage.done("wait", json!({"text": "Thank you", "ms": 30_000})).await?;
    assert_eq!(stage.site.marks(), ["POST /enter user=ben"]);
    Ok(())
}
