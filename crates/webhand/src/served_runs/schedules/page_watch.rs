//! Looks at a page, or at a part of it, to notice that it shows something else than before.
//!
//! The look is that of an outside agent's session, so the guard judges it as any other, and its journal is forgotten
//! afterwards.

use std::sync::Arc;

use serde_json::json;
use sha2::{Digest as _, Sha256};
use webhand_api::SessionHost as _;
use webhand_engine::{CallOptions, CallReply, Session};
use webhand_model::{OutcomeStatus, ToolCall};
use webhand_port::ServerStore;

use crate::local_host::LocalHost;

/// The result of a look.
pub struct Look {
    /// Of the text of the part.
    pub digest: String,
}

/// Looks at the page in a session of its own.
pub async fn look_at(
    host: &Arc<LocalHost>,
    store: &dyn ServerStore,
    url: &str,
    part: Option<&str>,
) -> Result<Look, String> {
    let session = host.open_session("watch").await.map_err(|error| error.to_string())?;
    let looked = page_text(&session, url).await;
    session.close().await;
    session.ended().await;
    if let Err(error) = store.forget_run(session.id()).await {
        tracing::debug!(%error, "the journal of a look stays");
    }
    let text = looked?;
    let watched = match part {
        None => text,
        Some(part) => part_around(&text, part)
            .ok_or_else(|| format!("the page does not show {:?} any more", webhand_model::truncate(part, 80)))?,
    };
    Ok(Look { digest: format!("{:x}", Sha256::digest(without_refs(&watched))) })
}

async fn page_text(session: &Session, url: &str) -> Result<String, String> {
    call(session, "open", json!({"url": url})).await?;
    call(session, "snapshot", json!({"budget": 0})).await
}

async fn call(session: &Session, name: &str, arguments: serde_json::Value) -> Result<String, String> {
    let call = ToolCall { id: name.to_owned(), name: name.to_owned(), arguments };
    match session.call(call, CallOptions::default()).await.map_err(|error| error.to_string())? {
        CallReply::Outcome { outcome, .. } if outcome.status == OutcomeStatus::Done => Ok(outcome.text),
        CallReply::Outcome { outcome, .. } => Err(outcome.text),
        CallReply::NeedsApproval { question, .. } => Err(question.text),
    }
}

/// The lines of the smallest part of a page around the line that contains a text: the line itself with what lies below it,
/// or the nearest section, table, list and so on above it.
pub fn part_around(page: &str, text: &str) -> Option<String> {
    let lines: Vec<&str> = page.lines().collect();
    let wanted = text.trim().to_lowercase();
    let at = lines.iter().position(|line| line.to_lowercase().contains(&wanted))?;
    let mut depth = depth_of(lines[at]);
    let mut begin = at;
    let has_below = lines.get(at + 1).is_some_and(|next| depth_of(next) > depth);
    if !has_below {
        for above in (0..at).rev() {
            let its_depth = depth_of(lines[above]);
            if its_depth < depth {
                (begin, depth) = (above, its_depth);
                if CONTAINERS.contains(&role_of(lines[above])) {
                    break;
                }
            }
        }
    }
    let end =
        lines[begin + 1..].iter().position(|line| depth_of(line) <= depth).map_or(lines.len(), |end| begin + 1 + end);
    // A heading without a section around it stands for what follows it.
    Some(lines[begin..end].join("\n"))
}

fn depth_of(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn role_of(line: &str) -> &str {
    line.trim_start().trim_start_matches("- ").split([' ', ':']).next().unwrap_or_default()
}

/// A new load gives new refs, and they say nothing of what the page shows.
pub fn without_refs(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once("[ref=") {
        plain.push_str(before.trim_end_matches(' '));
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain
}

const CONTAINERS: [&str; 14] = [
    "region",
    "table",
    "list",
    "article",
    "section",
    "form",
    "main",
    "group",
    "complementary",
    "navigation",
    "grid",
    "tabpanel",
    "dialog",
    "row",
];
