//! Documents go only where the run may read, whoever sends the browser there.

use anyhow::Result;
use serde_json::json;
use webhand_model::{Action, Facts, Outcome, WebUrl};
use webhand_port::Browser as _;

use crate::support::{Stage, approve_for_brain, empty};

/// Opens a page in a run that may read and type on the test site alone, and not on its other origin.
async fn open_alone(stage: &Stage, path: &str) -> Result<Outcome> {
    let url = WebUrl::parse(&stage.site.url(path))?;
    let action = Action::Open { url, new_tab: None, behind: None };
    let approved = approve_for_brain(&stage.site.url(""), action, &Facts { known_link: true, ..Facts::default() })?;
    Ok(stage.chrome.act(approved).await.outcome)
}

#[tokio::test]
async fn a_page_that_sends_the_browser_elsewhere_is_held() -> Result<()> {
    let ways = [
        "<script>location = 'OTHER/stolen'</script>",
        "<meta http-equiv=refresh content='0;url=OTHER/stolen'>",
        "<body onload=\"document.body.innerHTML = '<form action=OTHER/stolen></form>'; document.forms[0].submit()\">",
    ];
    for html in ways {
        let stage = empty().await?;
        stage.site.page("/way", html);
        let held = stage.held(open_alone(&stage, "/way").await?).await?;
        assert_eq!(held.method, "GET", "{html}");
        stage.stop(&held).await;
        assert_eq!(stage.site.visits("/stolen"), 0, "{html}");
    }
    Ok(())
}

#[tokio::test]
async fn a_page_loads_its_own_parts_from_anywhere() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/shop", "<h1>Shop</h1><img src=OTHER/picture><iframe src=OTHER/advert></iframe>");
    let outcome = open_alone(&stage, "/shop").await?;
    assert!(outcome.held.is_empty(), "{outcome:?}");
    stage.done("wait", json!({"idle": true})).await?;
    assert_eq!((stage.site.visits("/picture"), stage.site.visits("/advert")), (1, 1));
    Ok(())
}
