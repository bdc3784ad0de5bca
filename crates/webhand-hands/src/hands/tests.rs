//! The hands over a driver without any optional group of calls: they go on without hints, and refuse actions that need such
//! a group.

mod fake_driver;

use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use webhand_model::{FailCode, OutcomeStatus, Ref, TabOwner};
use webhand_port::Browser as _;

use self::fake_driver::FakeDriver;
use super::Hands;
use crate::action_error::ActionError;
use crate::connection::{BrowserConnection, Options, Presence};
use crate::files::NoFiles;
use crate::pointing::mouse::Press;

/// Hands with one tab, which shows a page with one button.
async fn hands() -> Result<(Hands, Arc<FakeDriver>)> {
    let (driver, events) = FakeDriver::connect();
    let parts = (Arc::clone(&driver) as Arc<dyn crate::driver::Driver>, events);
    let connection = BrowserConnection::over(parts, Options::default(), Presence::Headless, Arc::new(NoFiles));
    let hands = connection.hands(TabOwner::Session("shop".to_owned())).context("there is room for one")?;
    let (set_up, tab) = tokio::join!(connection.set_up(), hands.open_first_tab());
    set_up.and(tab).map_err(|why| anyhow!(why))?;
    Ok((hands, driver))
}

async fn button(hands: &Hands) -> Result<Ref> {
    let seen = hands.observe().await?;
    let button = seen.nodes.iter().find(|node| node.role == "button").context("the button is seen")?;
    assert_eq!(button.name, "Pay");
    button.target.context("a button can be acted on")
}

fn code(done: Result<webhand_model::Outcome, ActionError>) -> Option<FailCode> {
    done.err().and_then(|error| error.code())
}

#[tokio::test]
async fn a_look_goes_on_without_hints_of_the_browser() -> Result<()> {
    let (hands, _) = hands().await?;
    button(&hands).await.map(drop)
}

#[tokio::test]
async fn a_click_goes_on_without_hints_of_the_browser() -> Result<()> {
    let (hands, driver) = hands().await?;
    let button = button(&hands).await?;
    let outcome = hands.gestures.click(button, Press::ONCE).await.map_err(|error| anyhow!("{error:?}"))?;
    assert_eq!(outcome.status, OutcomeStatus::Done, "{}", outcome.text);
    assert_eq!(driver.presses(), 1);
    Ok(())
}

#[tokio::test]
async fn an_action_that_the_driver_lacks_is_refused() -> Result<()> {
    let (hands, _) = hands().await?;
    let button = button(&hands).await?;
    assert_eq!(code(hands.scripts.eval("document.title", None).await), Some(FailCode::Unsupported));
    assert_eq!(code(hands.fields.upload(button, &["cat.png".to_owned()]).await), Some(FailCode::Unsupported));
    Ok(())
}
