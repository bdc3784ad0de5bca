//! One instruction, understood but not yet found on a page.

use webhand_model::Direction;

use crate::language::phrase::{Phrase, Quantity};
use crate::matching::Want;
use crate::parse::value::ValueSource;

/// Something the person wants done, in the order they said it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Instruction {
    Open {
        place: Phrase,
    },
    Touch {
        how: Touch,
        target: Phrase,
    },
    Fill {
        value: ValueSource,
        field: Option<Phrase>,
        then: AfterFill,
    },
    /// Sets controls that are turned: one number each.
    Dial {
        control: Phrase,
        values: Vec<String>,
    },
    /// Notes what the page holds, to be spoken of as "it".
    Note {
        value: ValueSource,
    },
    /// What follows is about this: "for the user Ann".
    Within {
        what: Vec<String>,
    },
    /// Skips as many instructions unless the condition holds.
    When {
        what: Phrase,
        holds: Condition,
        skip: usize,
    },
    /// Begins what is done for each entry that is meant, up to the next [`Instruction::Again`].
    Each {
        what: String,
    },
    Again,
    /// Opens what was found, if it is not open yet.
    Visit,
    /// Fills every empty field that has a label with what the page says beside that label.
    Complete,
    Highlight {
        target: Phrase,
    },
    Drag {
        what: Phrase,
        to: Phrase,
    },
    Clear {
        field: Phrase,
    },
    Choose {
        option: Phrase,
        list: Option<Phrase>,
    },
    Tick {
        target: Phrase,
        to: Tick,
    },
    Search(Search),
    Scroll {
        direction: Direction,
        inside: Option<Phrase>,
    },
    Wait(Until),
    Press {
        key: String,
    },
    Back,
    Forward,
    Reload,
    /// Answers a dialog or a notice of the page.
    Answer {
        with: DialogAnswer,
        about: Option<Phrase>,
    },
    Read {
        about: String,
    },
    Count {
        what: String,
    },
    /// Works out what the numbers of the entries come to.
    Aggregate {
        how: Aggregate,
        what: String,
    },
    /// Logs in with a password that stands in the task, which is not done.
    LogIn,
    /// Presses what is called like the instruction itself.
    Named {
        target: Phrase,
    },
}

impl Instruction {
    /// What it is repeated for, where it is for several elements.
    pub(crate) fn each(&self) -> Option<(&Phrase, Want)> {
        let (phrase, want) = match self {
            Self::Touch { how: Touch::Focus, target } => (target, Want::Field),
            Self::Touch { target, .. } => (target, Want::Touch),
            Self::Named { target } => (target, Want::Named),
            Self::Tick { target, .. } => (target, Want::Tick),
            Self::Choose { option, .. } => (option, Want::Choice),
            Self::Fill { field: Some(field), .. } => (field, Want::Field),
            Self::Drag { what, .. } => (what, Want::Touch),
            Self::Open { .. }
            | Self::Fill { field: None, .. }
            | Self::Dial { .. }
            | Self::Note { .. }
            | Self::Within { .. }
            | Self::When { .. }
            | Self::Each { .. }
            | Self::Again
            | Self::Visit
            | Self::Complete
            | Self::Highlight { .. }
            | Self::Clear { .. }
            | Self::Search(_)
            | Self::Scroll { .. }
            | Self::Wait(_)
            | Self::Press { .. }
            | Self::Back
            | Self::Forward
            | Self::Reload
            | Self::Answer { .. }
            | Self::Read { .. }
            | Self::Count { .. }
            | Self::Aggregate { .. }
            | Self::LogIn => return None,
        };
        (!matches!(phrase.amount, Quantity::One | Quantity::Any)).then_some((phrase, want))
    }

    /// Makes it one for every element that stands among these words, if they were said.
    pub(crate) fn repeat_for(&mut self, what: Option<&[String]>) {
        let Some(what) = what else { return };
        if let Self::Touch { target, .. } | Self::Named { target } | Self::Tick { target, .. } = self {
            target.amount = Quantity::Every;
            target.around.extend_from_slice(what);
        }
    }

    /// Whether it only puts something into a field, so that doing it again on a fresh page does no harm.
    pub(crate) fn enters_something(&self) -> bool {
        matches!(
            self,
            Self::Fill { then: AfterFill::Nothing, .. }
                | Self::Dial { .. }
                | Self::Complete
                | Self::Clear { .. }
                | Self::Choose { .. }
                | Self::Tick { .. }
        )
    }
}

/// When a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    IfThere,
    UnlessThere,
}

/// How an element is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Touch {
    Click,
    Double,
    Hover,
    Focus,
}

/// What follows filling a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterFill {
    Nothing,
    Submit,
}

/// Which state a checkbox shall have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tick {
    On,
    Off,
}

/// What is answered to a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DialogAnswer {
    Accept,
    Dismiss,
}

/// What is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Until {
    There(String),
    Gone(String),
    /// Milliseconds.
    Passed(u32),
    Rest,
}

/// A search, where, and what is wanted of its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Search {
    /// What goes into the search field.
    pub query: String,
    /// Words that choose among the results.
    pub extra: Vec<String>,
    pub place: Option<Phrase>,
    /// The query if the place turns out to be none.
    pub whole: String,
    pub wants: SearchGoal,
    /// Whether it is enough to find it on the page.
    pub finds: bool,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchGoal {
    /// To be on the page with the results.
    Nothing,
    /// To hear which results there are.
    Entries,
    /// To hear what the results say.
    Texts,
}

/// What is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Sum,
    Average,
}
