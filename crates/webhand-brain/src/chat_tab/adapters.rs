//! The adapters that are known: those of this program, replaced by the person's own files of the same name.
//!
//! An adapter is data. Invariant: an adapter in use is complete enough to write, send and read; one that is not is refused
//! with the place of the mistake when it is read, not when it is needed.

use webhand_wire::chat::{ChatAdapter, ChatCandidate, ChatRole};

/// All adapters, those of the person first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adapters {
    all: Vec<ChatAdapter>,
}

/// Why an adapter file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdapterError {
    #[error("the adapter cannot be read: {0}")]
    Unreadable(String),
    #[error("the adapter has no {0}")]
    Missing(&'static str),
    #[error("a candidate for {0:?} is empty: give it css, address or page_title")]
    EmptyCandidate(ChatRole),
    #[error("the adapter is longer than {MOST_BYTES} bytes")]
    TooLong,
    #[error("{0:?} has more than {MOST_CANDIDATES} candidates")]
    TooMany(ChatRole),
}

impl Default for Adapters {
    fn default() -> Self {
        let embedded = EMBEDDED.iter().filter_map(|text| match parse_adapter(text) {
            Ok(adapter) => Some(adapter),
            Err(error) => {
                // A test reads them all.
                tracing::error!(%error, "an embedded adapter cannot be read");
                None
            }
        });
        Self { all: embedded.collect() }
    }
}

impl Adapters {
    /// Adds an adapter of the person, which replaces one of the same name.
    ///
    /// # Errors
    /// When the text is no adapter that can be used.
    pub fn add(&mut self, text: &str) -> Result<(), AdapterError> {
        let adapter = parse_adapter(text)?;
        self.all.retain(|known| known.name != adapter.name);
        self.all.insert(0, adapter);
        Ok(())
    }

    /// The adapter of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&ChatAdapter> {
        self.all.iter().find(|adapter| adapter.name == name)
    }

    /// The adapters that may fit a page on this host: those made for it, then those for any host.
    #[must_use]
    pub fn for_host(&self, host: &str) -> Vec<&ChatAdapter> {
        let own = self.all.iter().filter(|adapter| adapter.hosts.iter().any(|own| own == host));
        own.chain(self.all.iter().filter(|adapter| adapter.hosts.is_empty())).collect()
    }

    /// All adapters.
    pub fn all(&self) -> impl Iterator<Item = &ChatAdapter> {
        self.all.iter()
    }
}

/// Parses the text of an adapter file.
///
/// # Errors
/// When it is no TOML, has unknown keys, or lacks what no chat can do without.
pub fn parse_adapter(text: &str) -> Result<ChatAdapter, AdapterError> {
    if text.len() > MOST_BYTES {
        return Err(AdapterError::TooLong);
    }
    let adapter: ChatAdapter =
        toml::from_str(text).map_err(|error| AdapterError::Unreadable(error.message().to_owned()))?;
    for (what, is_missing) in [
        ("name", adapter.name.is_empty()),
        ("title", adapter.title.is_empty()),
        ("composer", adapter.composer.is_empty()),
        ("user_turn", adapter.user_turn.is_empty()),
        ("assistant_turn", adapter.assistant_turn.is_empty()),
        ("message_limit", adapter.message_limit == 0),
    ] {
        if is_missing {
            return Err(AdapterError::Missing(what));
        }
    }
    for (role, candidates) in roles_of(&adapter) {
        if candidates.len() > MOST_CANDIDATES {
            return Err(AdapterError::TooMany(role));
        }
        let is_empty = |one: &ChatCandidate| one.css.is_empty() && one.address.is_empty() && one.page_title.is_empty();
        if candidates.iter().any(is_empty) {
            return Err(AdapterError::EmptyCandidate(role));
        }
    }
    Ok(adapter)
}

/// The adapter as the text of a file.
///
/// # Errors
/// When it cannot be written as TOML.
pub fn write_adapter(adapter: &ChatAdapter) -> Result<String, AdapterError> {
    toml::to_string(adapter).map_err(|error| AdapterError::Unreadable(error.to_string()))
}

/// The candidates of each role.
pub(super) fn roles_of(adapter: &ChatAdapter) -> [(ChatRole, &Vec<ChatCandidate>); 20] {
    [
        (ChatRole::Composer, &adapter.composer),
        (ChatRole::ComposerArea, &adapter.composer_area),
        (ChatRole::Send, &adapter.send),
        (ChatRole::Stop, &adapter.stop),
        (ChatRole::UserTurn, &adapter.user_turn),
        (ChatRole::UserText, &adapter.user_text),
        (ChatRole::AssistantTurn, &adapter.assistant_turn),
        (ChatRole::Answer, &adapter.answer),
        (ChatRole::Code, &adapter.code),
        (ChatRole::CodeText, &adapter.code_text),
        (ChatRole::Thinking, &adapter.thinking),
        (ChatRole::EndMark, &adapter.end_mark),
        (ChatRole::BusyMark, &adapter.busy_mark),
        (ChatRole::Chip, &adapter.chip),
        (ChatRole::ChipRemove, &adapter.chip_remove),
        (ChatRole::SignedOut, &adapter.signed_out),
        (ChatRole::Limit, &adapter.limit),
        (ChatRole::Blocked, &adapter.blocked),
        (ChatRole::Failed, &adapter.failed),
        (ChatRole::Dialog, &adapter.dialog),
    ]
}

/// The candidates of one role, to be changed.
pub(super) fn candidates_mut(adapter: &mut ChatAdapter, role: ChatRole) -> &mut Vec<ChatCandidate> {
    match role {
        ChatRole::Composer => &mut adapter.composer,
        ChatRole::ComposerArea => &mut adapter.composer_area,
        ChatRole::Send => &mut adapter.send,
        ChatRole::Stop => &mut adapter.stop,
        ChatRole::UserTurn => &mut adapter.user_turn,
        ChatRole::UserText => &mut adapter.user_text,
        ChatRole::AssistantTurn => &mut adapter.assistant_turn,
        ChatRole::Answer => &mut adapter.answer,
        ChatRole::Code => &mut adapter.code,
        ChatRole::CodeText => &mut adapter.code_text,
        ChatRole::Thinking => &mut adapter.thinking,
        ChatRole::EndMark => &mut adapter.end_mark,
        ChatRole::BusyMark => &mut adapter.busy_mark,
        ChatRole::Chip => &mut adapter.chip,
        ChatRole::ChipRemove => &mut adapter.chip_remove,
        ChatRole::SignedOut => &mut adapter.signed_out,
        ChatRole::Limit => &mut adapter.limit,
        ChatRole::Blocked => &mut adapter.blocked,
        ChatRole::Failed => &mut adapter.failed,
        ChatRole::Dialog => &mut adapter.dialog,
    }
}

const EMBEDDED: [&str; 5] = [
    include_str!("sites/chatgpt.toml"),
    include_str!("sites/claude.toml"),
    include_str!("sites/gemini.toml"),
    include_str!("sites/aistudio.toml"),
    include_str!("sites/self-hosted.toml"),
];
const MOST_BYTES: usize = 64 * 1024;
const MOST_CANDIDATES: usize = 24;
