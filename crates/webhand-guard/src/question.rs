//! The text of a question, built from facts: the origin first, everything that a page or a brain wrote quoted and cut.

use serde_json::Value;
use webhand_model::{
    Action, ActionClass, ActionInput, Content, ContentKind, Facts, Form, HeldRequest, Origin, Question, QuestionKind,
    TargetFacts, clean, escape_unseen, quote, truncate,
};

use crate::classify::{self, Need};
use crate::login::login_form;
use crate::request_kind::RequestKind;

pub(crate) fn about_action(action: &Action, facts: &Facts, unmet: &[Need], kind: Option<&RequestKind>) -> Question {
    let worst = unmet.iter().max_by_key(|need| need.class);
    let class = worst.map_or(ActionClass::Policy, |need| need.class);
    let origin = worst.map_or_else(|| shown_origin(&Origin::opaque()), |need| shown_origin(&need.origin));
    let what = describe_action(action, facts.target.as_ref());
    let sent = facts.target.as_ref().and_then(|target| classify::submitted(action, target));
    let text = match class {
        ActionClass::Read | ActionClass::Navigate => format!("{origin}: go there and read?"),
        ActionClass::Input if action.destination().is_some() => {
            format!(
                "{origin}: go there and read? No page named this address, so what follows the ? is the brain's own."
            )
        }
        ActionClass::Input => format!("{origin}: {what}, and type and click there from now on?"),
        ActionClass::Commit if action.destination().is_some() => {
            format!("{origin}: open an address that no page named? It may change something there.")
        }
        ActionClass::Commit if sent.is_some_and(logs_in) => {
            format!("{origin}: {what}? It logs in with what the form holds.")
        }
        ActionClass::Commit if sent.is_none() && classify::uses_channel(action, facts) => {
            format!("{origin}: {what}? Its page has an open connection, whose messages cannot be held in this browser.")
        }
        ActionClass::Commit => format!("{origin}: {what}? It sends something that cannot be taken back."),
        ActionClass::Credential if sent.is_some_and(classify::puts_secret_into_address) => {
            format!("{origin}: {what}? The form puts a secret into the address, which histories and logs keep.")
        }
        ActionClass::Credential if login_form(action, facts).is_some() => {
            format!("{origin}: {what}, and log in with it?")
        }
        ActionClass::Credential => format!("{origin}: {what}? It is a field for a password, a code or a card."),
        ActionClass::File => format!("{origin}: {what}? It hands over files."),
        ActionClass::Cross => format!("{origin}: {what}? The text was read on another site."),
        ActionClass::Policy if !facts.cautions.is_empty() => {
            format!("{origin}: {what}? The provider of the model wants you to decide.")
        }
        ActionClass::Code | ActionClass::Policy => format!("{origin}: {what}?"),
    };
    let form = sent.or_else(|| login_form(action, facts));
    Question {
        kind: QuestionKind::Approval(class),
        text,
        details: details(action, facts),
        content: form.map(|form| shown_whole(&form.fields)).unwrap_or_default(),
        this_kind: kind.map(RequestKind::in_words),
        ..Question::default()
    }
}

fn logs_in(form: &Form) -> bool {
    form.content.as_ref().is_some_and(Content::has_credential)
}

pub(crate) fn about_request(request: &HeldRequest, kind: Option<&RequestKind>) -> Question {
    let why = if logs_in_by(request) { "It logs in with what the page holds." } else { "It cannot be taken back." };
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: format!("{}: let the page send this? {why}", shown_origin(&request.to())),
        details: request_details(request),
        content: shown_whole(&request.fields),
        this_kind: kind.map(RequestKind::in_words),
        options: Vec::new(),
    }
}

/// How many requests, from the first on, one question can show.
pub(crate) fn shown_together<'a>(requests: impl Iterator<Item = &'a HeldRequest>) -> usize {
    let mut lines = 0;
    let fits = |request: &&HeldRequest| {
        lines += request_details(request).len();
        lines <= MOST_LINES_TOGETHER
    };
    requests.take_while(fits).count().max(1)
}

/// Requests of one action to one site; `kinds` holds the kind of each where all may be allowed for the rest of the run.
pub(crate) fn about_requests(requests: &[&HeldRequest], kinds: &[&RequestKind]) -> Question {
    let [first, further @ ..] = requests else { return Question::default() };
    if further.is_empty() {
        return about_request(first, kinds.first().copied());
    }
    let why = if requests.iter().any(|request| logs_in_by(request)) {
        "One logs in with what the page holds."
    } else {
        "They cannot be taken back."
    };
    let mut kinds: Vec<String> = kinds.iter().map(|kind| kind.in_words()).collect();
    kinds.dedup();
    // The uncut values of all requests stand in one list, so each request begins with a line of its own.
    let title = |request: &HeldRequest| [String::new(), format!("{} {}", request.method, request.url)];
    let content: Vec<_> =
        requests.iter().flat_map(|request| std::iter::once(title(request)).chain(request.fields.clone())).collect();
    Question {
        kind: QuestionKind::Approval(ActionClass::Commit),
        text: format!("{}: let the page send these {} requests? {why}", shown_origin(&first.to()), requests.len()),
        details: requests.iter().flat_map(|request| request_details(request)).collect(),
        content: shown_whole(&content),
        this_kind: Some(kinds.join("; and ")).filter(|kinds| !kinds.is_empty()),
        options: Vec::new(),
    }
}

/// The details of one request: what it sends, where to and by whom.
fn request_details(request: &HeldRequest) -> Vec<String> {
    let mut details = vec![format!("{} {}", shown(&request.method, 20), shown(&request.url, 200))];
    details.extend(fields(&request.fields, request.content.as_ref()));
    if request.from != request.to() {
        details.push(format!("sent by {}", shown_origin(&request.from)));
    }
    details
}

fn logs_in_by(request: &HeldRequest) -> bool {
    request.content.as_ref().is_some_and(Content::has_credential)
}

/// A page goes to an origin that the run may not read, or takes text of another site along.
pub(crate) fn about_navigation(request: &HeldRequest, carried_from: &[Origin]) -> Question {
    let to = shown_origin(&request.to());
    let mut details = vec![format!("address {}", shown(&request.url, 200))];
    details.push(format!("sent there by {}", shown_origin(&request.from)));
    details.extend(at_most(carried_from, "sites", |origin| format!("carries text of {}", shown_origin(origin))));
    let (class, text) = if carried_from.is_empty() {
        (ActionClass::Navigate, format!("{to}: go there and read?"))
    } else {
        (ActionClass::Cross, format!("{to}: go there? The address carries text of another site."))
    };
    Question { kind: QuestionKind::Approval(class), text, details, ..Question::default() }
}

fn describe_action(action: &Action, target: Option<&TargetFacts>) -> String {
    let element =
        target.map(|target| format!(" {} {}", shown(&target.role, 30), quoted(&target.name, 60))).unwrap_or_default();
    format!("{}{element}", action.name())
}

fn details(action: &Action, facts: &Facts) -> Vec<String> {
    let mut details = Vec::new();
    if let Some(url) = action.destination() {
        details.push(format!("address {}", shown(url.as_str(), 200)));
    }
    if let Some(target) = &facts.target {
        if let Some(form) = classify::submitted(action, target).or_else(|| login_form(action, facts)) {
            let method = shown(&form.method.to_uppercase(), 20);
            if form.method == "get" && classify::submitted(action, target).is_none() {
                let to = shown_origin(&Origin::from_url(&form.action));
                details.push(format!("its page may send this to {to}, once"));
            } else {
                details.push(format!("{method} {}", shown(&form.action, 200)));
            }
            details.extend(fields(&fields_but_filled(form), form.content.as_ref()));
        } else if let Some(href) = &target.href {
            details.push(format!("leads to {}", shown(href, 200)));
        }
    }
    if facts.target.as_ref().is_some_and(|target| target.field.is_secret()) {
        details.push("text not shown".to_owned());
    } else {
        details.extend(arguments(action));
    }
    if classify::uses_channel(action, facts) {
        details.push("messages of open connections of this site are not asked about from then on".to_owned());
    }
    details.extend(at_most(&facts.cautions, "reasons", |why| format!("it says {}", quoted(why, 300))));
    details.extend(at_most(&facts.read_on, "sites", |origin| format!("read on {}", shown_origin(origin))));
    details
}

/// The arguments of an action: the text to enter or the files to hand over.
fn arguments(action: &Action) -> Vec<String> {
    if let ActionInput::Files(files) = action.input() {
        return at_most(files, "files", |file| format!("file {}", quoted(file, 200)));
    }
    let arguments = action.arguments().into_iter().filter(|(name, _)| !SHOWN_OTHERWISE.contains(&name.as_str()));
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    arguments.map(|(name, value)| format!("{name} {}", quoted(&text(&value), 200))).collect()
}

fn fields(fields: &[[String; 2]], content: Option<&Content>) -> Vec<String> {
    let is_token = |name: &str| {
        content.is_some_and(|content| content.fields.iter().any(|f| f.name == *name && f.kind == ContentKind::Token))
    };
    let called = |name: &str| if name.is_empty() { "body".to_owned() } else { shown(name, 40) };
    at_most(fields, "fields", |[name, value]| {
        if is_token(name) {
            return format!("{} = token, new at each load", called(name));
        }
        format!("{} = {}", called(name), beginning(value))
    })
}

/// The fields of a form without those that are empty until the action fills in a password or a code: that they are empty
/// now would only confuse.
fn fields_but_filled(form: &Form) -> Vec<[String; 2]> {
    let is_secret = |kind| matches!(kind, ContentKind::Password | ContentKind::OneTimeCode);
    let is_filled = |[name, value]: &&[String; 2]| {
        let mut filled = form.filled.iter().flat_map(|content| &content.fields);
        value.is_empty() && filled.any(|field| field.name == *name && is_secret(field.kind))
    };
    form.fields.iter().filter(|field| !is_filled(field)).cloned().collect()
}

/// Everything that would be sent, uncut; characters that change how a text is read are written as their numbers.
fn shown_whole(fields: &[[String; 2]]) -> Vec<[String; 2]> {
    fields.iter().map(|field| field.each_ref().map(|text| escape_unseen(text))).collect()
}

/// A value, or its beginning and length.
fn beginning(value: &str) -> String {
    let length = value.chars().count();
    if length <= MOST_VALUE {
        return quoted(value, MOST_VALUE);
    }
    let more = if value.ends_with('…') { "more than " } else { "" };
    format!("{} ({more}{length} characters)", quoted(value, MOST_VALUE))
}

/// One line for each of the first entries, and a line with the number of the others.
fn at_most<T>(entries: &[T], called: &str, line: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = entries.iter().take(MOST_LINES).map(line).collect();
    if entries.len() > MOST_LINES {
        lines.push(format!("… and {} more {called}", entries.len() - MOST_LINES));
    }
    lines
}

fn quoted(text: &str, most: usize) -> String {
    quote(&truncate(&clean(text), most))
}

fn shown(text: &str, most: usize) -> String {
    let plain: String = clean(text).chars().filter(|c| !c.is_whitespace()).collect();
    truncate(&plain, most).into_owned()
}

/// An origin cut at its beginning, because its end says whose it is.
pub(crate) fn shown_origin(origin: &Origin) -> String {
    if *origin == Origin::opaque() {
        return "no site".to_owned();
    }
    let beyond = origin.as_str().chars().count().saturating_sub(MOST_ORIGIN);
    let end: String = origin.as_str().chars().skip(beyond).collect();
    if beyond > 0 { format!("…{end}") } else { end }
}

/// How many fields, files or sites a question lists.
const MOST_LINES: usize = 30;
/// How much of a value a question shows.
const MOST_VALUE: usize = 300;
/// How many lines a question about several requests has at most; further requests are asked about in another one.
const MOST_LINES_TOGETHER: usize = 60;
const MOST_ORIGIN: usize = 100;
/// Arguments that a question shows in another way, or that only a brain can read.
const SHOWN_OTHERWISE: [&str; 6] = ["ref", "url", "from", "to", "x", "y"];
