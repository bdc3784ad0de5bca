//! What an action needs permission for, by its facts.

use webhand_model::{Action, Class, Facts, Form, Origin, TargetFacts, WebUrl};

use crate::Policy;

/// One permission an action needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Need {
    pub class: Class,
    /// Whose permission boundary is crossed: the origin read, typed on or sent to.
    pub origin: Origin,
}

/// What no answer in a run can allow.
pub(crate) fn forbidden(action: &Action, _policy: &Policy) -> Option<String> {
    (action.class() == Class::Code)
        .then(|| "running scripts is switched off; it can only be allowed before a run starts".to_owned())
}

/// All permissions an action needs. Unknown things need the most.
pub(crate) fn needs(action: &Action, facts: &Facts) -> Vec<Need> {
    let page = facts.origin.clone().unwrap_or_else(Origin::none);
    let mut needs = Vec::new();
    let mut need = |class, origin: &Origin| {
        let new = Need { class, origin: origin.clone() };
        if !needs.contains(&new) {
            needs.push(new);
        }
    };
    match action.class() {
        Class::Read => {}
        Class::Navigate => {
            if let Some(url) = destination(action) {
                need(Class::Navigate, &url.origin());
            }
        }
        class @ (Class::Input
        | Class::Commit
        | Class::File
        | Class::Code
        | Class::Credential
        | Class::Cross
        | Class::Policy) => {
            need(Class::Input, &page);
            need(class, &page);
        }
    }
    if let Some(target) = &facts.target {
        if let Some(href) =
            target.href.as_deref().filter(|_| is_click(action)).and_then(|href| WebUrl::parse(href).ok())
        {
            need(Class::Navigate, &href.origin());
        }
        if target.field.is_secret() && action.composed().is_some() {
            need(Class::Credential, &page);
        }
        if let Some(form) = submitted(action, target) {
            // A GET form asks for a page with what was typed; anything else leaves a mark.
            let class = if form.method == "get" { Class::Input } else { Class::Commit };
            need(class, &Origin::of(&form.action));
        }
    }
    if action.composed().is_some() && !facts.read_on.is_empty() {
        need(Class::Cross, &page);
    }
    needs
}

/// The form that the action would send, if it would send one.
pub(crate) fn submitted<'a>(action: &Action, target: &'a TargetFacts) -> Option<&'a Form> {
    let sends =
        (is_click(action) && target.submits) || (presses_enter(action) && (target.enter_submits || target.submits));
    target.form.as_ref().filter(|form| sends && form.method != "dialog")
}

fn is_click(action: &Action) -> bool {
    matches!(action, Action::Click { .. } | Action::Dblclick { .. })
        || matches!(action, Action::Press { key, .. } if key == "Enter" || key == "Space" || key == " ")
}

fn presses_enter(action: &Action) -> bool {
    if let Action::Press { key, .. } = action {
        return key.ends_with("Enter") || key.ends_with("Return");
    }
    matches!(action, Action::Type { text, submit, .. } if *submit == Some(true) || text.contains(['\n', '\r']))
}

fn destination(action: &Action) -> Option<&WebUrl> {
    if let Action::Open { url, .. } | Action::Tab { url: Some(url), .. } = action { Some(url) } else { None }
}
