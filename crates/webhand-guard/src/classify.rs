//! The permissions that an action needs, by its facts.

use webhand_model::{Action, ActionClass, Facts, Form, MouseVerb, Origin, TargetFacts};

use crate::Policy;
use crate::question::shown_origin;

/// One permission an action needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Need {
    pub class: ActionClass,
    /// The origin that is read, typed on or sent to.
    pub origin: Origin,
}

/// Why an action is forbidden, if no answer of the person in this run can allow it.
pub(crate) fn forbidden(action: &Action, facts: &Facts, needs: &[Need], policy: &Policy) -> Option<String> {
    let href = facts.target.as_ref().filter(|_| is_click(action)).and_then(|target| target.href.as_deref());
    if let Some(scheme) = href.and_then(foreign_scheme) {
        return Some(format!("the link belongs to another program ({scheme}:), and none is started; go on without it"));
    }
    let scripts = needs.iter().find(|need| need.class == ActionClass::Code && !policy.meets(need))?;
    Some(format!(
        "running scripts on {} is switched off; it can only be allowed beforehand, with --allow-code",
        shown_origin(&scripts.origin)
    ))
}

/// All permissions that an action needs. An action with unknown facts needs the most.
pub(crate) fn needs(action: &Action, facts: &Facts) -> Vec<Need> {
    let page = facts.origin.clone().unwrap_or_else(Origin::opaque);
    let mut needs = Vec::new();
    let mut need = |class, origin: &Origin| {
        let new = Need { class, origin: origin.clone() };
        if !needs.contains(&new) {
            needs.push(new);
        }
    };
    match action.class() {
        ActionClass::Read => {}
        ActionClass::Navigate => {
            if let Some(url) = action.destination().filter(|url| !url.is_blank()) {
                need(ActionClass::Navigate, &url.origin());
                // A query can carry data of the run away, so a query that the brain composed counts as typed text.
                if url.has_query_or_fragment() && !facts.known_link {
                    need(ActionClass::Input, &url.origin());
                }
                // Many sites delete, subscribe and log out by GET, so a guessed address counts as sending something.
                if facts.unseen_address {
                    need(ActionClass::Commit, &url.origin());
                }
            }
        }
        class @ (ActionClass::Input
        | ActionClass::Commit
        | ActionClass::File
        | ActionClass::Code
        | ActionClass::Credential
        | ActionClass::Cross
        | ActionClass::Policy) => {
            need(ActionClass::Input, &page);
            need(class, &page);
        }
    }
    if let Some(target) = &facts.target {
        if let Some(origin) = target.href.as_deref().filter(|_| is_click(action)).and_then(link_origin) {
            need(ActionClass::Navigate, &origin);
        }
        if target.field.is_secret() && enters_text(action) && !facts.entrusted {
            need(ActionClass::Credential, &page);
        }
        if let Some(form) = submitted(action, target) {
            // A GET form only requests a page; any other method may have a lasting effect on the server.
            let class = if form.method == "get" { ActionClass::Input } else { ActionClass::Commit };
            need(class, &Origin::from_url(&form.action));
        }
    }
    if !facts.read_on.is_empty() {
        if action.composed_text().is_some() {
            need(ActionClass::Cross, &page);
        } else if let Some(address) = followed(action, facts) {
            need(ActionClass::Cross, &Origin::from_url(address));
        }
    }
    if !facts.cautions.is_empty() {
        need(ActionClass::Policy, &page);
    }
    needs
}

/// The form that the action would submit, if any.
pub(crate) fn submitted<'a>(action: &Action, target: &'a TargetFacts) -> Option<&'a Form> {
    let sends =
        (is_click(action) && target.submits) || (presses_enter(action) && (target.enter_submits || target.submits));
    target.form.as_ref().filter(|form| sends && form.method != "dialog")
}

/// The address that the action opens: its own, or that of the link it activates.
pub(crate) fn followed<'a>(action: &'a Action, facts: &'a Facts) -> Option<&'a str> {
    let href = || facts.target.as_ref().filter(|_| is_click(action)).and_then(|target| target.href.as_deref());
    action.destination().map(webhand_model::WebUrl::as_str).or_else(href)
}

/// The scheme of a link that neither the browser nor its pages open.
fn foreign_scheme(href: &str) -> Option<String> {
    let (scheme, _) = href.trim_start().split_once(':')?;
    let scheme = scheme.to_ascii_lowercase();
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let is_own = matches!(scheme.as_str(), "http" | "https" | "javascript" | "about" | "blob" | "data");
    (is_scheme && !is_own).then_some(scheme)
}

/// The origin that a link leads to; `None` for a script of the page. An address without an origin (`mailto:`, `file:` …)
/// has the opaque origin, which no grant covers.
fn link_origin(href: &str) -> Option<Origin> {
    let scheme = href.trim_start().split(':').next().unwrap_or_default();
    (!scheme.eq_ignore_ascii_case("javascript")).then(|| Origin::from_url(href))
}

/// Whether the action activates an element as a click does.
fn is_click(action: &Action) -> bool {
    if let Action::Press { key, .. } = action {
        return is_enter(key) || matches!(last_key(key).as_str(), "space" | "spacebar" | "");
    }
    matches!(
        action,
        Action::Click { .. }
            | Action::Dblclick { .. }
            | Action::ClickAt { .. }
            // The click happens when the button is released.
            | Action::Mouse { action: MouseVerb::Up, .. }
            | Action::Check { .. }
            | Action::Uncheck { .. }
    )
}

fn presses_enter(action: &Action) -> bool {
    if let Action::Press { key, .. } = action {
        return is_enter(key);
    }
    matches!(action, Action::Type { text, submit, .. } if *submit == Some(true) || text.contains(['\n', '\r']))
}

fn is_enter(key: &str) -> bool {
    matches!(last_key(key).as_str(), "enter" | "numpadenter" | "return") || key.contains(['\n', '\r'])
}

/// The key of a chord without its modifiers: `enter` of `Control+Enter`; empty for a blank.
fn last_key(key: &str) -> String {
    key.rsplit('+').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Whether the action enters text into the field: all at once, or as single keys.
fn enters_text(action: &Action) -> bool {
    action.composed_text().is_some() || matches!(action, Action::Press { key, .. } if key.chars().count() == 1)
}
