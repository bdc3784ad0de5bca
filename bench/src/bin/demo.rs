//! `webhand demo` from start to its last line: time, time outside the browser, memory, size of the binary.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_bench::usage::{cpu_seconds, most_resident_mb};
use webhand_bench::{print, release_binary, round_to_tenth};

const MOST_SECONDS: f64 = 20.0;
const MOST_OWN_SECONDS: f64 = 2.0;
const MOST_RESIDENT_MB: f64 = 30.0;
const MOST_BINARY_MB: f64 = 25.0;

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
        resident = resident.max(most_resident_mb(child.id()).unwrap_or(0.0));
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
        "seconds": round_to_tenth(seconds), "most_seconds": MOST_SECONDS,
        "outside_the_browser_seconds": round_to_tenth(own), "most_outside_the_browser_seconds": MOST_OWN_SECONDS,
        // CPU time includes work during waits for the browser, which count as the browser's time above.
        "own_cpu_seconds": hundredth(cpu),
        "resident_mb": round_to_tenth(resident), "most_resident_mb": MOST_RESIDENT_MB,
        "binary_mb": round_to_tenth(size), "most_binary_mb": MOST_BINARY_MB,
        "met": ended.success() && seconds <= MOST_SECONDS && own <= MOST_OWN_SECONDS
            && resident <= MOST_RESIDENT_MB && size <= MOST_BINARY_MB,
    }))
}

fn hundredth(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}
