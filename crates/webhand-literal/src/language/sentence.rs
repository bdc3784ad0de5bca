//! The sentences that the brain addresses to the person, in their language. The wording is data.

use serde::Deserialize;
use webhand_model::truncate;

use crate::language::Language;

/// Every sentence for the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sentence {
    Opening,
    Clicking,
    Filling,
    Clearing,
    Typing,
    Choosing,
    Ticking,
    Unticking,
    Pointing,
    Searching,
    Scrolling,
    LookingInto,
    Setting,
    Waiting,
    Pressing,
    GoingBack,
    GoingForward,
    Reloading,
    AnsweringDialog,
    Reading,
    ReadingEntry,
    LookingAgain,
    Finishing,
    GivingUp,
    Asking,
    WhichOne,
    Covered,
    NativeDialog,
    AcceptOption,
    DismissOption,
    InDoubt,
    GoOnOption,
    StopOption,
    Done,
    DidOpened,
    DidClicked,
    DidFilled,
    DidChosen,
    DidSearched,
    DidSet,
    NothingToTell,
    NothingToDo,
    NothingFits,
    FoundRows,
    FoundNone,
    MoreRows,
    Counted,
    CountedHere,
    OnePageOfSeveral,
    FoundNoValue,
    Totalled,
    Averaged,
    NothingAbout,
    DialogSaid,
    NoSuch,
    Near,
    NoSearch,
    NoPage,
    NoFocus,
    CannotSet,
    NotHeld,
    Refused,
    Failed,
    Stopped,
    LogInYourself,
    NotUnderstood,
}

/// The most characters that fill one blank of a sentence.
const MOST_PART: usize = 400;

impl Language {
    /// The sentence with its blanks filled: `{what}` by the value given under "what".
    pub(crate) fn sentence(&self, sentence: Sentence, blanks: &[(&str, &str)]) -> String {
        let mut rest = self.say.get(&sentence).map_or("", String::as_str);
        let mut filled = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, behind) = after.split_once('}').unwrap_or((after, ""));
            let filling = blanks.iter().find(|(blank, _)| *blank == name).map_or("", |(_, text)| text);
            filled.push_str(&truncate(filling, MOST_PART));
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }
}
