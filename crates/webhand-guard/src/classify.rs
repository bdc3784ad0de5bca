//! The permissions that an action needs, by its facts.

use url::Url;
use webhand_model::{
    Action, ActionClass, ActionInput, Content, ContentKind, Facts, Form, Origin, SecretName, TargetFacts,
};

use crate::Policy;
use crate::question::shown_origin;
use crate::request_kind::RequestKind;

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
    let is_own_of_person =
        |need: &Need| matches!(need.class, ActionClass::Credential | ActionClass::File) || facts.entrusted;
    if policy.is_in_browser_of_person() && needs.iter().any(is_own_of_person) {
        return Some(
            "webhand did not start this browser and stands not between it and the network, so no secrets and no files are \
             entered here; hand the browser over for that"
                .to_owned(),
        );
    }
    let scripts = needs.iter().find(|need| need.class == ActionClass::Code && !policy.meets(need))?;
    Some(format!(
        "running scripts on {} is switched off; it can only be allowed beforehand, with --allow-code",
        shown_origin(&scripts.origin)
    ))
}

/// Whether the action touches a page that can send at once, over a connection that is open.
pub(crate) fn uses_channel(action: &Action, facts: &Facts) -> bool {
    facts.live_channel && action.class() >= ActionClass::Input
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
    for (class, origin) in target_needs(action, facts, &page) {
        need(class, &origin);
    }
    if !facts.read_on.is_empty() {
        if action.composed_text().is_some() {
            need(ActionClass::Cross, &page);
        } else if let Some(address) = opened_address(action, facts) {
            need(ActionClass::Cross, &Origin::from_url(&address));
        }
    }
    if !facts.cautions.is_empty() {
        need(ActionClass::Policy, &page);
    }
    needs
}

/// The permissions that an action needs because of what its element does.
fn target_needs(action: &Action, facts: &Facts, page: &Origin) -> Vec<(ActionClass, Origin)> {
    let Some(target) = &facts.target else { return Vec::new() };
    let mut needs = Vec::new();
    if let Some(origin) = target.href.as_deref().filter(|_| is_click(action)).and_then(link_origin) {
        needs.push((ActionClass::Navigate, origin));
    }
    if target.field.is_secret() && enters_text(action) && !facts.entrusted {
        needs.push((ActionClass::Credential, page.clone()));
    }
    if let Some(form) = submitted(action, target) {
        // A GET form only requests a page; any other method may have a lasting effect on the server. The person is asked
        // about a form beforehand only if its request can be recognised; every other is held and asked about itself.
        let class = if form.method != "get" && is_bindable(form) { ActionClass::Commit } else { ActionClass::Input };
        needs.push((class, Origin::from_url(&form.action)));
        if puts_secret_into_address(form) {
            needs.push((ActionClass::Credential, Origin::from_url(&form.action)));
        }
    }
    needs
}

/// The form that the action would submit, if any.
pub(crate) fn submitted<'a>(action: &Action, target: &'a TargetFacts) -> Option<&'a Form> {
    // The browser does not send a form with invalid fields; if a script of the page does, the request is held.
    target.form.as_ref().filter(|form| submits(action, target) && form.method != "dialog" && form.invalid.is_empty())
}

/// The fields because of which the browser will not send the form that the action would submit.
#[must_use]
pub fn invalid_fields<'a>(action: &Action, facts: &'a Facts) -> &'a [String] {
    let target = facts.target.as_ref().filter(|target| submits(action, target));
    target.and_then(|target| target.form.as_ref()).map(|form| form.invalid.as_slice()).unwrap_or_default()
}

fn submits(action: &Action, target: &TargetFacts) -> bool {
    (is_click(action) && target.submits) || (presses_enter(action) && (target.enter_submits || target.submits))
}

/// The kind of request that the action would send with a form, if a yes may cover all of that kind.
pub(crate) fn submitted_kind(action: &Action, facts: &Facts) -> Option<RequestKind> {
    let form = submitted(action, facts.target.as_ref()?)?;
    let is_own_text = facts.read_on.is_empty() && !facts.sends_foreign_text;
    RequestKind::of_form(form, facts.origin.as_ref()?).filter(|_| is_own_text && form.method != "get")
}

/// Whether a form that goes into the address carries a secret, which would stay in histories and logs.
pub(crate) fn puts_secret_into_address(form: &Form) -> bool {
    let is_secret = |content: &Content| content.has_credential() || content.has(ContentKind::Card);
    let is_placeholder = |[_, value]: &[String; 2]| SecretName::in_placeholder(value).is_some();
    form.method == "get" && (form.content.as_ref().is_some_and(is_secret) || form.fields.iter().any(is_placeholder))
}

/// Whether the request that sends the form can be recognised by its content.
pub(crate) fn is_bindable(form: &Form) -> bool {
    form.content.as_ref().is_none_or(Content::is_bindable)
}

/// The address that the action opens: its own, or that of the link it activates.
pub(crate) fn followed<'a>(action: &'a Action, facts: &'a Facts) -> Option<&'a str> {
    let href = || facts.target.as_ref().filter(|_| is_click(action)).and_then(|target| target.href.as_deref());
    action.destination().map(webhand_model::WebUrl::as_str).or_else(href)
}

/// The address that the action opens: its own, that of a link, or that of a GET form with its fields in it.
#[must_use]
pub fn opened_address(action: &Action, facts: &Facts) -> Option<String> {
    let form = || {
        let form = submitted(action, facts.target.as_ref()?).filter(|form| form.method == "get")?;
        let mut url = Url::parse(&form.action).ok()?;
        url.query_pairs_mut().clear().extend_pairs(form.fields.iter().map(|[name, value]| (name, value)));
        Some(String::from(url))
    };
    followed(action, facts).map(str::to_owned).or_else(form)
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
    match action.input() {
        ActionInput::Click { .. } | ActionInput::MouseUp => true,
        ActionInput::Key(key) => is_enter(key) || matches!(last_key(key).as_str(), "space" | "spacebar" | ""),
        ActionInput::Keystrokes { .. }
        | ActionInput::Text(_)
        | ActionInput::Options { .. }
        | ActionInput::Files(_)
        | ActionInput::Address(_)
        | ActionInput::Other => false,
    }
}

fn presses_enter(action: &Action) -> bool {
    match action.input() {
        ActionInput::Key(key) => is_enter(key),
        ActionInput::Keystrokes { text, enter } => enter || text.contains(['\n', '\r']),
        ActionInput::Click { .. }
        | ActionInput::MouseUp
        | ActionInput::Text(_)
        | ActionInput::Options { .. }
        | ActionInput::Files(_)
        | ActionInput::Address(_)
        | ActionInput::Other => false,
    }
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
    action.composed_text().is_some() || matches!(action.input(), ActionInput::Key(key) if key.chars().count() == 1)
}
