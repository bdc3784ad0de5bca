//! Where keys could lie beside a brain's answers: in the browser's processes (SE-04).

use std::path::Path;

use anyhow::{Result, ensure};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::json;

use crate::attacks::case::Case;
use crate::attacks::machine::{Machine, PROVIDER_KEY};
use crate::attacks::routes::{OutsideSession, Route};
use crate::attacks::trap_site::TrapSite;

pub fn cases() -> Vec<Case> {
    vec![Case::special(
        "SE-04/children",
        "a key lies in the environment or arguments of a child",
        &[Route::Mcp],
        children,
    )]
}

/// The processes of the browser while a session is open; the program itself was given the key.
fn children(program: &Path) -> BoxFuture<'_, Result<Option<String>>> {
    async move {
        let case = Case::new("", "", "<p>x");
        let site = TrapSite::start(&case.pages).await?;
        let machine = Machine::new(program, site.port())?;
        let mut session = OutsideSession::start(Route::Mcp, &machine, &case).await?;
        session.call(&machine, "open", &json!({"url": site.fill_in("@shop@/")})).await?;
        let (mut browsers, mut how) = (0, None);
        for process in std::fs::read_dir("/proc")?.flatten() {
            let read = |file: &str| {
                String::from_utf8_lossy(&std::fs::read(process.path().join(file)).unwrap_or_default()).into_owned()
            };
            let (line, environment) = (read("cmdline"), read("environ"));
            let place = machine.place().display().to_string();
            if !line.contains(&place) && !environment.contains(&place) {
                continue;
            }
            let is_browser = line.contains("--type=") || line.contains("--user-data-dir=");
            browsers += usize::from(is_browser);
            if line.contains(PROVIDER_KEY) || (is_browser && environment.contains(PROVIDER_KEY)) {
                how = Some(format!(
                    "the provider's key is with {}",
                    line.replace('\0', " ").chars().take(120).collect::<String>()
                ));
            }
        }
        session.close(&machine).await;
        machine.ended().await?;
        ensure!(browsers > 0, "no browser was found");
        Ok(how)
    }
    .boxed()
}
