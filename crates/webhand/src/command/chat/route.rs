//! Decides whether a message needs the browser or is answered in words. Pure.

use webhand_literal::intent::{Category, NeedReason, needs_browser, still_needs_browser};

/// How a message is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageRoute {
    Browser,
    Words,
}

/// How messages are routed that do not name a route themselves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RouteMode {
    /// By the intent of each message.
    #[default]
    Auto,
    Always(MessageRoute),
}

/// A route, and why it was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RouteChoice {
    pub route: MessageRoute,
    pub reason: RouteReason,
}

/// Why a route was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteReason {
    /// The message names its route.
    Said,
    /// The mode sends all messages that route.
    Mode,
    /// The intent of the message.
    Intent(NeedReason),
    /// The intent is unclear, and the brain cannot talk.
    Speechless,
}

impl RouteChoice {
    /// Whether the conversation has moved to this route. A word of thanks is no change of subject.
    pub fn moves_conversation(self) -> bool {
        self.reason != RouteReason::Intent(NeedReason::TooShort)
    }
}

impl RouteReason {
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Said => "you said so",
            Self::Mode => "that is the mode",
            Self::Intent(why) => reason(why),
            Self::Speechless => "this brain works nowhere else",
        }
    }
}

impl MessageRoute {
    pub fn word(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Words => "words",
        }
    }

    pub fn in_words(self) -> &'static str {
        match self {
            Self::Browser => "in the browser",
            Self::Words => "in words",
        }
    }
}

impl RouteMode {
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "browser" => Some(Self::Always(MessageRoute::Browser)),
            "words" => Some(Self::Always(MessageRoute::Words)),
            _ => None,
        }
    }

    /// The prompt before the person's messages; empty where webhand decides.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Auto => "",
            Self::Always(MessageRoute::Browser) => "browser ",
            Self::Always(MessageRoute::Words) => "words ",
        }
    }

    pub fn in_words(self) -> &'static str {
        match self {
            Self::Auto => "each message goes where it asks to",
            Self::Always(MessageRoute::Browser) => "every message is worked on in the browser",
            Self::Always(MessageRoute::Words) => "every message is answered in words",
        }
    }

    /// Chooses the route of `message` in a conversation whose route so far is `at`, with a brain that `talks` or not.
    pub fn choose(self, message: &str, at: Option<MessageRoute>, talks: bool) -> RouteChoice {
        match self {
            Self::Auto => {
                let intent = match at {
                    Some(MessageRoute::Browser) => still_needs_browser(message),
                    Some(MessageRoute::Words) | None => needs_browser(message),
                };
                if !talks && intent.why == NeedReason::Nothing {
                    return RouteChoice { route: MessageRoute::Browser, reason: RouteReason::Speechless };
                }
                let route = if intent.browser { MessageRoute::Browser } else { MessageRoute::Words };
                RouteChoice { route, reason: RouteReason::Intent(intent.why) }
            }
            Self::Always(route) => RouteChoice { route, reason: RouteReason::Mode },
        }
    }
}

fn reason(why: NeedReason) -> &'static str {
    match why {
        NeedReason::Address => "it names an address",
        NeedReason::Invoked => "it asks for the browser",
        NeedReason::Declined => "it asks for no browser",
        NeedReason::AboutThePage => "it is about a page",
        NeedReason::FollowUp => "it goes on from there",
        NeedReason::TooShort => "it is too short to ask for more",
        NeedReason::Knowledge => "a question of knowledge",
        NeedReason::Nothing => "nothing in it speaks of a page",
        NeedReason::Action(category) => match category {
            Category::Navigation => "it asks to go somewhere",
            Category::Click => "it asks for a click",
            Category::Entry => "it asks to fill something in",
            Category::Search => "it asks to search",
            Category::Choice => "it asks to choose something",
            Category::Scroll => "it asks to scroll",
            Category::Sending => "it asks to send something",
            Category::Download => "it asks for a file",
            Category::Tabs => "it is about tabs",
            Category::History => "it asks to go back or forward",
            Category::Shopping => "it asks to buy or book",
            Category::Deletion => "it asks to delete something",
            Category::Reading => "it asks to read a page",
        },
    }
}

#[cfg(test)]
mod tests;
