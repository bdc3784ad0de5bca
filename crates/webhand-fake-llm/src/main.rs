//! `webhand-fake-llm`: a scripted provider, served until it is interrupted. Prints its base address.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};
use webhand_fake_llm::{FakeServer, Script};

/// Serve scripted answers in a provider's format until interrupted
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The script, as JSON
    #[arg(long, value_name = "FILE")]
    script: PathBuf,
    /// The port on 127.0.0.1; a free one if left out
    #[arg(long, default_value_t = 0)]
    port: u16,
}

fn main() -> ExitCode {
    match serve(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, reason)) => {
            let _ = writeln!(std::io::stderr(), "webhand-fake-llm: {reason}");
            ExitCode::from(code)
        }
    }
}

fn serve(arguments: &Arguments) -> Result<(), (u8, String)> {
    let Arguments { script, port } = arguments;
    let script = Script::load(script).map_err(|error| (USAGE, format!("{}: {error}", script.display())))?;
    let cannot = |error: std::io::Error| (FAILED, format!("cannot serve on 127.0.0.1:{port}: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot)?;
    runtime.block_on(async {
        // Before the address is printed, so that a caller may end the program as soon as it has read it.
        let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot)?;
        let mut terminate = signal(SignalKind::terminate()).map_err(cannot)?;
        let server = FakeServer::start_at(script, *port).map_err(cannot)?;
        writeln!(std::io::stdout(), "{}", server.base_url()).map_err(cannot)?;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        drop(server);
        Ok(())
    })
}

/// The exit codes of `webhand` for a failure and for arguments that cannot be meant.
const FAILED: u8 = 1;
const USAGE: u8 = 2;
