//! A journal told as a story: steps, what was seen in each, what was said and done, and how it ended.

use webhand_model::{
    ActionClass, BrainAnswer, Event, EventKind, Facts, HeldRequest, Input, Intent, Millis, Outcome, PersonReply,
    Question, RunOutcome, Snapshot, Task, Usage, Viewport,
};

use crate::words;
use crate::work::Tally;

/// A whole run.
#[derive(Debug, Default)]
pub struct Story {
    pub task: Option<Task>,
    /// Milliseconds since 1970.
    pub started: u64,
    pub steps: Vec<Step>,
    pub ending: Option<RunOutcome>,
    /// The question the run waits with.
    pub open: Option<Question>,
    pub tally: Tally,
}

/// From one look to the next. The first one, before any look, is for arriving.
#[derive(Debug, Default)]
pub struct Step {
    pub at: Millis,
    pub page: Option<Seen>,
    pub said: String,
    pub usage: Usage,
    pub moments: Vec<Moment>,
}

/// A look at a page.
#[derive(Debug, Default)]
pub struct Seen {
    pub title: String,
    pub url: String,
    pub elements: usize,
    pub picture: Option<String>,
    pub viewport: Viewport,
    /// The touched elements that are on the picture, by the number of their action.
    pub marks: Vec<(u32, [i32; 4])>,
}

/// Something that happened in a step.
#[derive(Debug)]
pub enum Moment {
    Act(Act),
    Request {
        request: HeldRequest,
        release: bool,
        outcome: Option<Outcome>,
    },
    Question {
        question: Question,
        reply: Option<PersonReply>,
    },
    /// Something went wrong that is no action.
    Problem(String),
    Remark(&'static str),
}

/// Something done to a page.
#[derive(Debug)]
pub struct Act {
    /// Counts through the run; the marks on pictures carry it.
    pub number: u32,
    pub words: String,
    pub class: ActionClass,
    pub by: String,
    pub began: Millis,
    pub took: Option<u64>,
    pub outcome: Option<Outcome>,
}

impl Story {
    pub fn of(events: &[Event]) -> Self {
        let mut teller = Teller::default();
        teller.story.steps.push(Step::default());
        for event in events {
            match &event.kind {
                EventKind::Input { input, .. } => teller.heard(input, event),
                EventKind::Intent { intent, .. } => teller.intended(intent, event.at),
            }
        }
        teller.story.tally = Tally::of(events);
        teller.story
    }

    /// The names of all pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().flat_map(|step| {
            let looked = step.page.iter().filter_map(|page| page.picture.as_deref());
            let taken = step.moments.iter().filter_map(|moment| match moment {
                Moment::Act(act) => act.outcome.as_ref()?.picture.as_deref(),
                Moment::Request { .. } | Moment::Question { .. } | Moment::Problem(_) | Moment::Remark(_) => None,
            });
            looked.chain(taken)
        })
    }
}

/// The story so far, with what the next event needs from earlier ones.
#[derive(Default)]
struct Teller {
    story: Story,
    page: Option<Snapshot>,
    facts: Option<Facts>,
    /// The newest look that has a picture, and its step.
    pictured: Option<(usize, Snapshot)>,
    acts: u32,
}

impl Teller {
    fn intended(&mut self, intent: &Intent, at: Millis) {
        match intent {
            Intent::Act { action, class, by } => {
                self.acts += 1;
                let words = words::action(action, self.page.as_ref(), self.facts.as_ref());
                let act = Act {
                    number: self.acts,
                    words,
                    class: *class,
                    by: by.clone(),
                    began: at,
                    took: None,
                    outcome: None,
                };
                self.push(Moment::Act(act));
                if let Some(target) = action.target()
                    && let Some((step, look)) = &self.pictured
                    && let Some(bounds) = look.node(target).and_then(|node| node.bounds)
                    && let Some(page) = self.story.steps.get_mut(*step).and_then(|step| step.page.as_mut())
                {
                    page.marks.push((self.acts, bounds));
                }
            }
            Intent::ResolveRequest { request, release } => {
                self.push(Moment::Request { request: request.clone(), release: *release, outcome: None });
            }
            Intent::AskPerson(question) => {
                self.story.open = Some(question.clone());
                self.push(Moment::Question { question: question.clone(), reply: None });
            }
            Intent::Finish(ending) => {
                self.story.open = None;
                self.story.ending = Some(ending.clone());
            }
            Intent::Observe { .. }
            | Intent::AskBrain
            | Intent::Verify
            | Intent::Extract
            | Intent::ResolveRefs(_)
            | Intent::ReportResult(_)
            | Intent::HandOver
            | Intent::TakeBack
            | Intent::Inspect(_) => {}
        }
    }

    fn heard(&mut self, input: &Input, event: &Event) {
        match input {
            Input::Started(task) => {
                self.story.task = Some(task.clone());
                self.story.started = event.wall;
            }
            Input::Observed(page) => self.looked(page, event.at),
            Input::Answered(answer) => self.answered(answer),
            Input::Extracted(answer) => {
                if let Some(step) = self.story.steps.last_mut() {
                    step.usage += answer.usage;
                }
                self.push(Moment::Remark("A brain read the page for its data."));
            }
            Input::NotObserved { why, .. } | Input::NotAnswered { why, .. } => {
                self.push(Moment::Problem(words::shown(why, MOST_TEXT)));
            }
            Input::Inspected(facts) => self.facts = Some(facts.clone()),
            Input::NotInspected(outcome) => self.push(Moment::Problem(words::shown(&outcome.text, MOST_TEXT))),
            Input::Acted(came_of_it) => {
                self.facts = None;
                if let Some(Moment::Act(act)) = self.last(|moment| matches!(moment, Moment::Act(_))) {
                    act.took = Some(event.at.0.saturating_sub(act.began.0));
                    act.outcome = Some(came_of_it.clone());
                }
            }
            Input::RequestResolved(came_of_it) => {
                if let Some(Moment::Request { outcome, .. }) =
                    self.last(|moment| matches!(moment, Moment::Request { .. }))
                {
                    *outcome = Some(came_of_it.clone());
                }
            }
            Input::Replied(said) => {
                self.story.open = None;
                if let Some(Moment::Question { reply, .. }) =
                    self.last(|moment| matches!(moment, Moment::Question { .. }))
                {
                    *reply = Some(said.clone());
                }
            }
            Input::BrainChanged(_) => self.push(Moment::Remark("Another brain goes on.")),
            Input::TakenOver => self.push(Moment::Remark("The person took the browser.")),
            Input::Pause => self.push(Moment::Remark("Paused.")),
            Input::Continue => self.push(Moment::Remark("Continued.")),
            Input::Cancel => self.push(Moment::Remark("Cancelled by the person.")),
            Input::Resumed => self.push(Moment::Remark("Interrupted here, and taken up again with a new browser.")),
            Input::CallWithdrawn => self.push(Moment::Remark("The agent gave up waiting.")),
            Input::Closed => self.push(Moment::Remark("The agent has left.")),
            Input::ToolCalled(_)
            | Input::RefsResolved(_)
            | Input::HandedOver(_)
            | Input::TakenBack
            | Input::TimerFired => {}
        }
    }

    fn looked(&mut self, page: &Snapshot, at: Millis) {
        let seen = Seen {
            title: words::shown(&page.title, 120),
            url: words::shown(&page.url, 300),
            elements: page.nodes.iter().filter(|node| node.target.is_some()).count(),
            picture: page.picture.clone(),
            viewport: page.viewport,
            marks: Vec::new(),
        };
        self.story.steps.push(Step { at, page: Some(seen), ..Step::default() });
        if page.picture.is_some() {
            self.pictured = Some((self.story.steps.len() - 1, page.clone()));
        }
        self.page = Some(page.clone());
    }

    fn answered(&mut self, answer: &BrainAnswer) {
        let problem = words::botched(answer, self.page.as_ref());
        if let Some(step) = self.story.steps.last_mut() {
            step.said = words::paragraphs(&answer.text);
            step.usage += answer.usage;
            step.moments.extend(problem.map(Moment::Problem));
        }
    }

    fn push(&mut self, moment: Moment) {
        if let Some(step) = self.story.steps.last_mut() {
            step.moments.push(moment);
        }
    }

    /// The newest moment of a kind; an answer may come after a later step has begun.
    fn last(&mut self, is_it: impl Fn(&Moment) -> bool) -> Option<&mut Moment> {
        self.story.steps.iter_mut().rev().flat_map(|step| step.moments.iter_mut().rev()).find(|moment| is_it(moment))
    }
}

const MOST_TEXT: usize = 600;

#[cfg(test)]
mod tests;
