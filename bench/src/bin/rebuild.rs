//! How long a developer waits for a debug build after touching `webhand-run`.

use std::fs::{File, FileTimes};
use std::path::Path;
use std::process::Command;
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use webhand_bench::{median, print, round_to_tenth};

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the bench folder has a parent")?;
    build(root)?;
    let mut seconds = Vec::new();
    for _ in 0..ROUNDS {
        let touched = File::options().append(true).open(root.join("crates/webhand-run/src/run.rs"))?;
        touched.set_times(FileTimes::new().set_modified(SystemTime::now()))?;
        let began = Instant::now();
        build(root)?;
        seconds.push(began.elapsed().as_secs_f64());
    }
    print(&json!({"bench": "rebuild", "rounds": ROUNDS, "seconds": round_to_tenth(median(seconds))}))
}

fn build(root: &Path) -> Result<()> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--quiet", "-p", "webhand"])
        .current_dir(root)
        .status()?;
    ensure!(built.success(), "webhand does not build");
    Ok(())
}
