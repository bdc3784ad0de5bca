//! Whether a message is worked on in the browser or answered in words, and what decided it. Pure.

use webhand_literal::intent::{Category, NeedReason, needs_browser, still_needs_browser};

/// How a message is choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    Browser,
    Words,
}

/// How messages are choice that do not say it themselves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RouteMode {
    /// By what they ask for.
    #[default]
    Auto,
    Always(Route),
}

/// A route, and why it was choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RouteChoice {
    pub route: Route,
    pub reason: RouteReason,
}

/// What decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteReason {
    /// The message itself says how it is to be choice.
    Said,
    /// All are choice that route.
    Mode,
    /// What it asks for.
    Intent(NeedReason),
    /// It does not say, and the brain cannot talk.
    Speechless,
}

impl RouteChoice {
    /// Whether the conversation has moved there. A word of thanks is no change of subject.
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

impl Route {
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
            "browser" => Some(Self::Always(Route::Browser)),
            "words" => Some(Self::Always(Route::Words)),
            _ => None,
        }
    }

    /// What stands before the person's messages; nothing where webhand decides.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Auto => "",
            Self::Always(Route::Browser) => "browser ",
            Self::Always(Route::Words) => "words ",
        }
    }

    pub fn in_words(self) -> &'static str {
        match self {
            Self::Auto => "each message goes where it asks to",
            Self::Always(Route::Browser) => "every message is worked on in the browser",
            Self::Always(Route::Words) => "every message is answered in words",
        }
    }

    /// How `message` is choice in a conversation that is `at` the browser, or in words, with a brain that `talks` or not.
    pub fn choose(self, message: &str, at: Option<Route>, talks: bool) -> RouteChoice {
        match self {
            Self::Auto => {
                let intent = match at {
                    Some(Route::Browser) => still_needs_browser(message),
                    Some(Route::Words) | None => needs_browser(message),
                };
                if !talks && intent.why == NeedReason::Nothing {
                    return RouteChoice { route: Route::Browser, reason: RouteReason::Speechless };
                }
                let route = if intent.browser { Route::Browser } else { Route::Words };
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
