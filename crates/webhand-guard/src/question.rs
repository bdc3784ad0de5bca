//! The words of a question, built from facts: the origin first, everything a page or a brain wrote quoted and cut.

use webhand_model::{Action, Class, Facts, HeldRequest, Question, QuestionKind, TargetFacts, clean, cut, quote};

use crate::classify::{self, Need};

/// How many fields a question lists.
const MOST_FIELDS: usize = 12;

pub(crate) fn about_action(action: &Action, facts: &Facts, unmet: &[Need]) -> Question {
    let worst = unmet.iter().max_by_key(|need| need.class);
    let class = worst.map_or(Class::Policy, |need| need.class);
    let origin = worst.map(|need| need.origin.as_str()).unwrap_or_default();
    let what = what(action, facts.target.as_ref());
    let text = match class {
        Class::Read | Class::Navigate => format!("{origin}: go there and read?"),
        Class::Input => format!("{origin}: {what}, and type and click there from now on?"),
        Class::Commit => format!("{origin}: {what}? It sends something that cannot be taken back."),
        Class::Credential => format!("{origin}: {what}? It is a field for a password, a code or a card."),
        Class::File => format!("{origin}: {what}? It hands over files."),
        Class::Cross => format!("{origin}: {what}? The text was read on another site."),
        Class::Code | Class::Policy => format!("{origin}: {what}?"),
    };
    Question { kind: QuestionKind::Approval(class), text, details: details(action, facts), options: Vec::new() }
}

pub(crate) fn about_request(request: &HeldRequest) -> Question {
    let mut details = vec![format!("{} {}", request.method, shown(&request.url, 200))];
    details.extend(fields(&request.fields));
    if request.from != request.to() {
        details.push(format!("sent by {}", request.from));
    }
    Question {
        kind: QuestionKind::Approval(Class::Commit),
        text: format!("{}: let the page send this? It cannot be taken back.", request.to()),
        details,
        options: Vec::new(),
    }
}

fn what(action: &Action, target: Option<&TargetFacts>) -> String {
    let element = target.map(|target| format!(" {} {}", target.role, quoted(&target.name, 60))).unwrap_or_default();
    format!("{}{element}", action.name())
}

fn details(action: &Action, facts: &Facts) -> Vec<String> {
    let mut details = Vec::new();
    if let Action::Open { url, .. } | Action::Tab { url: Some(url), .. } = action {
        details.push(format!("address {}", shown(url.as_str(), 200)));
    }
    if let Some(target) = &facts.target {
        if let Some(form) = classify::submitted(action, target) {
            details.push(format!("{} {}", form.method.to_uppercase(), shown(&form.action, 200)));
            details.extend(fields(&form.fields));
        } else if let Some(href) = &target.href {
            details.push(format!("leads to {}", shown(href, 200)));
        }
        let secret = target.field.is_secret();
        details.extend(
            action
                .composed()
                .map(|text| if secret { "text not shown".to_owned() } else { format!("text {}", quoted(text, 200)) }),
        );
    }
    if let Action::Upload { files, .. } = action {
        details.extend(files.iter().take(MOST_FIELDS).map(|file| format!("file {}", quoted(file, 200))));
    }
    details.extend(facts.read_on.iter().map(|origin| format!("read on {origin}")));
    details
}

fn fields(fields: &[[String; 2]]) -> Vec<String> {
    let mut lines: Vec<String> = fields
        .iter()
        .take(MOST_FIELDS)
        .map(|[name, value]| format!("{} = {}", shown(name, 40), quoted(value, 120)))
        .collect();
    if fields.len() > MOST_FIELDS {
        lines.push(format!("… and {} more fields", fields.len() - MOST_FIELDS));
    }
    lines
}

fn quoted(text: &str, most: usize) -> String {
    quote(&cut(&clean(text), most))
}

fn shown(text: &str, most: usize) -> String {
    let plain: String = clean(text).chars().filter(|c| !c.is_whitespace()).collect();
    cut(&plain, most).into_owned()
}
