//! Checks what a brain claims when it says that it is done: the figures of its answer and the words of its evidence.
//!
//! A figure is believed if the run has seen it, if it follows from what the run has seen, if it was read off a picture of the
//! run, or if it only numbers a list or is a bare number up to ten. Words given as evidence must have been seen. Free prose
//! and translated names are not checked.

mod date_words;
mod derivation;
mod figure;
mod plain_text;
mod seen_texts;
mod units;

use webhand_model::{Derivation, DerivedFigure, EvidenceClaim, EvidenceLine, truncate};

use derivation::follows;
use figure::{Figure, Reading, figures, is_part_of};
pub(crate) use seen_texts::SeenTexts;

/// The findings of a check.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ClaimCheck {
    /// The brain's evidence with its marks.
    pub(crate) lines: Vec<EvidenceLine>,
    /// The figures and words that the answer or the evidence has and nothing in the run shows.
    pub(crate) unseen: Vec<String>,
}

/// The greatest bare number that needs no proof.
const SMALL: f64 = 10.0;
const MOST_LINES: usize = 20;
const MOST_LINE: usize = 300;

/// Checks an answer and its evidence against what the run has seen.
pub(crate) fn check_claim(answer: &str, evidence: &[EvidenceClaim], seen: &SeenTexts) -> ClaimCheck {
    let mut lines = Vec::new();
    let mut unseen = Vec::new();
    let mut derived = Vec::new();
    for claim in evidence.iter().take(MOST_LINES) {
        let (is_shown, line) = match claim {
            EvidenceClaim::Seen(words) => match on_picture(words) {
                Some(number) => {
                    let is_shown = seen.has_picture(number);
                    if is_shown {
                        derived.extend(figures(words));
                    }
                    (is_shown, words.clone())
                }
                None => (has_quoted_words(seen, words), words.clone()),
            },
            EvidenceClaim::Derived(figure) => {
                let is_shown = follows(figure, seen, &derived);
                if is_shown {
                    derived.extend(figures(&figure.value));
                }
                (is_shown, describe_derived(figure))
            }
        };
        let line = truncate(&line, MOST_LINE).into_owned();
        if is_shown {
            lines.push(EvidenceLine::Seen(line));
        } else {
            unseen.push(line.clone());
            lines.push(EvidenceLine::Claimed { claimed: line });
        }
    }
    unseen.extend(unseen_figures(answer, seen, &derived));
    ClaimCheck { lines, unseen }
}

/// The figures of an answer that are neither seen nor derived.
fn unseen_figures(answer: &str, seen: &SeenTexts, derived: &[Figure]) -> Vec<String> {
    let mut unseen: Vec<String> = Vec::new();
    let mut settled: Option<Figure> = None;
    for figure in figures(answer) {
        if settled.as_ref().is_some_and(|longer| is_part_of(&figure, longer)) {
            continue;
        }
        let is_believed = is_believed(&figure, seen, derived);
        // The words of a spaced number may be numbers of their own; those of a date or a time are not.
        if !is_believed && figure.has_several_words() && !is_of_time(&figure) {
            continue;
        }
        if !is_believed && !unseen.contains(&figure.written) && unseen.len() < MOST_LINES {
            unseen.push(figure.written.clone());
        }
        settled = Some(figure);
    }
    unseen
}

fn is_believed(figure: &Figure, seen: &SeenTexts, derived: &[Figure]) -> bool {
    let is_small = figure.is_bare && figure.number().is_some_and(|number| number <= SMALL);
    let is_derived = || derived.iter().any(|other| !other.readings.is_disjoint(&figure.readings));
    let is_compound = || {
        !is_of_time(figure)
            && figure.parts.len() > 1
            && figure.parts.iter().all(|part| is_believed(part, seen, derived))
    };
    figure.is_numbering || is_small || seen.has_figure(figure) || is_derived() || is_compound()
}

/// Whether a figure is a time of day or a date with a year, whose parts alone prove nothing.
fn is_of_time(figure: &Figure) -> bool {
    figure.readings.iter().any(|reading| match reading {
        Reading::Time(_) => true,
        Reading::Date(date) => date.year.is_some() || figure.has_several_words(),
        Reading::Number(_) | Reading::Code(_) => false,
    })
}

/// Whether words of evidence were seen: all of them together, else all that stand in quotes, else each part between
/// separators.
fn has_quoted_words(seen: &SeenTexts, words: &str) -> bool {
    let quoted: Vec<&str> = quoted_parts(words);
    let parts: Vec<&str> = words.split(SEPARATORS).filter(|part| part.contains(char::is_alphanumeric)).collect();
    let all = |parts: &[&str]| parts.iter().all(|part| seen.has_words(part));
    seen.has_words(words) || (!quoted.is_empty() && all(&quoted)) || (parts.len() > 1 && all(&parts))
}

/// The number of the picture on which evidence was seen: `Sales 88 % (seen in picture 3)`.
fn on_picture(words: &str) -> Option<f64> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let at =
        words.windows(3).position(|three| three[0].ends_with("seen") && three[1] == "in" && three[2] == "picture")?;
    figures(words.get(at + 3)?).first()?.number()
}

/// The parts of a text that stand in quotation marks.
fn quoted_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(OPENING) {
        let Some(mark) = rest[start..].chars().next() else { break };
        let inner = &rest[start + mark.len_utf8()..];
        let Some(end) = inner.find(CLOSING) else { break };
        let Some(close) = inner[end..].chars().next() else { break };
        if inner[..end].contains(char::is_alphanumeric) {
            parts.push(&inner[..end]);
        }
        rest = &inner[end + close.len_utf8()..];
    }
    parts
}

const OPENING: [char; 4] = ['"', '“', '„', '«'];
const CLOSING: [char; 4] = ['"', '”', '“', '»'];
const SEPARATORS: [char; 12] = [':', ';', '—', '–', '|', '·', '→', '=', '(', ')', '…', '\n'];

fn describe_derived(figure: &DerivedFigure) -> String {
    let DerivedFigure { value, how, from } = figure;
    let from = from.join(", ");
    let how = match how {
        Derivation::Sum => "the sum of",
        Derivation::Difference => "the difference of",
        Derivation::Product => "the product of",
        Derivation::Ratio => "the ratio of",
        Derivation::Count => "the count of",
        Derivation::Convert => "converted from",
        Derivation::Date => "the date by",
        Derivation::Picture if from.is_empty() => return format!("{value}: seen in a picture"),
        Derivation::Picture => "seen in picture",
    };
    format!("{value}: {how} {from}")
}
