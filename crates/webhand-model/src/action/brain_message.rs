//! The calls of a brain that touch no page: ask, hand over, note, done and fail.

use super::define::actions;
use super::evidence_claim::EvidenceClaim;
use super::properties::ActionProperties;

actions! {
    /// A message that a brain gives instead of doing something to a page.
    pub enum BrainMessage, kinds BrainMessageKind {
        /// Ask the person a question and wait for the answer.
        Ask = "ask", Talk, Read, aka ["ask_user"],
            eg r#"{"question":"Which of the two?","options":["the red one","the blue one"]}"# {
            /// The question, in the person's language.
            question: String;
            /// Answers to choose from.
            options: Option<Vec<String>>;
            /// A name such as code, for a password or code you must not see: you get {{secret:code}} to fill in.
            secret: Option<String>;
        }
        /// Give the browser to the person for what only they can do, such as a captcha, a login or a code.
        HandOver = "hand_over", Talk, Read, eg r#"{"what":"Solve the captcha, please."}"# {
            /// What they are to do, in their language.
            what: String, aka ["question", "reason"];
        }
        /// Keep a short note in the working memory of this run.
        Note = "note", Talk, Read, eg r#"{"text":"the order number is 4711"}"# {
            /// What to remember.
            text: String;
        }
        /// The task is finished.
        Done = "done", Talk, Read, aka ["task_complete", "final"],
            eg r#"{"answer":"The cheapest ticket costs 12 €."}"# {
            /// The answer to the person, in their language.
            answer: String, aka ["summary", "text", "result"];
            /// Words copied from the page, or for a figure worked out {value, how: sum|difference|product|ratio|count|convert|date|picture, from: []}.
            evidence: Option<Vec<EvidenceClaim>>;
            /// True if only a part of the task is done.
            partly: Option<bool>;
        }
        /// The task cannot be done.
        Fail = "fail", Talk, Read, aka ["task_failed"], eg r#"{"reason":"The site is closed today."}"# {
            /// Why.
            reason: String;
            /// What was tried, an entry each.
            tried: Option<Vec<String>>;
        }
    }
}

impl BrainMessageKind {
    /// The properties of the message in the catalogue.
    #[must_use]
    pub const fn properties(self) -> ActionProperties {
        match self {
            Self::Ask | Self::HandOver | Self::Note | Self::Done | Self::Fail => ActionProperties::MESSAGE,
        }
    }
}
