//! `webhand demo` from start to its last line: time, time outside the browser, memory, size of the binary.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_bench::{print, release_binary, tenth};

const MOST_SECONDS: f64 = 20.0;
const MOST_OWN_SECONDS: f64 = 2.0;
const MOST_RESIDENT_MB: f64 = 30.0;
const MOST_BINARY_MB: f64 = 25.0;
/// The unit of the kernel's figures, the same on every Linux in use.
const TICKS_A_SECOND: f64 = 100.0;

fn main() -> Result<()> {
    let binary = release_binary()?;
    let home = tempfile::tempdir()?;
    let began = Instant::now();
    let mut child = Command::new(&binary)
        .arg("--data-dir")
        .arg(home.path())
        .args(["demo", "--yes", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let lines = BufReader::new(child.stdout.take().context("piped")?).lines();
    let (mut last, mut resident, mut cpu) = (Value::Null, 0.0_f64, 0.0_f64);
    for line in lines {
        last = serde_json::from_str(&line?)?;
        resident = resident.max(resident_mb(child.id()).unwrap_or(0.0));
        cpu = cpu.max(cpu_seconds(child.id()).unwrap_or(0.0));
    }
    let seconds = began.elapsed().as_secs_f64();
    let ended = child.wait()?;
    let browser =
        last.pointer("/result/browser_ms").and_then(Value::as_f64).context("the demo's last line has no browser_ms")?
            / 1e3;
    let own = seconds - browser;
    #[expect(clippy::cast_precision_loss, reason = "megabytes with one decimal")]
    let size = std::fs::metadata(&binary)?.len() as f64 / 1e6;
    print(&json!({
        "bench": "demo",
        "succeeded": ended.success(),
        "seconds": tenth(seconds), "most_seconds": MOST_SECONDS,
        "outside_the_browser_seconds": tenth(own), "most_outside_the_browser_seconds": MOST_OWN_SECONDS,
        "own_cpu_seconds": hundredth(cpu),
        "resident_mb": tenth(resident), "most_resident_mb": MOST_RESIDENT_MB,
        "binary_mb": tenth(size), "most_binary_mb": MOST_BINARY_MB,
        "met": ended.success() && seconds <= MOST_SECONDS && own <= MOST_OWN_SECONDS
            && resident <= MOST_RESIDENT_MB && size <= MOST_BINARY_MB,
    }))
}

/// What webhand itself has computed so far, also while it waited for the browser: time inside an action counts as the
/// browser's above, so this bounds what of it was not.
fn cpu_seconds(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after_name = stat.rsplit(')').next()?;
    let ticks = |at: usize| after_name.split_whitespace().nth(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_A_SECOND)
}

fn hundredth(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

/// The largest resident size so far, as the kernel keeps it.
fn resident_mb(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1e3)
}
