//! Calls of the script in a chat page.

use std::time::Duration;

use webhand_port::{ChatPage, ChatPageError};
use webhand_wire::chat::{ChatAdapter, ChatCall, ChatCommand, ChatEditor, ChatPageState, ChatReply, ProbeReport};

use super::adapters::Adapters;
use super::failure::ChatFailure;
use super::health::fit;
use super::turn::{TurnInput, TurnStep};
use crate::spec::ChatTabSpec;

/// An adapter that fits a page, and what was found with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbedPage {
    pub adapter: ChatAdapter,
    pub report: ProbeReport,
}

/// Sends one command.
pub(super) async fn ask(
    page: &dyn ChatPage,
    adapter: &ChatAdapter,
    command: ChatCommand,
    within: Duration,
) -> Result<ChatReply, ChatPageError> {
    let call = ChatCall { adapter: adapter.clone(), command };
    let call = serde_json::to_string(&call).map_err(|_| ChatPageError::Unsupported)?;
    let reply = page.call(&call, within).await?;
    serde_json::from_str(&reply).map_err(|error| {
        tracing::warn!(%error, "the chat script answers something unknown");
        ChatPageError::Unsupported
    })
}

/// Performs a step that concerns the page, and returns what came of it.
pub(super) async fn perform(page: &dyn ChatPage, adapter: &ChatAdapter, step: TurnStep) -> TurnInput {
    match step {
        TurnStep::Call { command, within } => match ask(page, adapter, command, within).await {
            Ok(reply) => TurnInput::Reply(reply),
            Err(error) => TurnInput::PageError(error),
        },
        TurnStep::Insert(text) => match page.insert_text(&text).await {
            Ok(()) => TurnInput::Inserted,
            Err(error) => TurnInput::PageError(error),
        },
        TurnStep::Pause(time) => {
            page.pause(time).await;
            TurnInput::Paused
        }
        TurnStep::Keep(_) | TurnStep::Over(_) => TurnInput::Kept,
    }
}

/// Probes a page with one adapter.
pub(super) async fn probe(page: &dyn ChatPage, adapter: &ChatAdapter) -> Result<ProbeReport, ChatFailure> {
    match ask(page, adapter, ChatCommand::Probe {}, PROBED_WITHIN).await {
        Ok(ChatReply::Probed(report)) => Ok(report),
        Ok(ChatReply::Error { message, .. }) => Err(ChatFailure::Changed(message)),
        Ok(_) => Err(ChatFailure::Changed("the page script answers something else".to_owned())),
        Err(error) => Err(ChatFailure::Page(error)),
    }
}

/// Opens the page that a person named and finds the adapter that fits it best, waiting until the page has loaded.
///
/// # Errors
/// When no adapter is known or the page cannot be used; the text names the failure and what the person can do.
pub async fn choose_adapter(
    page: &dyn ChatPage,
    spec: &ChatTabSpec,
    adapters: &Adapters,
) -> Result<ProbedPage, String> {
    choose(page, spec, adapters).await.map_err(|failure| failure.advice(spec.name()))
}

pub(super) async fn choose(
    page: &dyn ChatPage,
    spec: &ChatTabSpec,
    adapters: &Adapters,
) -> Result<ProbedPage, ChatFailure> {
    let candidates = candidates(spec, adapters);
    let Some(first) = candidates.first() else {
        return Err(ChatFailure::Changed(format!("there is no adapter {}", spec.name())));
    };
    let address = spec.address.clone().unwrap_or_else(|| first.new_chat.clone());
    page.open(&address).await.map_err(ChatFailure::Page)?;
    let deadline = page.now().0 + LOADED_WITHIN_MS;
    loop {
        let mut best: Option<ProbedPage> = None;
        for adapter in &candidates {
            let report = match probe(page, adapter).await {
                Ok(report) => report,
                Err(ChatFailure::Page(ChatPageError::Reloaded)) => break,
                Err(failure) => return Err(failure),
            };
            let is_better = best.as_ref().is_none_or(|best| fit(&report) > fit(&best.report));
            if is_better {
                best = Some(ProbedPage { adapter: (*adapter).clone(), report });
            }
        }
        let is_late = page.now().0 >= deadline;
        match best {
            Some(best) if is_late || best.report.state != (ChatPageState::Changed {}) => return Ok(with_editor(best)),
            None if is_late => return Err(ChatFailure::Page(ChatPageError::Reloaded)),
            Some(_) | None => page.pause(LOADED_PAUSE).await,
        }
    }
}

/// Fills in the editor that the page has, for an adapter that leaves it open.
fn with_editor(mut probed: ProbedPage) -> ProbedPage {
    if probed.adapter.editor == ChatEditor::Any {
        probed.adapter.editor = probed.report.editor;
    }
    probed
}

/// The adapters that may fit, the named one alone if one is named.
fn candidates<'a>(spec: &ChatTabSpec, adapters: &'a Adapters) -> Vec<&'a ChatAdapter> {
    if let Some(site) = &spec.site {
        return adapters.named(site).into_iter().collect();
    }
    let host = spec.host().unwrap_or_default();
    let fitting: Vec<&ChatAdapter> = adapters.for_host(&host);
    if fitting.iter().any(|adapter| !adapter.hosts.is_empty()) {
        return fitting;
    }
    let mut all = fitting;
    let others: Vec<&ChatAdapter> = adapters.all().filter(|adapter| !adapter.hosts.is_empty()).collect();
    all.extend(others);
    all
}

const PROBED_WITHIN: Duration = Duration::from_secs(15);
const LOADED_WITHIN_MS: u64 = 25_000;
const LOADED_PAUSE: Duration = Duration::from_millis(400);
