//! CPU time and memory of a process and its children, from `/proc`; zero where there is none.

use std::collections::HashMap;
use std::fs;

/// Time and memory of a tool, its browser counted apart.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usage {
    pub own_cpu_ms: f64,
    pub browser_cpu_ms: f64,
    /// Resident, without the browser.
    pub own_resident_mb: f64,
}

impl Usage {
    /// The usage of a process and all its descendants.
    #[must_use]
    pub fn of(root: u32) -> Self {
        let processes = processes();
        let mut usage = Self::default();
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            waiting.extend(processes.iter().filter(|(_, process)| process.parent == id).map(|(id, _)| *id));
            let Some(process) = processes.get(&id) else { continue };
            if process.is_browser {
                usage.browser_cpu_ms += process.cpu_ms;
            } else {
                usage.own_cpu_ms += process.cpu_ms;
                usage.own_resident_mb += process.resident_mb;
            }
        }
        usage
    }
}

/// The largest resident size of one process so far, in megabytes.
#[must_use]
pub fn most_resident_mb(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1e3)
}

/// The CPU time of one process so far, in seconds.
#[must_use]
pub fn cpu_seconds(process: u32) -> Option<f64> {
    read(process).map(|process| process.cpu_ms / 1e3)
}

/// How busy the machine is, over one, five and fifteen minutes.
#[must_use]
pub fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

struct Process {
    parent: u32,
    is_browser: bool,
    cpu_ms: f64,
    resident_mb: f64,
}

fn processes() -> HashMap<u32, Process> {
    let Ok(folders) = fs::read_dir("/proc") else { return HashMap::new() };
    let ids = folders.flatten().filter_map(|folder| folder.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| Some((id, read(id)?))).collect()
}

fn read(id: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name stands in brackets and may hold any character, so the figures begin after the last one.
    let (before, figures) = stat.rsplit_once(')')?;
    let name = before.split_once('(')?.1;
    let figures: Vec<&str> = figures.split_whitespace().collect();
    let figure = |at: usize| figures.get(at)?.parse::<f64>().ok();
    Some(Process {
        parent: figures.get(1)?.parse().ok()?,
        is_browser: BROWSERS.contains(&name),
        cpu_ms: scheduled_ms(id).unwrap_or((figure(11)? + figure(12)?) * 1e3 / TICKS_A_SECOND),
        resident_mb: figure(21)? * PAGE_BYTES / 1e6,
    })
}

/// The run time of all threads of a process, which the kernel keeps in nanoseconds.
fn scheduled_ms(id: u32) -> Option<f64> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten();
    let run = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    };
    let nanoseconds: f64 = threads.filter_map(run).sum();
    (nanoseconds > 0.0).then_some(nanoseconds / 1e6)
}

/// Names of a browser's processes; the kernel cuts them at 15 characters.
const BROWSERS: [&str; 6] = ["chromium", "chrome", "chrome_crashpad", "chrome-headless", "google-chrome", "msedge"];
/// The units of the kernel's figures, the same on every Linux in use.
const TICKS_A_SECOND: f64 = 100.0;
const PAGE_BYTES: f64 = 4096.0;
