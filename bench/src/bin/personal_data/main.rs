//! How much personal data the detector finds, and how much of what it finds is none: recall and precision on strings that are
//! generated here for five locales, each with at most one value.
//!
//! The generator knows formats and check digits from their public descriptions and shares nothing with the detector. A value
//! counts as found when no character of it stays visible; a finding counts as right when it is exactly a value.
//!
//! `--seed N` and `--strings N` change the set, `--misses` prints the strings on which the detector is wrong.

mod carriers;
mod check_digits;
mod negatives;
mod positives;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::Result;
use clap::Parser;
use serde_json::{Value, json};
use webhand_bench::print;
use webhand_bench::seeded_rng::SeededRng;
use webhand_guard::find_personal_data;

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 5_000)]
    strings: usize,
    /// Print the strings on which the detector is wrong
    #[arg(long)]
    misses: bool,
}

/// A locale of the generated strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locale {
    American,
    British,
    German,
    French,
    Spanish,
}

impl Locale {
    const ALL: [Self; 5] = [Self::American, Self::British, Self::German, Self::French, Self::Spanish];

    fn any(rng: &mut SeededRng) -> Self {
        Self::ALL[rng.below(Self::ALL.len())]
    }
}

/// A generated string, with the place of its value if it has one.
#[derive(Debug)]
pub struct Case {
    /// The kind of data that was generated, for the figures by kind.
    pub kind: &'static str,
    pub text: String,
    pub value: Option<Range<usize>>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut rng = SeededRng(args.seed);
    let mut tally = Tally::default();
    for at in 0..args.strings {
        let locale = Locale::any(&mut rng);
        let case =
            if at % 2 == 0 { positives::generate(&mut rng, locale) } else { negatives::generate(&mut rng, locale) };
        tally.count(&case);
    }
    print(&tally.into_json(&args))
}

#[derive(Default)]
struct Tally {
    by_kind: BTreeMap<&'static str, KindTally>,
    misses: Vec<Value>,
}

#[derive(Default)]
struct KindTally {
    strings: usize,
    values: usize,
    found: usize,
    findings: usize,
    right: usize,
}

impl Tally {
    fn count(&mut self, case: &Case) {
        let findings = find_personal_data(&case.text);
        let kind = self.by_kind.entry(case.kind).or_default();
        let is_right = |range: &Range<usize>| case.value.as_ref() == Some(range);
        let is_found = case.value.as_ref().is_some_and(|value| {
            value.clone().all(|byte| findings.iter().any(|finding| finding.range.contains(&byte)))
        });
        let right = findings.iter().filter(|finding| is_right(&finding.range)).count();
        kind.strings += 1;
        kind.values += usize::from(case.value.is_some());
        kind.found += usize::from(is_found);
        kind.findings += findings.len();
        kind.right += right;
        if is_found != case.value.is_some() || right != findings.len() {
            let found: Vec<&str> = findings.iter().map(|finding| &case.text[finding.range.clone()]).collect();
            self.misses.push(json!({"kind": case.kind, "text": case.text, "found": found}));
        }
    }

    fn into_json(self, args: &Args) -> Value {
        let total = |of: fn(&KindTally) -> usize| self.by_kind.values().map(of).sum::<usize>();
        let by_kind = self.by_kind.iter().map(|(name, kind)| {
            let KindTally { strings, values, found, findings, right } = kind;
            (
                (*name).to_owned(),
                json!({"strings": strings, "values": values, "found": found, "findings": findings, "right": right}),
            )
        });
        let mut figures = json!({
            "seed": args.seed,
            "strings": args.strings,
            "values": total(|kind| kind.values),
            "recall": ratio(total(|kind| kind.found), total(|kind| kind.values)),
            "precision": ratio(total(|kind| kind.right), total(|kind| kind.findings)),
            "by_kind": by_kind.collect::<serde_json::Map<_, _>>(),
        });
        if args.misses {
            figures["misses"] = self.misses.into();
        }
        figures
    }
}

/// A ratio to four digits.
fn ratio(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the counts are small")]
    let ratio = part as f64 / whole.max(1) as f64;
    (ratio * 10_000.0).round() / 10_000.0
}
