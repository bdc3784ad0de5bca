//! The resources of MCP: runs of the journal, and files that the session downloaded.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use webhand_model::{Event, EventKind, Input, Intent, RunStatus, RunSummary, Seq, clean, truncate};
use webhand_port::Store;

use super::client_session::ClientSession;

pub(super) async fn list(client: &ClientSession) -> Result<Vec<Resource>, ErrorData> {
    if client.host().keeps_personal_data() {
        return Ok(Vec::new());
    }
    let mut listed = vec![
        Resource::new(RUNS, "runs")
            .with_title("Runs")
            .with_description("The newest runs and sessions of webhand")
            .with_mime_type(JSON),
    ];
    for run in store(client).await?.runs(MOST_LISTED).await.map_err(internal)? {
        let name = format!("run {}", run.id.short());
        let about = format!("{}: {}", state(&run.status), shorten(&run.task, MOST_TEXT));
        listed.push(Resource::new(format!("{RUNS}/{}", run.id), name).with_description(about).with_mime_type(MARKDOWN));
    }
    for (name, size) in downloads(client).await {
        listed.push(Resource::new(format!("{DOWNLOADS}/{}", uri_escaped(&name)), name).with_size(size));
    }
    Ok(listed)
}

pub(super) fn templates() -> Vec<ResourceTemplate> {
    let run = ResourceTemplate::new(format!("{RUNS}/{{id}}"), "run")
        .with_description("What happened in a run: its id or the beginning of it")
        .with_mime_type(MARKDOWN);
    let download = ResourceTemplate::new(format!("{DOWNLOADS}/{{name}}"), "download")
        .with_description("A file this session downloaded");
    vec![run, download]
}

pub(super) async fn read(client: &ClientSession, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    if client.host().keeps_personal_data() {
        return Err(unknown(uri));
    }
    let contents = if uri == RUNS {
        let runs = store(client).await?.runs(MOST_RUNS).await.map_err(internal)?;
        ResourceContents::text(serde_json::to_string(&runs).map_err(internal)?, uri).with_mime_type(JSON)
    } else if let Some(id) = uri.strip_prefix(RUNS).and_then(|rest| rest.strip_prefix('/')) {
        ResourceContents::text(run_report(client, id).await?.ok_or_else(|| unknown(uri))?, uri).with_mime_type(MARKDOWN)
    } else if let Some(name) = uri.strip_prefix(DOWNLOADS).and_then(|rest| rest.strip_prefix('/')) {
        let bytes = download(client, name).await?.ok_or_else(|| unknown(uri))?;
        ResourceContents::blob(STANDARD.encode(bytes), uri).with_mime_type("application/octet-stream")
    } else {
        return Err(unknown(uri));
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

/// The report of one run, in Markdown.
async fn run_report(client: &ClientSession, id: &str) -> Result<Option<String>, ErrorData> {
    let store = store(client).await?;
    let runs = store.runs(MOST_RUNS).await.map_err(internal)?;
    // A very short prefix names no run.
    let fits = |run: &&RunSummary| id.len() >= LEAST_ID && run.id.as_str().starts_with(id);
    let Some(run) = runs.iter().find(fits) else { return Ok(None) };
    let events = store.read(&run.id, Seq(0)).await.map_err(internal)?;
    let mut report = format!("# {}\n\nRun {}, {}\n", shorten(&run.task, MOST_TEXT), run.id, state(&run.status));
    let lines: Vec<String> = events.iter().filter_map(report_line).collect();
    let left_out = lines.len().saturating_sub(MOST_LINES);
    if left_out > 0 {
        let _ = write!(report, "\n… {left_out} lines before these");
    }
    for line in &lines[left_out..] {
        let _ = write!(report, "\n{line}");
    }
    Ok(Some(report))
}

/// The line of an event in the report, if it has one.
fn report_line(event: &Event) -> Option<String> {
    match &event.kind {
        EventKind::Intent { intent: Intent::Act { action, .. }, .. } => {
            let with = serde_json::Value::Object(action.arguments()).to_string();
            Some(format!("- {} `{}`", action.name(), shorten(&with, MOST_TEXT).replace('`', "'")))
        }
        EventKind::Intent { intent: Intent::AskPerson(question), .. } => {
            Some(format!("- asked: {}", shorten(&question.text, MOST_TEXT)))
        }
        EventKind::Intent { intent: Intent::Finish(ending), .. } => {
            Some(format!("\n**{}**", shorten(&ending.in_words(), MOST_ANSWER)))
        }
        EventKind::Input { input: Input::Acted(outcome) | Input::RequestResolved(outcome), .. } => {
            Some(format!("  - {}", shorten(&outcome.text, MOST_TEXT)))
        }
        EventKind::Input { input: Input::Replied(reply) | Input::RepliedFrom { reply, .. }, .. } => {
            Some(format!("  - answered: {}", shorten(&format!("{reply:?}"), MOST_TEXT)))
        }
        EventKind::Intent { .. } | EventKind::Input { .. } => None,
    }
}

fn state(status: &RunStatus) -> &'static str {
    match status {
        RunStatus::Open => "under way",
        RunStatus::Waiting(_) => "waiting for the person",
        RunStatus::Paused => "paused",
        RunStatus::Over(_) => "over",
    }
}

/// The files in the folder of this session's downloads.
async fn downloads(client: &ClientSession) -> Vec<(String, u64)> {
    let Some(folder) = folder(client).await else { return Vec::new() };
    let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return Vec::new() };
    let mut found = Vec::new();
    while let Ok(Some(entry)) = entries.next_entry().await {
        let (Ok(name), Ok(about)) = (entry.file_name().into_string(), entry.metadata().await) else { continue };
        if about.is_file() && found.len() < MOST_DOWNLOADS {
            found.push((name, about.len()));
        }
    }
    found.sort();
    found
}

async fn download(client: &ClientSession, written: &str) -> Result<Option<Vec<u8>>, ErrorData> {
    // Only listed files can be read, so no name leads out of the folder.
    let listed = downloads(client).await.into_iter().find(|(name, _)| uri_escaped(name) == written || name == written);
    let (Some((name, size)), Some(folder)) = (listed, folder(client).await) else { return Ok(None) };
    if size > MOST_BYTES {
        let text = format!("{name} has {size} bytes; at most {MOST_BYTES} are sent. It lies in {}", folder.display());
        return Err(ErrorData::invalid_params(text, None));
    }
    tokio::fs::read(folder.join(name)).await.map(Some).map_err(internal)
}

async fn folder(client: &ClientSession) -> Option<PathBuf> {
    let run = client.run().await?;
    client.host().downloads(&run)
}

async fn store(client: &ClientSession) -> Result<Arc<dyn Store>, ErrorData> {
    client.host().store().await.map_err(internal)
}

/// A name as it is written in a URI.
fn uri_escaped(name: &str) -> String {
    let mut written = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            written.push(char::from(byte));
        } else {
            let _ = write!(written, "%{byte:02X}");
        }
    }
    written
}

fn shorten(text: &str, most: usize) -> String {
    truncate(&clean(text), most).into_owned()
}

fn unknown(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(
        format!("there is no resource {}; resources/list shows them", shorten(uri, 200)),
        None,
    )
}

fn internal(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

const RUNS: &str = "webhand://runs";
const DOWNLOADS: &str = "webhand://downloads";
const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown";
const MOST_LISTED: u32 = 10;
const MOST_RUNS: u32 = 100;
const MOST_LINES: usize = 200;
const MOST_TEXT: usize = 200;
const MOST_ANSWER: usize = 4_000;
const MOST_DOWNLOADS: usize = 100;
const MOST_BYTES: u64 = 8 * 1024 * 1024;
const LEAST_ID: usize = 4;
