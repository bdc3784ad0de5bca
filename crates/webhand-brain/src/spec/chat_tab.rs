//! A chat page named as a brain: `chat-tab:chatgpt`, `chat-tab:https://chat.example/`, `chat-tab:http://host/#claude?pace=5`.

use std::time::Duration;

use webhand_model::{Origin, WebUrl};

use super::{SpecError, shown};
use crate::chat_tab::ChatTabOptions;

/// One chat page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatTabSpec {
    /// The adapter; found by a probe if none is named.
    pub site: Option<String>,
    /// The address of the page; that of the adapter's new chat if none is named.
    pub address: Option<String>,
    pace: Option<Duration>,
    message: Option<usize>,
}

impl ChatTabSpec {
    /// Parses what stands behind `chat-tab:`.
    pub(super) fn parse(written: &str) -> Result<Self, SpecError> {
        let written = written.trim();
        let (address, name) = if written.contains("://") {
            let (address, name) = written.split_once('#').unwrap_or((written, ""));
            (Some(address), name)
        } else {
            (None, written)
        };
        let (name, settings) = name.split_once('?').unwrap_or((name, ""));
        let address = address.map(|address| {
            let url = WebUrl::parse(address).map_err(|_| SpecError::BadChat(shown(address)))?;
            Ok(url.as_str().to_owned())
        });
        let site = (!name.is_empty()).then(|| name.to_owned());
        let mut spec = Self { site, address: address.transpose()?, pace: None, message: None };
        if spec.site.is_none() && spec.address.is_none() {
            return Err(SpecError::BadChat(shown(written)));
        }
        let is_name = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        if !spec.site.as_ref().is_none_or(is_name) {
            return Err(SpecError::BadChat(shown(written)));
        }
        for one in settings.split('&').filter(|one| !one.is_empty()) {
            spec.set(one).ok_or_else(|| SpecError::UnknownChatSetting(shown(one)))?;
        }
        Ok(spec)
    }

    fn set(&mut self, written: &str) -> Option<()> {
        let (name, value) = written.split_once('=')?;
        match name {
            "pace" => self.pace = Some(Duration::from_secs(value.parse().ok().filter(|seconds| *seconds <= 600)?)),
            "message" => self.message = Some(value.parse().ok().filter(|most| (1_000..=60_000).contains(most))?),
            _ => return None,
        }
        Some(())
    }

    /// The name of the site, or the host of the address, for the person.
    #[must_use]
    pub fn name(&self) -> &str {
        let host = || self.address.as_deref()?.split("://").nth(1)?.split('/').next();
        self.site.as_deref().or_else(host).unwrap_or_default()
    }

    /// The host of the address, without port.
    #[must_use]
    pub fn host(&self) -> Option<String> {
        let address = self.address.as_deref()?;
        let rest = address.split_once("://")?.1;
        let host = rest.split(['/', '?', '#']).next()?;
        let host = match host.rsplit_once(':') {
            Some((host, port)) if port.parse::<u16>().is_ok() => host,
            Some(_) | None => host,
        };
        Some(host.trim_matches(['[', ']']).to_owned())
    }

    /// Whether the chat runs on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.address.as_deref().is_some_and(|address| Origin::from_url(address).is_localhost())
    }

    /// How the chat is used. Only a chat on this machine may be asked faster than a person writes.
    #[must_use]
    pub fn options(&self) -> ChatTabOptions {
        let usual = ChatTabOptions::default();
        let pace = self.pace.unwrap_or(usual.pace);
        let pace = if self.is_local() { pace } else { pace.max(usual.pace) };
        ChatTabOptions { pace, message: self.message.unwrap_or(usual.message) }
    }

    /// The name as in `--brain`, without settings.
    #[must_use]
    pub fn written(&self) -> String {
        let site = self.site.as_deref().unwrap_or_default();
        match &self.address {
            None => format!("chat-tab:{site}"),
            Some(address) if site.is_empty() => format!("chat-tab:{address}"),
            Some(address) => format!("chat-tab:{address}#{site}"),
        }
    }
}
