//! `webhand mcp`: an outside agent drives a browser through webhand.

mod client;
mod install;
mod settings_entry;

use std::sync::Arc;

use anyhow::Result;
use webhand_api::SessionHost;
use webhand_api::mcp::serve_stdio;

use crate::cli::{GlobalArgs, McpArgs, McpVerb, ServeArgs};
use crate::exit::Exit;
use crate::local_host::LocalHost;
use crate::session_process::SessionTerms;
use crate::settings::Settings;
use crate::signals::Signals;
use install::Consent;

pub use client::McpClient;

pub async fn run_mcp(global: &GlobalArgs, args: McpArgs) -> Result<Exit> {
    let consent = |yes, print| match (yes, print) {
        (true, _) => Consent::Given,
        (false, true) => Consent::ShowOnly,
        (false, false) => Consent::Ask,
    };
    match args.verb {
        Some(McpVerb::Install { client, consent: given, serve }) => {
            let arguments = arguments(global, &serve)?;
            install::install(global, client, &arguments, consent(given.yes, given.print))
        }
        Some(McpVerb::Uninstall { client, consent: given }) => {
            install::uninstall(global, client, consent(given.yes, given.print))
        }
        None => serve(global, &args.serve).await,
    }
}

/// The arguments with which the client starts webhand. The client has another environment than this shell, so the data
/// folder is among them; otherwise `webhand approve` would not find its questions.
fn arguments(global: &GlobalArgs, serve: &ServeArgs) -> Result<Vec<String>> {
    // Mistakes are reported here, because a client would only say that it cannot start webhand.
    SessionTerms::from_args(&serve.terms(), global.data_dir.as_deref(), &Settings::default())?;
    let mut arguments = vec!["mcp".to_owned()];
    if let Some(folder) = &global.data_dir {
        arguments.extend(["--data-dir".to_owned(), std::path::absolute(folder)?.display().to_string()]);
    }
    arguments.extend(serve.written());
    Ok(arguments)
}

/// Serves the client that started this program until the client is gone or a signal ends the program.
async fn serve(global: &GlobalArgs, args: &ServeArgs) -> Result<Exit> {
    let mut signals = Signals::listen();
    let host = LocalHost::open(&args.terms(), global.data_dir.as_deref())?;
    let served = tokio::select! {
        served = serve_stdio(Arc::clone(&host) as Arc<dyn SessionHost>, args.profile.into()) => served,
        _ = signals.next() => Ok(()),
    };
    host.close().await;
    served?;
    Ok(Exit::Done)
}
