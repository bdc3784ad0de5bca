//! The applications: each is installed once, and started with fresh data as often as needed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use serde::Serialize;
use tempfile::TempDir;

use super::packages::{DebianRoot, run};
use super::service::Service;
use super::{mail, shop, wiki};

/// One of the applications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Application {
    /// Roundcube, from Debian.
    Mail,
    /// django-oscar, from `PyPI`.
    Shop,
    /// `DokuWiki`, from Debian.
    Wiki,
}

impl Application {
    pub const ALL: [Self; 3] = [Self::Mail, Self::Shop, Self::Wiki];

    /// The name of the site, under which the browser knows it.
    #[must_use]
    pub fn host(self) -> &'static str {
        match self {
            Self::Mail => "mail.bench-site.test",
            Self::Shop => "lamps.bench-shop.test",
            Self::Wiki => "wiki.bench-wiki.test",
        }
    }
}

/// The installation that the applications share, and its folder.
#[derive(Debug)]
pub struct Installed {
    pub(super) debian: DebianRoot,
    pub(super) place: PathBuf,
}

impl Installed {
    /// Installs what the applications share.
    ///
    /// # Errors
    /// When the packages cannot be fetched.
    pub fn in_folder(place: PathBuf) -> Result<Self> {
        std::fs::create_dir_all(&place)?;
        Ok(Self { debian: DebianRoot::install(&place)?, place })
    }

    /// Starts an application with fresh data.
    ///
    /// # Errors
    /// When it cannot be installed or does not start.
    pub async fn start(&self, application: Application) -> Result<RunningApplication> {
        match application {
            Application::Mail => mail::start(self).await,
            Application::Shop => shop::start(self).await,
            Application::Wiki => wiki::start(self).await,
        }
    }
}

/// A running application. It ends with this value, and its data is deleted.
#[derive(Debug)]
pub struct RunningApplication {
    pub(super) port: u16,
    pub(super) services: Vec<Service>,
    pub(super) data: TempDir,
    /// Reads the database, where there is one.
    pub(super) python: Option<PathBuf>,
}

impl RunningApplication {
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        self.data.path()
    }

    pub async fn stop(self) {
        for service in self.services {
            service.stop().await;
        }
    }
}

/// The folder of files that belong to an application.
pub(super) fn files_of(application: &str) -> Result<PathBuf> {
    Ok(crate::root()?.join("bench/applications").join(application))
}

pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    run(Command::new("cp").args(["-rL", "--no-preserve=ownership"]).arg(from).arg(to))
}
