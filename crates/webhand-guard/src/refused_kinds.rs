//! The kinds of questions that the person has refused, so that nobody wears them down by asking again.

use webhand_model::{ActionClass, Origin};

/// The topic of a question, as far as it matters whether it was refused before: what would happen, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionTopic {
    pub(crate) class: ActionClass,
    pub(crate) origin: Origin,
}

/// How often the person has refused each kind of question since their last yes to it; bounded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RefusedKinds(Vec<(QuestionTopic, u32)>);

impl RefusedKinds {
    pub fn record_refusal(&mut self, topic: QuestionTopic) {
        if let Some((_, refusals)) = self.0.iter_mut().find(|(own, _)| *own == topic) {
            *refusals += 1;
            return;
        }
        if self.0.len() == MOST_KINDS {
            self.0.remove(0);
        }
        self.0.push((topic, 1));
    }

    /// A yes shows that the person still wants to be asked.
    pub fn record_yes(&mut self, topic: &QuestionTopic) {
        self.0.retain(|(own, _)| own != topic);
    }

    /// Whether the person refused this kind so often that they are not asked about it again.
    #[must_use]
    pub fn is_refused_for_good(&self, topic: &QuestionTopic, most: u32) -> bool {
        self.0.iter().any(|(own, refusals)| own == topic && *refusals >= most)
    }
}

const MOST_KINDS: usize = 100;
