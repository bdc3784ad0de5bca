//! The figures of a server, in the text form of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use webhand_engine::RunPool;

/// Requests by the class of their answer.
#[derive(Debug, Default)]
pub(crate) struct RequestCounts {
    /// From 100 to 599 by hundreds.
    by_class: [AtomicU64; 5],
}

impl RequestCounts {
    pub fn count(&self, status: u16) {
        let class = usize::from(status / 100).saturating_sub(1).min(self.by_class.len() - 1);
        self.by_class[class].fetch_add(1, Ordering::Relaxed);
    }
}

/// All figures as they are now.
pub(crate) async fn metrics(runs: &RunPool, requests: &RequestCounts, sessions: usize) -> String {
    let (load, limits, counts) = (runs.load(), runs.limits(), runs.counts());
    let mut text = String::new();
    let mut put = |name: &str, kind: &str, help: &str, values: &[(&str, u64)]| {
        let _ = writeln!(text, "# HELP webhand_{name} {help}\n# TYPE webhand_{name} {kind}");
        for (labels, value) in values {
            let _ = writeln!(text, "webhand_{name}{labels} {value}");
        }
    };
    put("build_info", "gauge", "The version.", &[(concat!("{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1)]);
    put("runs_working", "gauge", "Runs that work now.", &[("", number(load.working))]);
    put("runs_open", "gauge", "Runs that have a browser now.", &[("", number(load.open))]);
    put("runs_queued", "gauge", "Runs that wait for their turn.", &[("", number(load.queued))]);
    put("runs_limit", "gauge", "How many runs work at the same time.", &[("", number(limits.working))]);
    put("runs_taken_on_total", "counter", "Runs that were ordered.", &[("", counts.ordered)]);
    let ended = [("{end=\"over\"}", counts.over), ("{end=\"parked\"}", counts.parked)];
    put("runs_ended_total", "counter", "Runs whose work has ended here.", &ended);
    put("browsers_lost_total", "counter", "Browsers that were gone while a run worked.", &[("", counts.browsers_lost)]);
    put("events_total", "counter", "Events that runs of this server wrote.", &[("", counts.events)]);
    put("sessions", "gauge", "Sessions of agents over the WebSocket.", &[("", number(sessions))]);
    let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"].map(|class| format!("{{status=\"{class}\"}}"));
    let answered: Vec<(&str, u64)> = classes
        .iter()
        .zip(&requests.by_class)
        .map(|(class, count)| (class.as_str(), count.load(Ordering::Relaxed)))
        .collect();
    put("requests_total", "counter", "Requests by the class of their answer.", &answered);
    if let Ok(bytes) = runs.store().used_bytes().await {
        put("store_bytes", "gauge", "The room that everything in the store takes.", &[("", bytes)]);
    }
    if let Some(bytes) = resident_bytes() {
        put("resident_bytes", "gauge", "The memory of this program, without its browsers.", &[("", bytes)]);
    }
    text
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Where the system tells.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
