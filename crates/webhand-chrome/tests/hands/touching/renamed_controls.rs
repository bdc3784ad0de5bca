//! Controls whose name changes between the look and the action.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{Action, Decision, FailCode, Snapshot};

use crate::support::{failure, showing, succeeded};

#[tokio::test]
async fn a_control_that_is_called_something_else_is_left_alone() -> Result<()> {
    let stage = showing("<button id=b onclick='document.title = this.textContent'>Show details</button>").await?;
    let show = click(&stage.look().await?, "Show details")?;
    stage.in_page("b.textContent = 'Delete everything'").await?;
    let outcome = stage.perform(show.clone()).await?.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::Changed), "{outcome:?}");
    assert!(outcome.text.contains("was called \"Show details\" and is \"Delete everything\" now"), "{}", outcome.text);
    // The outcome named the new name, so the same action succeeds when it is repeated.
    succeeded(stage.perform(show).await?.outcome)?;
    assert_eq!(stage.title().await?, "Delete everything");
    Ok(())
}

#[tokio::test]
async fn a_countdown_on_a_button_does_not_keep_it_from_being_clicked() -> Result<()> {
    let stage = showing(
        "<button id=b onclick=\"document.title = 'sent'\">Resend in 90 s</button><p id=p></p><script>let left = 90;
        setInterval(() => { left -= 1; b.textContent = `Resend in ${left} s`; if (left < 85) p.textContent = 'ticking' },
            100)</script>",
    )
    .await?;
    let seen = stage.look().await?;
    // A text that has changed once may be another one for good.
    stage.done("wait", json!({"text": "ticking"})).await?;
    succeeded(stage.perform(click(&seen, "Resend in")?).await?.outcome)?;
    assert_eq!(stage.title().await?, "sent");
    Ok(())
}

#[tokio::test]
async fn an_option_is_chosen_by_the_text_that_was_seen() -> Result<()> {
    let stage = showing(
        "<select aria-label=Colour onchange=\"document.title = this.selectedOptions[0].textContent\">
        <option value=0>None</option><option value=Red>Blue</option><option value=Blue>Red</option></select>",
    )
    .await?;
    stage.do_on("Colour", "select", json!({"value": "Red"})).await?;
    assert_eq!(stage.title().await?, "Red");
    Ok(())
}

fn click(page: &Snapshot, name: &str) -> Result<Action> {
    let target = page.nodes.iter().find(|node| node.name.starts_with(name)).and_then(|node| node.target);
    let target = target.with_context(|| format!("no {name}"))?;
    let Decision::Act(action) = Decision::parse("click", &json!({"ref": target.to_string()}), page)? else {
        anyhow::bail!("a click is done")
    };
    Ok(action)
}
