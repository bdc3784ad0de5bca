//! The effect that a task leaves behind, read in the data of the application.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use tokio::process::Command;
use tokio::time::sleep;

use super::application::RunningApplication;

/// How to see that a task was done.
#[derive(Debug, Clone, Copy)]
pub enum Effect {
    /// The task only reads: that its steps found what they look for is all there is to see.
    Shown,
    /// A file below this folder whose name contains all of these, and whose content contains the text.
    File { below: &'static str, name: &'static [&'static str], text: &'static str },
    /// No such file.
    NoFile { below: &'static str, name: &'static [&'static str], text: &'static str },
    /// A query of the application's database that returns this.
    Query(&'static str, &'static str),
}

impl Effect {
    /// Whether it is there.
    ///
    /// # Errors
    /// When the data cannot be read.
    pub async fn is_there(self, application: &RunningApplication) -> Result<bool> {
        for _ in 0..LOOKS {
            if self.is_there_now(application).await? {
                return Ok(true);
            }
            sleep(BETWEEN_LOOKS).await;
        }
        Ok(false)
    }

    async fn is_there_now(self, application: &RunningApplication) -> Result<bool> {
        match self {
            Self::Shown => Ok(true),
            Self::File { below, name, text } => Ok(has_file(&application.folder().join(below), name, text)),
            Self::NoFile { below, name, text } => Ok(!has_file(&application.folder().join(below), name, text)),
            Self::Query(query, expected) => Ok(ask_database(application, query).await? == expected),
        }
    }
}

fn has_file(folder: &Path, name: &[&str], text: &str) -> bool {
    fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return has_file(&path, name, text);
        }
        let own = entry.file_name().to_string_lossy().into_owned();
        let contains = || String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).contains(text);
        name.iter().all(|part| own.contains(part)) && (text.is_empty() || contains())
    })
}

async fn ask_database(application: &RunningApplication, query: &str) -> Result<String> {
    let python = application.python.as_ref().context("this application has no database")?;
    let script = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])";
    let database = application.folder().join("shop/shop.sqlite3");
    let output = Command::new(python).args(["-c", script]).arg(database).arg(query).output().await?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Servers answer before everything is written.
const LOOKS: usize = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
