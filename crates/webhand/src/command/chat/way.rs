//! Whether a message is worked on in the browser or answered in words, and what decided it. Pure.

use webhand_literal::intent::{Category, Why, needs_browser, still_needs_browser};

/// How a message is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Browser,
    Words,
}

/// How messages are taken that do not say it themselves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// By what they ask for.
    #[default]
    Auto,
    Always(Way),
}

/// A way, and why it was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    pub way: Way,
    pub because: Because,
}

/// What decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// The message itself says how it is to be taken.
    Said,
    /// All are taken that way.
    Mode,
    /// What it asks for.
    Intent(Why),
    /// It does not say, and the brain cannot talk.
    Speechless,
}

impl Taken {
    /// Whether the conversation has moved there. A word of thanks is no change of subject.
    pub fn moves_there(self) -> bool {
        self.because != Because::Intent(Why::TooShort)
    }
}

impl Because {
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Said => "you said so",
            Self::Mode => "that is the mode",
            Self::Intent(why) => reason(why),
            Self::Speechless => "this brain works nowhere else",
        }
    }
}

impl Way {
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

impl Mode {
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "auto" => Some(Self::Auto),
            "browser" => Some(Self::Always(Way::Browser)),
            "words" => Some(Self::Always(Way::Words)),
            _ => None,
        }
    }

    /// What stands before the person's messages; nothing where webhand decides.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Auto => "",
            Self::Always(Way::Browser) => "browser ",
            Self::Always(Way::Words) => "words ",
        }
    }

    pub fn in_words(self) -> &'static str {
        match self {
            Self::Auto => "each message goes where it asks to",
            Self::Always(Way::Browser) => "every message is worked on in the browser",
            Self::Always(Way::Words) => "every message is answered in words",
        }
    }

    /// How `message` is taken in a conversation that is `at` the browser, or in words, with a brain that `talks` or not.
    pub fn take(self, message: &str, at: Option<Way>, talks: bool) -> Taken {
        match self {
            Self::Auto => {
                let intent = match at {
                    Some(Way::Browser) => still_needs_browser(message),
                    Some(Way::Words) | None => needs_browser(message),
                };
                if !talks && intent.why == Why::Nothing {
                    return Taken { way: Way::Browser, because: Because::Speechless };
                }
                let way = if intent.browser { Way::Browser } else { Way::Words };
                Taken { way, because: Because::Intent(intent.why) }
            }
            Self::Always(way) => Taken { way, because: Because::Mode },
        }
    }
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::Address => "it names an address",
        Why::Invoked => "it asks for the browser",
        Why::Declined => "it asks for no browser",
        Why::AboutThePage => "it is about a page",
        Why::GoesOn => "it goes on from there",
        Why::TooShort => "it is too short to ask for more",
        Why::Knowledge => "a question of knowledge",
        Why::Nothing => "nothing in it speaks of a page",
        Why::Deed(category) => match category {
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
