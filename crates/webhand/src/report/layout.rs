//! The layout of the page: task, result and timeline.

use webhand_model::{ApprovalMode, EvidenceLine, RunId, RunOutcome};

use super::html::Html;
use super::markdown::render_markdown;
use super::timeline::{StepPage, StepResult, Timeline, TimelineStep};
use super::{PictureUrls, picture_styles, screenshot, timeline_items, unbroken};
use crate::display;

pub fn render_page(run: &RunId, timeline: &Timeline, pictures: &PictureUrls) -> Html {
    let task = timeline.task.as_ref().map(|task| display::one_line(&task.text, 2_000)).unwrap_or_default();
    let title = Html::element("title", "", format!("{} · webhand", display::one_line(&task, 70)));
    let head = Html::fixed(HEAD)
        .and(title)
        .and(Html::fixed("<style>\n"))
        .and(Html::fixed(STYLE))
        .and(picture_styles(pictures))
        .and(Html::fixed("</style>\n"));
    let main =
        render_header(run, timeline, &task).and(render_result(timeline)).and(render_timeline(timeline, pictures));
    let body = Html::element_with("main", &[("id", "main")], main).and(render_footer());
    let body = Html::fixed("<a class=\"skip\" href=\"#timeline\">Skip to what happened</a>").and(body);
    let html = Html::element("head", "", head).and(Html::element("body", "", body));
    Html::fixed("<!doctype html>\n").and(Html::element_with("html", &[("lang", "en")], html))
}

fn render_header(run: &RunId, timeline: &Timeline, task: &str) -> Html {
    let (class, word) = outcome(timeline);
    let brand = Html::fixed(LOGO).and(Html::element("span", "", "webhand")).and(Html::element(
        "span",
        "kind",
        if timeline.is_shared { "report of a run, without personal data" } else { "report of a run" },
    ));
    let mut facts = vec![
        ("When", display::local_date(timeline.started)),
        ("Steps", timeline.totals.steps.to_string()),
        ("Time", display::duration(timeline.totals.millis)),
    ];
    if timeline.totals.tokens() > 0 {
        facts.push(("Tokens", display::tokens(&timeline.totals.usage)));
        facts.push(("Cost", display::cost(&timeline.totals.usage)));
    }
    if let Some(task) = &timeline.task {
        facts.push(("Brain", display::one_line(&task.brain, 80)));
        facts.push(("Mode", mode(task.mode).to_owned()));
        facts.extend(task.start.iter().map(|url| ("Began at", display::one_line(url.as_str(), 200))));
        let grants: Vec<_> =
            task.grants.iter().map(|grant| display::one_line(&grant.origins.to_string(), 80)).collect();
        if !grants.is_empty() {
            facts.push(("Granted", grants.join(", ")));
        }
    }
    facts.push(("Run", run.short().to_owned()));
    let fact = |(name, value): &(&'static str, String)| {
        Html::element("div", "", Html::element("dt", "", *name).and(Html::element("dd", "", value.as_str())))
    };
    let facts: Html = facts.iter().map(fact).collect();
    let inside = Html::element("p", "brand", brand)
        .and(Html::element_with("p", &[("class", class)], word))
        .and(Html::element("h1", "", task))
        .and(Html::element("dl", "facts", facts));
    Html::element("header", "", inside)
}

/// The outcome of the run, as a class of the style sheet and in a word.
fn outcome(timeline: &Timeline) -> (&'static str, &'static str) {
    match (&timeline.ending, &timeline.open) {
        (Some(RunOutcome::Done { .. }), _) => ("badge good", "Done"),
        (Some(RunOutcome::Refused { .. }), _) => ("badge held", "Refused"),
        (Some(RunOutcome::InDoubt { .. }), _) => ("badge held", "In doubt"),
        (Some(RunOutcome::Unproven { .. }), _) => ("badge held", "Not proven"),
        (Some(RunOutcome::Partly { .. }), _) => ("badge held", "Done in part"),
        (Some(RunOutcome::Cancelled), _) => ("badge held", "Cancelled"),
        (
            Some(
                RunOutcome::Failed { .. }
                | RunOutcome::StepLimit { .. }
                | RunOutcome::BudgetSpent { .. }
                | RunOutcome::TooManyErrors { .. },
            ),
            _,
        ) => ("badge bad", "Failed"),
        (None, Some(_)) => ("badge held", "Waiting for a person"),
        (None, None) => ("badge held", "Not finished"),
    }
}

fn mode(mode: ApprovalMode) -> &'static str {
    match mode {
        ApprovalMode::Autonomous => "autonomous",
        ApprovalMode::Careful => "careful",
    }
}

fn lines_of(evidence: &[EvidenceLine]) -> Vec<String> {
    evidence.iter().map(|line| display::evidence_line(line, 500)).collect()
}

fn render_result(timeline: &Timeline) -> Html {
    let (heading, text, evidence) = match (&timeline.ending, &timeline.open) {
        (Some(RunOutcome::Done { answer, evidence }), _) => ("Answer", answer.clone(), lines_of(evidence)),
        (Some(ending @ (RunOutcome::Unproven { evidence, .. } | RunOutcome::Partly { evidence, .. })), _) => {
            ("Answer", ending.in_words(), lines_of(evidence))
        }
        (Some(ending), _) => ("How it ended", ending.in_words(), Vec::new()),
        (None, Some(question)) => ("It waits for an answer", question.text.clone(), question.details.clone()),
        (None, None) => return Html::default(),
    };
    let lines: Html = evidence.iter().map(|line| Html::element("li", "", display::one_line(line, 500))).collect();
    let label = if matches!(
        timeline.ending,
        Some(RunOutcome::Done { .. } | RunOutcome::Unproven { .. } | RunOutcome::Partly { .. })
    ) {
        "Evidence"
    } else {
        "Details"
    };
    let lines = if lines.is_empty() {
        lines
    } else {
        Html::element("h3", "", label).and(Html::element("ul", "evidence", lines))
    };
    let inside = Html::element_with("h2", &[("id", "result")], heading)
        .and(Html::element("div", "answer", render_markdown(&text)))
        .and(lines);
    Html::element_with("section", &[("class", "card result"), ("aria-labelledby", "result")], inside)
}

fn render_timeline(timeline: &Timeline, pictures: &PictureUrls) -> Html {
    let shown: Vec<&TimelineStep> =
        timeline.steps.iter().filter(|step| step.page.is_some() || !step.items.is_empty()).collect();
    let mut steps = Html::default();
    let mut number = 0;
    for (at, step) in shown.iter().enumerate() {
        number += usize::from(step.page.is_some());
        let after = shown[at + 1..].iter().find_map(|next| next.page.as_ref());
        steps = steps.and(render_step(step, number, after, timeline.started, pictures));
    }
    let heading = Html::element_with("h2", &[("id", "timeline")], "What happened");
    let inside = heading.and(render_strip(&shown, timeline)).and(Html::element("ol", "steps", steps));
    Html::element_with("section", &[("aria-labelledby", "timeline")], inside)
}

/// A bar with a part for each step, as wide as the step took, and a way to what failed.
fn render_strip(steps: &[&TimelineStep], timeline: &Timeline) -> Html {
    let mut number = 0;
    let mut parts = Html::default();
    let mut failed = None;
    for (at, step) in steps.iter().enumerate() {
        number += usize::from(step.page.is_some());
        let end = steps.get(at + 1).map_or(timeline.totals.millis, |next| next.at.0);
        let took = end.saturating_sub(step.at.0);
        let class = result_class(step.result());
        let (place, width) = (format!("#step-{number}"), format!("flex-grow:{}", took.max(1)));
        let title = format!("Step {number}, {}", display::duration(took));
        let attributes =
            [("href", place.as_str()), ("style", &width), ("class", class), ("title", &title), ("aria-label", &title)];
        parts = parts.and(Html::element_with("a", &attributes, step_sign(step, number)));
        if failed.is_none() && step.result() == StepResult::Failed {
            failed = Some(number);
        }
    }
    let strip = Html::element_with("nav", &[("class", "strip"), ("aria-label", "Steps by time")], parts);
    let jump = failed.map(|number| {
        let place = format!("#step-{number}");
        Html::element("p", "jump", Html::element_with("a", &[("href", &place)], "Jump to what failed first"))
    });
    strip.and(jump.unwrap_or_default())
}

fn result_class(result: StepResult) -> &'static str {
    match result {
        StepResult::Good => "good",
        StepResult::Held => "held",
        StepResult::Failed => "bad",
    }
}

fn render_step(
    step: &TimelineStep,
    number: usize,
    after: Option<&StepPage>,
    started: u64,
    pictures: &PictureUrls,
) -> Html {
    let (heading, about) = match &step.page {
        Some(seen) => {
            let title = if seen.title.is_empty() { "(no title)" } else { &seen.title };
            let elements = display::count(seen.elements.try_into().unwrap_or(u64::MAX), "element");
            let about = Html::element("span", "url", seen.url.as_str())
                .and(format!(" · {elements} · "))
                .and(unbroken(&display::local_time(started.saturating_add(step.at.0))))
                .and(unbroken(&format!(" (+{})", display::duration(step.at.0))));
            (title.to_owned(), Html::element("p", "about", about))
        }
        None => ("Beginning".to_owned(), Html::default()),
    };
    let badge =
        Html::element_with("span", &[("class", "step-number"), ("aria-hidden", "true")], step_sign(step, number));
    let unseen = step.page.is_some().then(|| Html::element("span", "unseen", format!("Step {number}: ")));
    let heading = Html::element("h3", "", unseen.unwrap_or_default().and(heading));
    let text = heading
        .and(about)
        .and(render_said(step))
        .and(timeline_items::render_items(&step.items, pictures))
        .and(render_seen(step));
    let looks = screenshot::step_figures(step, after, number, pictures);
    let card = Html::element("article", "card", Html::element("div", "text", text).and(looks));
    Html::element_with("li", &[("class", "step"), ("id", &format!("step-{number}"))], badge.and(card))
}

/// The number of a step; a step before the first look has none.
fn step_sign(step: &TimelineStep, number: usize) -> String {
    if step.page.is_some() { number.to_string() } else { "·".to_owned() }
}

fn render_said(step: &TimelineStep) -> Html {
    if step.said.is_empty() {
        return Html::default();
    }
    let spent = step.usage.tokens() > 0;
    let cost = if spent { Html::element("span", "cost", display::usage(&step.usage)) } else { Html::default() };
    if step.said.chars().count() <= SHORT_SAID && !step.said.contains('\n') {
        return Html::element("blockquote", "said", Html::element("p", "", step.said.as_str()).and(cost));
    }
    let first = Html::element("summary", "", display::one_line(&step.said, SHORT_SAID));
    let whole = first.and(Html::element("p", "", step.said.as_str())).and(cost);
    Html::element("blockquote", "said", Html::element("details", "", whole))
}

/// The page as a model is shown it, on demand.
fn render_seen(step: &TimelineStep) -> Html {
    let Some(seen) = step.page.as_ref().filter(|seen| !seen.text.is_empty()) else { return Html::default() };
    let summary = Html::element("summary", "", "What the brain was shown");
    let text = Html::element_with("pre", &[("tabindex", "0")], display::multi_line(&seen.text));
    Html::element("details", "told shown", summary.and(text))
}

fn render_footer() -> Html {
    let version =
        format!("Made by webhand {}. Everything above was recorded while it happened.", env!("CARGO_PKG_VERSION"));
    Html::element("footer", "", version)
}

/// The longest saying of a brain that is not folded, in characters.
const SHORT_SAID: usize = 120;
const HEAD: &str = r#"<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
"#;
const STYLE: &str = include_str!("../../assets/report/report.css");
const LOGO: &str = r#"<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><path d="M9 27c-2-5-4-8-5-10-1-3 2-4 4-2l3 4V6c0-3 4-3 4 0v8m0-5c0-3 4-3 4 0v5m0-3c0-3 4-3 4 0v4m0-1c0-3 4-3 4 0v5c0 5-3 9-8 9h-6"/></svg>"#;
