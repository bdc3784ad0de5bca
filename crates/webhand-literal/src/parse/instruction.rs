//! One instruction of a task, before its elements are found on a page.

use webhand_model::Direction;

use crate::language::phrase::{Phrase, Quantity};
use crate::matching::TargetUse;
use crate::parse::value::ValueSource;

/// An instruction; a task is a list of them in the order of its text.
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
    /// Sets sliders and spinners, each to one number.
    Dial {
        control: Phrase,
        values: Vec<String>,
    },
    /// Notes a value of the page, which later instructions call "it".
    Note {
        value: ValueSource,
    },
    /// Sets the subject of the following instructions: "for the user Ann".
    Within {
        what: Vec<String>,
    },
    /// Skips the next `skip` instructions unless the condition holds.
    When {
        what: Phrase,
        holds: ConditionKind,
        skip: usize,
    },
    /// Begins a round for each entry that is meant; the round ends at the next [`Instruction::Again`].
    Each {
        what: String,
    },
    Again,
    /// Opens the entry that was found.
    Visit,
    /// Fills every empty field with the text that the page shows beside its label.
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
    Search(SearchInstruction),
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
    /// Sums or averages the numbers of the entries.
    Aggregate {
        how: Aggregate,
        what: String,
    },
    /// Logs in with a password that stands in the task. The brain refuses it.
    LogIn,
    /// Presses the element whose name is the instruction itself.
    Named {
        target: Phrase,
    },
}

impl Instruction {
    /// The phrase for the elements that the instruction is repeated for, and their use; nothing for a single element.
    pub(crate) fn repeated_target(&self) -> Option<(&Phrase, TargetUse)> {
        let (phrase, target_use) = match self {
            Self::Touch { how: Touch::Focus, target } => (target, TargetUse::Field),
            Self::Touch { target, .. } => (target, TargetUse::Touch),
            Self::Named { target } => (target, TargetUse::Named),
            Self::Tick { target, .. } => (target, TargetUse::Tick),
            Self::Choose { option, .. } => (option, TargetUse::Choice),
            Self::Fill { field: Some(field), .. } => (field, TargetUse::Field),
            Self::Drag { what, .. } => (what, TargetUse::Touch),
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
        (!matches!(phrase.quantity, Quantity::One | Quantity::Any)).then_some((phrase, target_use))
    }

    /// Repeats the instruction for every element near these words, if there are any.
    pub(crate) fn repeat_for(&mut self, what: Option<&[String]>) {
        let Some(what) = what else { return };
        if let Self::Touch { target, .. } | Self::Named { target } | Self::Tick { target, .. } = self {
            target.quantity = Quantity::Every;
            target.around.extend_from_slice(what);
        }
    }

    /// Whether the instruction only enters a value, so that following it again on a fresh page does no harm.
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

/// Whether a condition requires that the page shows something, or that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConditionKind {
    IfThere,
    UnlessThere,
}

/// The gesture on an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Touch {
    Click,
    Double,
    Hover,
    Focus,
}

/// The action after a field is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterFill {
    Nothing,
    Submit,
}

/// The wanted state of a checkbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tick {
    On,
    Off,
}

/// The answer to a dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DialogAnswer {
    Accept,
    Dismiss,
}

/// The condition that ends a wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Until {
    There(String),
    Gone(String),
    /// Milliseconds.
    Passed(u32),
    Rest,
}

/// A search: the query, the place, and the use of the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchInstruction {
    /// The text for the search field.
    pub query: String,
    /// Words that choose among the results.
    pub extra: Vec<String>,
    pub place: Option<Phrase>,
    /// The query with the words for the place, in case they name no place.
    pub whole: String,
    pub wants: SearchGoal,
    /// Whether being in view on the page is enough.
    pub finds: bool,
}

/// The use of a search's results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchGoal {
    /// The page with the results is enough.
    Nothing,
    /// A list of the results.
    Entries,
    /// The texts of the results.
    Texts,
}

/// How numbers are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aggregate {
    Sum,
    Average,
}
