//! Which chats the person has switched on. Writing to somebody else's site by a program is theirs to decide, so it is off
//! until they have read what the site says.

use webhand_wire::api::{ChatSite, ModelInfo};

use super::adapters::Adapters;
use crate::spec::{BrainChoice, BrainSpec, ChatTabSpec};

/// The name under which a chat is switched on: that of its adapter where the adapter is made for its host, else its host.
#[must_use]
pub fn switch_of(chat: &ChatTabSpec, adapters: &Adapters) -> String {
    let host = chat.host();
    match (&chat.site, host) {
        (Some(site), None) => site.clone(),
        (_, Some(host)) => {
            let made_for = adapters.all().find(|adapter| adapter.hosts.contains(&host));
            made_for.map_or(host, |adapter| adapter.name.clone())
        }
        (None, None) => String::new(),
    }
}

/// The name of the first chat of a brain that is not among those that are switched on. Chats on this machine need no switch.
#[must_use]
pub fn switched_off(spec: &BrainSpec, on: &[String], adapters: &Adapters) -> Option<String> {
    let chats = spec.choices.iter().filter_map(|choice| match choice {
        BrainChoice::ChatTab(chat) => Some(chat),
        BrainChoice::Model(_) | BrainChoice::Literal => None,
    });
    chats.filter(|chat| !chat.is_local()).map(|chat| switch_of(chat, adapters)).find(|name| !on.contains(name))
}

/// The chats of known sites, and those that the person has switched on by their hosts, as brains that a run may name.
pub fn chat_models<'a>(on: &'a [String], adapters: &'a Adapters) -> impl Iterator<Item = ModelInfo> + 'a {
    let sites = adapters.all().filter(|adapter| !adapter.hosts.is_empty());
    let known = sites.map(|adapter| ModelInfo {
        name: format!("chat-tab:{}", adapter.name),
        ready: on.contains(&adapter.name),
        about: String::new(),
        chat: Some(ChatSite {
            switch: adapter.name.clone(),
            title: adapter.title.clone(),
            hosts: adapter.hosts.clone(),
            terms: adapter.terms.clone(),
        }),
    });
    let others = on.iter().filter(|name| adapters.named(name).is_none());
    known.chain(others.map(|host| ModelInfo {
        name: format!("chat-tab:https://{host}/"),
        ready: true,
        about: String::new(),
        chat: Some(ChatSite {
            switch: host.clone(),
            title: host.clone(),
            hosts: vec![host.clone()],
            terms: terms(host, adapters).to_owned(),
        }),
    }))
}

/// The terms of the site of a chat on automated use.
#[must_use]
pub fn terms<'a>(name: &str, adapters: &'a Adapters) -> &'a str {
    let adapter = adapters.named(name).or_else(|| adapters.named("self-hosted"));
    adapter.map_or("", |adapter| adapter.terms.as_str())
}
