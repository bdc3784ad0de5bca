//! Benchmarks of speed and size, as programs that print JSON, and the parts they share.
//!
//! Figures are compared within one run and never asserted in tests. No crate but the tests may depend on this one, and these
//! only to play the [`attacks`]. Start reading at a program in `src/bin` and at [`bench_browser`].

pub mod attacks;
pub mod bench_browser;
pub mod handles;
pub mod json_lines;
pub mod leftovers;
pub mod mcp_client;
pub mod miniwob;
pub mod pages;
pub mod peers;
pub mod seeded_rng;
pub mod site;
pub mod step_log;
pub mod tokens;
pub mod usage;
pub mod usefulness;
pub mod verbs;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

/// Which webhand is measured.
#[derive(Debug, clap::Args)]
pub struct ProgramOption {
    /// A `webhand` that is already built, instead of building it.
    #[arg(long)]
    webhand: Option<PathBuf>,
}

impl ProgramOption {
    /// The path of the program, built if none was given.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn program(self) -> Result<PathBuf> {
        self.webhand.map_or_else(release_binary, Ok)
    }
}

/// The release binary of webhand, built first so that no figure is of an old one.
///
/// # Errors
/// When it cannot be built.
pub fn release_binary() -> Result<PathBuf> {
    build_release("webhand", "webhand")
}

/// The release build of one of a package's programs.
///
/// # Errors
/// When it cannot be built.
pub fn build_release(package: &str, program: &str) -> Result<PathBuf> {
    let root = root()?;
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--quiet", "-p", package, "--bin", program])
        .current_dir(root)
        .stdout(Stdio::null())
        .status()?;
    ensure!(built.success(), "{program} does not build");
    Ok(root.join("target/release").join(program))
}

/// The folder of the workspace.
///
/// # Errors
/// Never in practice: the bench lies in a folder.
pub fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the bench folder has a parent")
}

/// The median of the figures.
#[must_use]
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The 90th percentile.
#[must_use]
pub fn percentile_90(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() * 9 / 10).copied().unwrap_or(f64::NAN)
}

/// Rounds to a tenth, as finer figures would only be noise.
#[must_use]
pub fn round_to_tenth(figure: f64) -> f64 {
    (figure * 10.0).round() / 10.0
}

/// Prints one JSON value, readable for people too.
///
/// # Errors
/// When standard output is closed.
pub fn print(value: &Value) -> Result<()> {
    writeln!(std::io::stdout(), "{value:#}")?;
    Ok(())
}
