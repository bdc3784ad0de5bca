//! A chat tab in a browser of this machine: the hands' tab, and leave to reach its site.

use std::time::Duration;

use webhand_model::{Origin, OriginPattern};
use webhand_port::ChatPageError;

use crate::chrome::Chrome;
use crate::egress::PolicyHolder;

/// A tab for a chat brain. Dropping it closes the tab.
#[derive(Debug)]
pub struct ChatTab {
    tab: webhand_hands::ChatTab,
    /// Absent in a browser that somebody else started.
    policy: Option<PolicyHolder>,
}

impl Chrome {
    /// A tab for a chat; `None` when too many work in this browser already.
    #[must_use]
    pub fn chat_tab(&self) -> Option<ChatTab> {
        Some(ChatTab { tab: self.new_chat_tab()?, policy: self.policy_holder() })
    }
}

impl ChatTab {
    /// Shows an address, which the person gave; its host may be reached from now on, even on this machine.
    ///
    /// # Errors
    /// When the tab or the address cannot be opened.
    pub async fn open(&self, address: &str) -> Result<(), ChatPageError> {
        let origin = Origin::from_url(address);
        if let Some(policy) = &self.policy
            && let Ok(pattern) = OriginPattern::parse(origin.as_str())
        {
            policy.grant(pattern);
        }
        self.tab.open(address).await
    }

    /// Sends one call to the chat script.
    ///
    /// # Errors
    /// When the tab is gone, the document changed meanwhile, or the page does not answer.
    pub async fn call(&self, call: &str, within: Duration) -> Result<String, ChatPageError> {
        self.tab.call(call, within).await
    }

    /// Inserts text at the focus as an input method does.
    ///
    /// # Errors
    /// When the tab is gone or does not answer.
    pub async fn insert_text(&self, text: &str) -> Result<(), ChatPageError> {
        self.tab.insert_text(text).await
    }
}
