//! Renders the items of a step.

use webhand_model::{
    ActionClass, Approver, Outcome, OutcomeStatus, PersonReply, Question, QuestionKind, RequestRecord, SentKind,
    SentRequest,
};

use super::html::Html;
use super::timeline::{PerformedAction, TimelineItem};
use super::{PictureUrls, screenshot, unbroken};
use crate::display;

/// The items of a step as a list; empty if there are none.
pub fn render_items(items: &[TimelineItem], pictures: &PictureUrls) -> Html {
    let items: Html = items.iter().map(|item| render_item(item, pictures)).collect();
    if items.is_empty() { items } else { Html::element("ol", "moments", items) }
}

fn render_item(item: &TimelineItem, pictures: &PictureUrls) -> Html {
    match item {
        TimelineItem::Action(act) => render_action(act, pictures),
        TimelineItem::Request { request, release, outcome } => {
            let (sign, class, what) =
                if *release { ("✓", "good", "Sent") } else { ("⊘", "held", "Stopped before it was sent") };
            let line = signed(
                sign,
                class,
                Html::element(
                    "span",
                    "",
                    Html::element("strong", "", what).and(": ").and(code(&display::request(request))),
                ),
            );
            let fields: Html =
                request.fields.iter().take(MOST_FIELDS).map(|[name, value]| field(name, value)).collect();
            let fields = if fields.is_empty() { fields } else { Html::element("dl", "fields", fields) };
            let inside = fields.and(outcome.as_ref().map(render_outcome).unwrap_or_default());
            let open: &[(&'static str, &str)] = if *release { &[] } else { &[("open", "")] };
            let folded = Html::element("summary", "", line).and(inside);
            Html::element("li", class, Html::element_with("details", open, folded))
        }
        TimelineItem::Question { question, reply } => {
            Html::element("li", "asked", render_question(question, reply.as_ref()))
        }
        TimelineItem::Problem(text) => Html::element("li", "bad", signed("✗", "bad", Html::text(text))),
        TimelineItem::Remark(text) => Html::element("li", "remark", *text),
        TimelineItem::Told(text) => Html::element("li", "remark", format!("The person said: {text}")),
    }
}

fn render_action(act: &PerformedAction, pictures: &PictureUrls) -> Html {
    let (sign, class) = match act.outcome.as_ref().map(|outcome| outcome.status) {
        Some(OutcomeStatus::Done) => ("✓", "good"),
        Some(OutcomeStatus::Failed(_)) => ("✗", "bad"),
        Some(OutcomeStatus::Refused) => ("⊘", "held"),
        Some(OutcomeStatus::InDoubt) | None => ("?", "held"),
    };
    let number = Html::element("b", "number", act.number.to_string());
    let took = act.took.map(|took| unbroken(&display::duration(took))).unwrap_or_default();
    let by = match act.by {
        Approver::Person => "allowed by the person",
        Approver::Policy => "allowed by the policy",
        Approver::Unknown => "allowed, not known by whom",
    };
    let number = number.and(" ").and(Html::element("span", "what", act.words.as_str()));
    let line = signed(sign, class, number.and(Html::element("span", "took", took)));
    let verdict = Html::element("p", "verdict", format!("{} · {by}", class_in_words(act.class)));
    let outcome = match &act.outcome {
        Some(outcome) => {
            render_outcome(outcome).and(render_sent(outcome)).and(render_requests(outcome)).and(render_console(outcome))
        }
        None => Html::element("p", "told", "Its outcome was never learned: it may or may not have happened."),
    };
    let picture = act.outcome.as_ref().and_then(|outcome| outcome.picture.as_deref());
    let picture = picture
        .map(|name| screenshot::requested_figure(name, "The picture that was taken", pictures))
        .unwrap_or_default();
    let summary = Html::element("summary", "", line);
    let inside = summary.and(verdict).and(outcome).and(picture);
    // An action that went wrong is open, so that it is read at once.
    let open: &[(&'static str, &str)] = if class == "good" { &[] } else { &[("open", "")] };
    Html::element("li", class, Html::element_with("details", open, inside))
}

/// The requests that left the browser with an action.
fn render_sent(outcome: &Outcome) -> Html {
    let changes = display::changes(outcome, None);
    let changes = if changes.is_empty() { Html::default() } else { Html::element("li", "", changes) };
    let sent = |sent: &SentRequest| {
        let times = if sent.count > 1 { format!(" ({} times)", sent.count) } else { String::new() };
        let kind = match sent.kind {
            SentKind::Socket => "connection to",
            SentKind::Unresolved => "name left to the proxy:",
            SentKind::Navigation | SentKind::Request | SentKind::Frame | SentKind::Resource | SentKind::Further => {
                sent.method.as_str()
            }
        };
        let what = format!("{kind} {}{times}", display::one_line(&sent.url, 160));
        Html::element("li", "", code(what.trim()))
    };
    let lines = changes.and(outcome.sent.iter().take(MOST_SENT).map(sent).collect::<Html>());
    if lines.is_empty() { lines } else { Html::element("ul", "sent", lines) }
}

/// The requests that ended with an action, those that failed first.
fn render_requests(outcome: &Outcome) -> Html {
    let requests = &outcome.requests;
    if requests.is_empty() {
        return Html::default();
    }
    let failed = requests.iter().filter(|request| request.is_failed()).count();
    let count = display::count(requests.len() as u64, "request");
    let summary = if failed == 0 { count } else { format!("{count}, {failed} failed") };
    let mut sorted: Vec<&RequestRecord> = requests.iter().collect();
    sorted.sort_by_key(|request| (!request.is_failed(), !request.is_content()));
    let line = |request: &RequestRecord| {
        let status = request.status.map_or_else(|| "–".to_owned(), |status| status.to_string());
        let class = if request.is_failed() { "status bad" } else { "status" };
        let why = request.failure.as_ref().map(|why| format!(" {}", display::one_line(why, 80))).unwrap_or_default();
        let what = format!("{} {}", request.method, display::one_line(&request.url, 160));
        let took = Html::element("span", "took", unbroken(&display::duration(request.took)));
        let line = Html::element("span", class, status).and(code(&what)).and(Html::text(why)).and(took);
        Html::element("li", "request", line)
    };
    let further = requests.len().saturating_sub(MOST_REQUESTS);
    let further = if further == 0 { Html::default() } else { Html::element("li", "", format!("and {further} more")) };
    let lines = sorted.into_iter().take(MOST_REQUESTS).map(line).collect::<Html>().and(further);
    let inside = Html::element("summary", "", summary).and(Html::element("ul", "requests", lines));
    Html::element("details", if failed == 0 { "told" } else { "told failed" }, inside)
}

/// The lines that the pages wrote to their consoles.
fn render_console(outcome: &Outcome) -> Html {
    if outcome.console.is_empty() {
        return Html::default();
    }
    let summary = format!("Console, {}", display::count(outcome.console.len() as u64, "line"));
    let is_error = outcome.console.iter().any(|line| line.starts_with("[error]"));
    let lines = outcome.console.join("\n");
    let lines = Html::element_with("pre", &[("tabindex", "0")], display::multi_line(&lines));
    let inside = Html::element("summary", "", summary).and(lines);
    Html::element("details", if is_error { "told failed" } else { "told" }, inside)
}

/// The text of an outcome; long texts are folded.
fn render_outcome(outcome: &Outcome) -> Html {
    let text = display::paragraphs(&outcome.text);
    if text.is_empty() {
        return Html::default();
    }
    if text.chars().count() <= MOST_TOLD && !text.contains('\n') {
        return Html::element("p", "told", text);
    }
    let summary = Html::element("summary", "", display::one_line(&text, MOST_TOLD / 2));
    // The element scrolls, so it must be reachable by keyboard.
    let whole = webhand_model::truncate(&text, MOST_UNFOLDED).into_owned();
    let whole = Html::element_with("pre", &[("tabindex", "0")], whole);
    Html::element("details", "told", summary.and(whole))
}

fn render_question(question: &Question, reply: Option<&PersonReply>) -> Html {
    let who = match question.kind {
        QuestionKind::Approval(class) => format!("The guard asked ({})", class_in_words(class)),
        QuestionKind::HandOver(_) => "The person had the browser".to_owned(),
        QuestionKind::Budget => "What it was given was spent".to_owned(),
        QuestionKind::Debugger => "The run asked for the browser's debugger".to_owned(),
        QuestionKind::Brain => "The brain asked".to_owned(),
        QuestionKind::Secret(_) => "The brain asked for a secret".to_owned(),
    };
    let text = Html::element("p", "question", display::one_line(&question.text, 1_000));
    let line = |text: &String| Html::element("li", "", code(&display::one_line(text, 300)));
    let details: Html = question.details.iter().chain(&question.options).map(line).collect();
    let details = if details.is_empty() { details } else { Html::element("ul", "details", details) };
    let (class, answer) = match reply {
        Some(PersonReply::YesToKind) => ("reply good", "Answer: yes, to this kind for the rest of the run".to_owned()),
        Some(PersonReply::Yes) => ("reply good", "Answer: yes".to_owned()),
        Some(PersonReply::No) => ("reply held", "Answer: no".to_owned()),
        Some(PersonReply::Entered) => ("reply good", "Entered; it is not kept".to_owned()),
        Some(PersonReply::Text(text)) => ("reply", format!("Answer: {}", display::one_line(text, 500))),
        None => ("reply held", "Not answered".to_owned()),
    };
    Html::element("p", "who", who).and(text).and(details).and(Html::element("p", class, answer))
}

fn signed(sign: &'static str, class: &'static str, inside: Html) -> Html {
    let word = match class {
        "good" => "Done: ",
        "bad" => "Failed: ",
        _ => "Held back or in doubt: ",
    };
    let sign = Html::element_with("span", &[("class", "sign"), ("aria-hidden", "true")], sign);
    Html::element(
        "span",
        "line",
        sign.and(Html::element("span", "unseen", word)).and(Html::element("span", "body", inside)),
    )
}

fn field(name: &str, value: &str) -> Html {
    Html::element("dt", "", display::one_line(name, 60)).and(Html::element("dd", "", display::one_line(value, 200)))
}

fn code(text: &str) -> Html {
    Html::element("code", "", text)
}

fn class_in_words(class: ActionClass) -> &'static str {
    match class {
        ActionClass::Read => "reads",
        ActionClass::Navigate => "goes somewhere",
        ActionClass::Input => "types or clicks",
        ActionClass::Commit => "leaves a mark elsewhere",
        ActionClass::Credential => "enters a secret",
        ActionClass::File => "hands over files",
        ActionClass::Code => "runs a script",
        ActionClass::Cross => "carries text between sites",
        ActionClass::Policy => "changes what is allowed",
    }
}

const MOST_FIELDS: usize = 20;
const MOST_SENT: usize = 12;
const MOST_REQUESTS: usize = 30;
const MOST_TOLD: usize = 240;
const MOST_UNFOLDED: usize = 6_000;
