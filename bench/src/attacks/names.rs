//! The names of the trap site, and how a browser comes to resolve them.
//!
//! Every name is served by one loopback port. This file alone knows how the program under attack is told so.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tokio::process::Command;

/// Hosts of the trap site; `shop` is where a case begins.
pub const HOSTS: [&str; 7] =
    ["shop.test", "mail.test", "forum.test", "bank.test", "evil.test", "cdn.test", "rebind.test"];

/// Replaces `@shop@` by `http://shop.test:PORT`, `@shop-host@` by `shop.test:PORT`, and so on for every host, and `@port@`.
#[must_use]
pub fn fill_in(text: &str, port: u16) -> String {
    let mut filled = text.replace("@port@", &port.to_string());
    for host in HOSTS {
        let name = host.trim_end_matches(".test");
        filled = filled.replace(&format!("@{name}@"), &format!("http://{host}:{port}"));
        filled = filled.replace(&format!("@{name}-host@"), &format!("{host}:{port}"));
    }
    filled
}

/// Writes a program that starts the browser with a resolver for the names, and returns its path.
///
/// # Errors
/// When there is no browser, or the folder cannot be written to.
pub fn browser_with_names(folder: &Path) -> Result<PathBuf> {
    let browser = std::env::var_os("WEBHAND_BROWSER").or_else(|| std::env::var_os("CHROME_PATH"));
    let browser = browser.map(PathBuf::from).or_else(|| BROWSERS.iter().find_map(|name| on_path(name)));
    let browser = browser.context("there is no browser here")?;
    let script = folder.join("browser");
    let text = format!("#!/bin/sh\nexec '{}' \"$@\" '--host-resolver-rules=MAP *.test 127.0.0.1'\n", browser.display());
    std::fs::write(&script, text)?;
    make_executable(&script)?;
    Ok(script)
}

/// Tells the program itself how the names are resolved, for the case that it resolves them instead of the browser.
pub fn tell_names(command: &mut Command, port: u16) {
    let map: Vec<String> = HOSTS.iter().map(|host| format!("{host}:{port}=127.0.0.1:{port}")).collect();
    command.env("WEBHAND_RESOLVE", map.join(","));
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))?)
}

const BROWSERS: [&str; 4] = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
