//! `webhand serve`: many runs at once with a dashboard, and agents of this machine over HTTP, WebSocket and MCP, until it is
//! interrupted.

mod lock;
mod token;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use webhand_api::ThinHost;
use webhand_api::hands::HandsHub;
use webhand_api::http::{ServeError, Server, ServerKeys, ServerParts, TlsFiles, TlsSettings};
use webhand_chrome::{OwnPort, share_own_ports};

use crate::cli::{GlobalArgs, ServerArgs};
use crate::data_dir::DataDir;
use crate::exit::{Exit, UsageError};
use crate::leftovers::spawn_cleanup;
use crate::local_host::LocalHost;
use crate::served_runs::schedules::Scheduler;
use crate::served_runs::thin::{ThinBrowsers, ThinClients};
use crate::served_runs::{LocalRunHost, Profiles, Retention, open_pool};
use crate::signals::Signals;
use crate::wiring::extension_link::DeviceFiles;
use crate::{terminal, wiring};

use lock::ServerLock;

pub async fn run_server(global: &GlobalArgs, args: &ServerArgs) -> Result<Exit> {
    let mut signals = Signals::listen();
    allow_many_connections();
    let data_dir = DataDir::find(global.data_dir.as_deref())?;
    let lock = ServerLock::acquire(data_dir.server_lock_file())?;
    let host = LocalHost::for_agents(&args.serve.terms(), global.data_dir.as_deref())?;
    let files = KeyFiles { agent: data_dir.token_file(), owner: data_dir.owner_token_file() };
    let keys = ServerKeys { agent: token::read_or_create(&files.agent)?, owner: token::read_or_create(&files.owner)? };
    let store = wiring::open_store(&data_dir).await?;
    host.use_store(&store);
    let thin = Arc::default();
    let hands = HandsHub::new(Arc::new(DeviceFiles::of(&data_dir)));
    let profiles = Arc::new(Profiles::new(data_dir.root()));
    let runs = open_pool(host.terms(), &store, &thin, &profiles, &hands, args.runs.map(usize::from));
    let run_host = Arc::new(LocalRunHost::new(host.terms().clone(), Arc::clone(&store), profiles));
    let scheduler = Scheduler::new(&runs, &run_host, &host);
    let parts = ServerParts {
        keys,
        host: Arc::clone(&host) as _,
        tools: args.serve.profile.into(),
        runs: runs.clone(),
        run_host: Arc::clone(&run_host) as _,
        schedules: Arc::clone(&scheduler) as _,
        thin: thin_clients(args, &run_host, &thin),
        hands,
        tls: tls_settings(args),
    };
    let server = Server::bind(args.listen, parts).await.map_err(|error| {
        let unwise = matches!(error, ServeError::NotLoopback(_) | ServeError::NoName(_));
        if unwise { anyhow::Error::from(UsageError(error.to_string())) } else { error.into() }
    })?;
    share_own_ports(data_dir.ports());
    // No page that these browsers open may reach the server.
    let _port = OwnPort::register(server.address().port());
    lock.describe_server(&server.origin())?;
    print_addresses(global, &server, &files);
    let cleanup = spawn_cleanup(&data_dir, &store);
    let resumed = runs.recover().await?;
    tracing::info!(resumed, "runs of an earlier server go on");
    let clock = tokio::spawn(scheduler.work());
    let retention = Retention { days: args.keep_days, megabytes: args.keep_mb };
    let retention = tokio::spawn(retention.enforce(runs.clone(), data_dir.clone()));
    let interrupted = async {
        signals.next().await;
    };
    server.run(interrupted).await;
    clock.abort();
    retention.abort();
    runs.stop().await;
    host.close().await;
    cleanup.abort();
    drop(lock);
    Ok(Exit::Done)
}

/// Each watcher needs a file, and most systems allow a program a thousand at first.
fn allow_many_connections() {
    let allowed = getrlimit(Resource::Nofile);
    let wanted = allowed.maximum.unwrap_or(MOST_FILES).min(MOST_FILES);
    if allowed.current.is_some_and(|current| current < wanted)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..allowed })
    {
        tracing::warn!(%error, "this system allows few open files, so few watchers at once");
    }
}

fn thin_clients(
    args: &ServerArgs,
    host: &Arc<LocalRunHost>,
    browsers: &Arc<ThinBrowsers>,
) -> Option<Arc<dyn ThinHost>> {
    let clients = || Arc::new(ThinClients::new(host, browsers, &args.thin_client_page)) as _;
    (args.thin_clients || !args.thin_client_page.is_empty()).then(clients)
}

fn tls_settings(args: &ServerArgs) -> Option<TlsSettings> {
    let (certificate, key) = (args.tls_cert.clone()?, args.tls_key.clone()?);
    Some(TlsSettings { files: TlsFiles { certificate, key }, names: args.host.clone() })
}

/// Where the keys are.
struct KeyFiles {
    agent: PathBuf,
    owner: PathBuf,
}

/// Prints the addresses and how to use them. The keys themselves are never shown; the code of the dashboard is good once.
fn print_addresses(global: &GlobalArgs, server: &Server, files: &KeyFiles) {
    let page = server.origin();
    let (socket, mcp) = (format!("{}/ws/agent", page.replacen("http", "ws", 1)), format!("{page}/mcp"));
    if global.json {
        let serving = json!({"url": page, "agents": socket, "mcp": mcp, "token_file": files.agent});
        let line = json!({
            "url": page,
            "agent_token_file": files.agent,
            "owner_token_file": files.owner,
            "serving": serving,
        });
        terminal::print_line(&line.to_string());
    } else if global.quiet {
        terminal::print_line(&page);
    } else {
        terminal::print_line(&format!("webhand serves {page}"));
        // An output that is no terminal is often a log that others read.
        if std::io::stdout().is_terminal() {
            terminal::print_line(&format!("  dashboard  {}", server.dashboard_url()));
            terminal::print_line("             this address is good once; `webhand dashboard` prints another");
        } else {
            terminal::print_line("  dashboard  `webhand dashboard` prints an address that opens it once");
        }
        terminal::print_line(&format!("  API        {page}/api/v1"));
        terminal::print_line(&format!("  agents     {socket}"));
        terminal::print_line(&format!("  MCP        {mcp}"));
        terminal::print_line(&format!("  token      {}", files.agent.display()));
        terminal::print_line("             what is in that file is sent as \"Authorization: Bearer TOKEN\"");
    }
}

/// Watchers, other clients, browsers and the store together.
const MOST_FILES: u64 = 8_192;
