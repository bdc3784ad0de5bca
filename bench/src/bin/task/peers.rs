//! The same steps by the agents webhand is compared with, each in its own loop and its own browser.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;
use tokio::time::timeout;
use webhand_bench::site::Site;
use webhand_bench::{peers, root};
use webhand_chrome::find_browser;

use crate::endpoint::{Endpoint, ScriptRun};
use crate::script::{Dialect, INBOX, SHOP, Step};

/// It lives inside a page, so each page is a task of its own. It looks at what is in view, as webhand does.
pub async fn page_agent(folder: &Path, site: &Site, endpoint: &Endpoint) -> Result<Vec<ScriptRun>> {
    let script = root()?.join("bench/peers/page_agent.mjs");
    let mut played = Vec::new();
    for (page, steps) in [("inbox", INBOX), ("shop", SHOP)] {
        let name = format!("page-agent-{page}");
        let base = endpoint.play(&name, Dialect::PageAgent, steps.to_vec());
        let url = site.url(&format!("/{page}?as=page-agent"));
        let mut command = Command::new("node");
        command.arg(&script).args([&base, "m", &url, TASK]).arg(find_browser(None)?);
        run_to_end(command, folder).await?;
        played.push(endpoint.played(&name).context("it asked nothing")?);
    }
    Ok(played)
}

pub async fn browser_use(folder: &Path, site: &Site, endpoint: &Endpoint) -> Result<Vec<ScriptRun>> {
    let python = peers::python(folder).await?;
    let open = |page: &str| Step::Open(site.url(&format!("/{page}?as=browser-use")));
    let steps = [open("inbox")].into_iter().chain(INBOX).chain([open("shop")]).chain(SHOP).collect();
    let base = endpoint.play("browser-use", Dialect::BrowserUse, steps);
    let mut command = Command::new(python);
    command.arg(root()?.join("bench/peers/browser_use.py")).args([&base, "m", TASK]).arg(find_browser(None)?);
    run_to_end(command, folder).await?;
    Ok(vec![endpoint.played("browser-use").context("it asked nothing")?])
}

async fn run_to_end(mut command: Command, folder: &Path) -> Result<()> {
    let running = command.current_dir(folder).kill_on_drop(true).output();
    let output = timeout(ENDS_WITHIN, running).await.context("it does not end")??;
    let program = command.as_std().get_program().to_string_lossy().into_owned();
    let told = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = told.lines().rev().take(5).collect();
    ensure!(output.status.success(), "{program} failed: {last:?}");
    Ok(())
}

const TASK: &str = "Carry out the list of steps.";
/// Long enough for a busy machine: tokens are compared, not times.
const ENDS_WITHIN: Duration = Duration::from_hours(1);
