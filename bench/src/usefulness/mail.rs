//! The webmail: Roundcube with an IMAP and an SMTP server.

use std::fs;
use std::process::Command;

use anyhow::Result;
use tempfile::TempDir;

use super::application::{Installed, RunningApplication, files_of};
use super::packages::run;
use super::python::environment;
use super::service::{Service, free_port};

pub(super) async fn start(installed: &Installed) -> Result<RunningApplication> {
    let files = files_of("mail")?;
    let python = environment(&installed.place, "mail-server", &files.join("requirements.txt"))?;
    let data = TempDir::new()?;
    let folder = data.path();
    for part in ["config", "temp", "logs"] {
        fs::create_dir(folder.join(part))?;
    }
    fs::copy(files.join("config.inc.php"), folder.join("config/config.inc.php"))?;
    for name in ["defaults.inc.php", "mimetypes.php"] {
        fs::copy(installed.debian.path("etc/roundcube").join(name), folder.join("config").join(name))?;
    }
    let schema = installed.debian.path("usr/share/roundcube/SQL/sqlite.initial.sql");
    let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())";
    run(Command::new(&python).args(["-c", script]).arg(folder.join("roundcube.sqlite3")).arg(schema))?;

    let (web, imap, smtp) = (free_port()?, free_port()?, free_port()?);
    let mut servers = tokio::process::Command::new(&python);
    servers.arg(files.join("server.py")).arg(folder.join("mail")).arg(imap.to_string()).arg(smtp.to_string());
    let servers = Service::start(&mut servers, imap, folder, "imap").await?;
    let mut php = installed.debian.php()?;
    php.env("ROUNDCUBE_CONFIG_DIR", folder.join("config"))
        .env("BENCH_FOLDER", folder)
        .env("BENCH_IMAP_PORT", imap.to_string())
        .env("BENCH_SMTP_PORT", smtp.to_string())
        .args(["-S", &format!("127.0.0.1:{web}"), "-t"])
        .arg(installed.debian.path("var/lib/roundcube/public_html"));
    let php = Service::start(&mut php, web, folder, "webmail").await?;
    Ok(RunningApplication { port: web, services: vec![php, servers], data, python: None })
}
