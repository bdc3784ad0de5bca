//! `webhand mcp`: an outside agent drives a browser through webhand.

mod clients;
mod entry;
mod install;

use std::sync::Arc;

use anyhow::Result;
use webhand_api::SessionHost;
use webhand_api::mcp::serve_stdio;

use crate::cli::{Everywhere, McpArgs, McpVerb, ServeArgs};
use crate::exit::Exit;
use crate::local_host::LocalHost;
use crate::session::Terms;
use crate::settings::Settings;
use crate::work::Signals;
use install::Consent;

pub use clients::Client;

pub async fn carry_out(everywhere: &Everywhere, args: McpArgs) -> Result<Exit> {
    let consent = |yes, print| match (yes, print) {
        (true, _) => Consent::Given,
        (false, true) => Consent::Withheld,
        (false, false) => Consent::Ask,
    };
    match args.verb {
        Some(McpVerb::Install { client, consent: given, serve }) => {
            let arguments = arguments(everywhere, &serve)?;
            install::install(everywhere, client, &arguments, consent(given.yes, given.print))
        }
        Some(McpVerb::Uninstall { client, consent: given }) => {
            install::uninstall(everywhere, client, consent(given.yes, given.print))
        }
        None => serve(everywhere, &args.serve).await,
    }
}

/// What the client is to start webhand with. It has another environment than this shell, so where data is kept is
/// written down, and questions are found by `webhand approve`.
fn arguments(everywhere: &Everywhere, serve: &ServeArgs) -> Result<Vec<String>> {
    // What is wrong is told here; a client would only say that it cannot start webhand.
    Terms::settle(&serve.terms(), everywhere.data_dir.as_deref(), &Settings::default())?;
    let mut arguments = vec!["mcp".to_owned()];
    if let Some(folder) = &everywhere.data_dir {
        arguments.extend(["--data-dir".to_owned(), std::path::absolute(folder)?.display().to_string()]);
    }
    arguments.extend(serve.written());
    Ok(arguments)
}

/// Serves the client that started this program until it is gone, or the program is told to end.
async fn serve(everywhere: &Everywhere, args: &ServeArgs) -> Result<Exit> {
    let mut signals = Signals::listen();
    let host = LocalHost::open(&args.terms(), everywhere.data_dir.as_deref())?;
    let served = tokio::select! {
        served = serve_stdio(Arc::clone(&host) as Arc<dyn SessionHost>, args.profile.into()) => served,
        _ = signals.next() => Ok(()),
    };
    host.close().await;
    served?;
    Ok(Exit::Done)
}
