//! Scores the text of a look against the ground truth of its page.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use webhand_bench::pages::GroundTruth;
use webhand_bench::round_to_tenth;

/// Percentages of the names that stand on a line with a handle (or anywhere, for a tool without handles).
pub struct Score {
    pub controls: f64,
    pub in_view: f64,
    pub unmarked: f64,
    pub inside: BTreeMap<&'static str, f64>,
    /// Invisible elements that it shows.
    pub leaks: Vec<String>,
}

impl Score {
    /// `in_view` names the controls that a person sees without scrolling.
    pub fn of(text: &str, handle: Option<&str>, truth: &GroundTruth, in_view: &[&String]) -> Self {
        let lines: Vec<&str> = text.lines().filter(|line| handle.is_none_or(|handle| line.contains(handle))).collect();
        let usable = lines.join("\n");
        let share = |names: &mut dyn Iterator<Item = &String>| {
            let found: Vec<bool> = names.map(|name| usable.contains(name.as_str())).collect();
            percent(found.iter().filter(|found| **found).count(), found.len())
        };
        Self {
            controls: share(&mut truth.controls.iter()),
            in_view: share(&mut in_view.iter().copied()),
            unmarked: share(&mut truth.unmarked.iter()),
            inside: truth.inside.iter().map(|(kind, names)| (*kind, share(&mut names.iter()))).collect(),
            leaks: truth.hidden.iter().filter(|name| text.contains(name.as_str())).cloned().collect(),
        }
    }

    pub fn json(&self) -> Value {
        json!({
            "controls": self.controls,
            "in_view": self.in_view,
            "unmarked": self.unmarked,
            "inside": self.inside,
            "leaks": self.leaks,
        })
    }
}

/// 100 if there is nothing to find.
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of some thousands")]
    let share = part as f64 / whole as f64;
    round_to_tenth(share * 100.0)
}
