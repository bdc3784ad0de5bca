//! The lines above a snapshot's nodes: which page it is, a dialog that blocks it, the other tabs.
//!
//! Invariant: the head never takes more than its room, however long its titles and addresses are.

use std::fmt::Write as _;

use super::line::{MOST_NAME, MOST_URL, fitted, is_plain, quoted, shown_url};
use crate::{PageState, Snapshot, count_tokens};

/// How long each text of the head may get, in tokens.
#[derive(Clone, Copy)]
struct Shares {
    title: usize,
    url: usize,
    message: usize,
}

impl Snapshot {
    /// Everything above the nodes, in at most `room` tokens.
    ///
    /// Lines that are the same in the look `since`, to which the difference is rendered, are left out.
    pub(super) fn head(&self, since: Option<&Self>, room: usize) -> String {
        let bare =
            count_tokens(&self.page_lines(since, Shares { title: 0, url: 0, message: 0 })) + self.reserve_for_tabs();
        let spare = room.saturating_sub(bare);
        // Each text costs at least its ellipsis, which `bare` includes.
        let mut head = self.page_lines(since, Shares { title: spare / 4, url: spare / 3, message: spare / 6 });
        if since.is_none_or(|since| since.tabs != self.tabs) {
            self.list_tabs(&mut head, room);
        }
        head
    }

    fn page_lines(&self, since: Option<&Self>, shares: Shares) -> String {
        let title = fitted(&self.title, MOST_NAME, shares.title, quoted);
        let url = fitted(&self.url, MOST_URL, shares.url, shown_url);
        let message = |text: &str| fitted(text, MOST_NAME, shares.message, quoted);
        let mut lines = format!("page {title} {url}  tab={} rev={}", self.tab, self.rev);
        if let Some(since) = since {
            let _ = write!(lines, " since={}", since.rev);
        }
        match &self.state {
            PageState::Ready => {}
            PageState::Loading => lines.push_str(" [loading]"),
            PageState::Closed(why) => {
                let _ = write!(lines, "\n- note {}", message(why));
            }
        }
        lines.push('\n');
        if let Some(dialog) = &self.dialog {
            let kind = if is_plain(&dialog.kind) { dialog.kind.as_str() } else { "other" };
            let _ = writeln!(lines, "- alertdialog {} [native={kind}] [blocking]", message(&dialog.message));
        }
        lines
    }

    /// Lists the other tabs in at most half the head's room, and says how many are not listed.
    fn list_tabs(&self, head: &mut String, room: usize) {
        let others: Vec<_> = self.tabs.iter().filter(|tab| tab.id != self.tab).collect();
        let mut listed = 0;
        for tab in others.iter().take(MOST_TABS) {
            let title = fitted(&tab.title, 60, 60, quoted);
            let url = quoted(&fitted(&tab.url, MOST_URL, 60, shown_url));
            let line = format!("- tab {title} [id={}]: {url}\n", tab.id);
            if count_tokens(head) + count_tokens(&line) + TABS_RESERVE > room / 2 {
                break;
            }
            head.push_str(&line);
            listed += 1;
        }
        if listed < others.len() {
            let _ = writeln!(head, "… {} more tabs (tab with action=list shows them)", others.len() - listed);
        }
    }

    fn reserve_for_tabs(&self) -> usize {
        if self.tabs.len() > 1 { TABS_RESERVE } else { 0 }
    }
}

const MOST_TABS: usize = 10;
/// Room kept for the line that says how many tabs are not listed.
const TABS_RESERVE: usize = 20;
