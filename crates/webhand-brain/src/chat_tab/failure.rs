//! Why a turn of a chat did not come to its end, and the one thing that the person can do about it.

use webhand_port::{BrainError, ChatPageError};
use webhand_wire::chat::ChatPageState;

/// Why there is no answer. Every variant but the last says that nothing more is sent until somebody did something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChatFailure {
    SignedOut,
    /// The site's own words.
    Limit(String),
    Blocked(String),
    Dialog(String),
    /// The page is not as the adapter describes it; what is missing.
    Changed(String),
    /// The composer does not take the text.
    NotWritten(String),
    /// The text is in the composer and neither button nor key sends it.
    NotSent,
    /// It was sent or not; nobody can see it.
    Unproven,
    /// The message was seen, and is gone.
    Lost,
    /// The person was asked about it, went on, and it is still not in the chat.
    StillUnproven,
    /// The site reports an error in the place of an answer.
    SiteFailed(String),
    /// No answer came for this many seconds.
    NoAnswer(u64),
    /// The person's own answer is still under way in this chat.
    Busy,
    Page(ChatPageError),
    /// The model's answers hold no command.
    NoCommand(String),
}

impl ChatFailure {
    /// The failure that a state of the page stands for, if it is one.
    pub fn of_state(state: &ChatPageState) -> Option<Self> {
        Some(match state {
            ChatPageState::Blocked { text } => Self::Blocked(text.clone()),
            ChatPageState::SignedOut {} => Self::SignedOut,
            ChatPageState::Limit { text } => Self::Limit(text.clone()),
            ChatPageState::Dialog { text } => Self::Dialog(text.clone()),
            ChatPageState::Changed {} => Self::Changed("the composer is not found".to_owned()),
            ChatPageState::Failed { .. } | ChatPageState::Ready {} => return None,
        })
    }

    /// Whether the turn may have reached the model, so that its answer is looked for before anything is sent again.
    pub fn may_be_sent(&self) -> bool {
        match self {
            Self::Unproven
            | Self::Lost
            | Self::StillUnproven
            | Self::NoAnswer(_)
            | Self::Page(_)
            | Self::SiteFailed(_) => true,
            Self::SignedOut
            | Self::Limit(_)
            | Self::Blocked(_)
            | Self::Dialog(_)
            | Self::Changed(_)
            | Self::NotWritten(_)
            | Self::NotSent
            | Self::Busy
            | Self::NoCommand(_) => false,
        }
    }

    /// The failure and the one thing to do about it, in words for the person.
    pub fn advice(&self, title: &str) -> String {
        match self {
            Self::SignedOut => format!("{title}: not signed in; sign in there with the profile of this run"),
            Self::Limit(text) => format!("{title}: its limit is reached{}; wait until it is over", quoted(text)),
            Self::Blocked(text) => {
                format!("{title}: the page asks whether a person is there{}; answer it yourself", quoted(text))
            }
            Self::Dialog(text) => format!("{title}: a dialog is open{}; answer it yourself", quoted(text)),
            Self::Changed(what) => format!(
                "{title}: the page is not as webhand knows it ({what}); show it the way with one message of yours, in the \
                 panel or with `webhand chat-tab learn`"
            ),
            Self::NotWritten(why) => format!("{title}: the message could not be written ({why}); look at the page"),
            Self::NotSent => format!("{title}: the message is not sent by button or key; look at the page"),
            Self::Unproven => format!(
                "{title}: nobody can see whether the message was sent; look at the page, show the chat with it there, and \
                 resume"
            ),
            Self::Lost => format!(
                "{title}: the message is no longer in the chat; look at the page, show the chat with it there, and resume"
            ),
            Self::StillUnproven => format!(
                "{title}: the message is still not in the chat; resume once more to have it sent again, in a new chat"
            ),
            Self::SiteFailed(text) => format!("{title}: it failed{}; try again later", quoted(text)),
            Self::NoAnswer(seconds) => format!("{title}: no answer for {seconds} s; look at the page"),
            Self::Busy => format!("{title}: another answer is under way in this chat; wait for it or stop it"),
            Self::Page(error) => format!("{title}: {error}"),
            Self::NoCommand(why) => format!("{title}: the answers hold no command ({why})"),
        }
    }

    /// The failure as an error of the brain.
    pub fn into_error(self, title: &str) -> BrainError {
        let advice = self.advice(title);
        match self {
            Self::Limit(text) => match seconds_named(&text) {
                Some(seconds) => BrainError::Busy(advice, seconds),
                None => BrainError::NeedsPerson(advice),
            },
            Self::NoCommand(why) => BrainError::Malformed(format!("{title}: {why}")),
            Self::SiteFailed(_) => BrainError::Overloaded(advice),
            Self::SignedOut
            | Self::Blocked(_)
            | Self::Dialog(_)
            | Self::Changed(_)
            | Self::NotWritten(_)
            | Self::NotSent
            | Self::Unproven
            | Self::Lost
            | Self::StillUnproven
            | Self::NoAnswer(_)
            | Self::Busy
            | Self::Page(_) => BrainError::NeedsPerson(advice),
        }
    }
}

fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() { String::new() } else { format!(" (“{}”)", webhand_model::truncate(&line, 160)) }
}

/// The time that a text about a limit names as a duration: "try again in 5 minutes", "2 hours".
fn seconds_named(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(2).find_map(|pair| {
        let number: u64 = pair.first()?.parse().ok().filter(|number| *number > 0 && *number < 1_000)?;
        let unit = pair.get(1)?.to_lowercase();
        let unit = UNITS.iter().find(|(names, _)| names.contains(&unit.as_str()))?.1;
        Some(number * unit)
    })
}

/// Units of time in the languages of the sites' texts that were seen.
const UNITS: [(&[&str], u64); 3] = [
    (&["second", "seconds", "segundos", "sekunden", "秒"], 1),
    (&["minute", "minutes", "min", "minuto", "minutos", "minuten", "分钟"], 60),
    (&["hour", "hours", "hora", "horas", "stunde", "stunden", "小时"], 3_600),
];
