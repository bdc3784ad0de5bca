//! Waiting for something to come true.

use std::time::Duration;

use tokio::time::Instant;
use webhand_model::{FailCode, Outcome, Pause, Ref, quote};
use webhand_wire::{PageCommand, PageReply};

use super::Hands;
use super::place::Place;
use crate::trouble::Trouble;

/// What to wait for; all that is given must be true.
#[derive(Debug, Default)]
pub(super) struct Condition<'a> {
    pub(super) text: Option<&'a str>,
    pub(super) gone: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    pub(super) target: Option<Ref>,
    pub(super) idle: bool,
}

impl Condition<'_> {
    fn is_empty(&self) -> bool {
        self.text.is_none() && self.gone.is_none() && self.url.is_none() && self.target.is_none() && !self.idle
    }

    fn in_words(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.text.map(|text| format!("{} is there", quote(text))));
        parts.extend(self.gone.map(|text| format!("{} is gone", quote(text))));
        parts.extend(self.url.map(|url| format!("the address contains {}", quote(url))));
        parts.extend(self.target.map(|target| format!("{target} is visible")));
        parts.extend(self.idle.then(|| "no request is under way".to_owned()));
        parts.join(" and ")
    }
}

impl Hands {
    pub(super) async fn wait(&self, condition: Condition<'_>, at_most: Option<Pause>) -> Result<Outcome, Trouble> {
        self.unblocked()?;
        let (tab, _) = self.current()?;
        let mut watch = self.watch(tab);
        if condition.is_empty() {
            let Some(Pause(ms)) = at_most else {
                // Everything under way counts, whenever it began.
                watch.moment = 0;
                return Ok(self.settled(&watch, "waited until the page came to rest").await);
            };
            tokio::time::sleep(Duration::from_millis(ms.into())).await;
            return Ok(self.settled(&watch, format!("waited {ms} ms")).await);
        }
        let most = at_most.map_or(USUAL, |Pause(ms)| Duration::from_millis(ms.into()));
        let deadline = Instant::now() + most;
        while !self.holds(&condition).await? {
            if Instant::now() >= deadline {
                let text = format!(
                    "after {} ms it is still not so that {}; look at the page",
                    most.as_millis(),
                    condition.in_words()
                );
                return Err(Trouble::failed(FailCode::TimedOut, text));
            }
            // Woken by whatever the browser tells, at the latest after a moment: a script can change a page silently.
            let moment = self.read(|world| world.moment);
            let _ = self.until(LOOK_AGAIN, |world| (world.moment != moment).then_some(())).await;
        }
        Ok(self.settled(&watch, condition.in_words()).await)
    }

    async fn holds(&self, condition: &Condition<'_>) -> Result<bool, Trouble> {
        self.unblocked()?;
        if let Some(url) = condition.url
            && !self.read(|world| {
                world.current().and_then(|tab| world.top(tab.id)).is_some_and(|top| top.url.contains(url))
            })
        {
            return Ok(false);
        }
        if condition.idle && !self.is_idle()? {
            return Ok(false);
        }
        if let Some(text) = condition.text
            && !self.shows(text).await
        {
            return Ok(false);
        }
        if let Some(text) = condition.gone
            && self.shows(text).await
        {
            return Ok(false);
        }
        match condition.target {
            Some(target) => Ok(self.state(&self.element(target)?).await?.visible),
            None => Ok(true),
        }
    }

    fn is_idle(&self) -> Result<bool, Trouble> {
        let (tab, _) = self.current()?;
        Ok(self.read(|world| !world.traffic.under_way(tab).any(|(_, request)| request.matters())))
    }

    /// Whether any frame shows a text.
    async fn shows(&self, text: &str) -> bool {
        let Ok((tab, _)) = self.current() else { return false };
        let places: Vec<Place> =
            self.read(|world| world.frames.in_tab(tab).map(|(id, frame)| Place::of(id, frame)).collect());
        for place in places {
            let asked = self.ask(&place, &PageCommand::HasText { text: text.to_owned() }, ANSWERED_WITHIN).await;
            if matches!(asked, Ok(PageReply::Has { has: true })) {
                return true;
            }
        }
        false
    }
}

const USUAL: Duration = Duration::from_secs(10);
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);
const LOOK_AGAIN: Duration = Duration::from_millis(100);
