//! Converts a journal into a timeline: steps with their page, their items, and the end of the run.

use webhand_model::{
    Action, ActionClass, Approver, BrainAnswer, Event, EventKind, Facts, HeldRequest, Input, Intent, Millis, Outcome,
    OutcomeStatus, PersonReply, Question, RunOutcome, Snapshot, Task, Usage, Viewport,
};

use crate::display;
use crate::run_totals::RunTotals;

/// The timeline of a run.
#[derive(Debug, Default)]
pub struct Timeline {
    pub task: Option<Task>,
    /// Milliseconds since 1970.
    pub started: u64,
    pub steps: Vec<TimelineStep>,
    pub ending: Option<RunOutcome>,
    /// The question that the run waits for.
    pub open: Option<Question>,
    pub totals: RunTotals,
    /// Its texts have placeholders in the place of personal data.
    pub is_shared: bool,
}

/// The events from one look to the next. The first step comes before any look.
#[derive(Debug, Default)]
pub struct TimelineStep {
    pub at: Millis,
    pub page: Option<StepPage>,
    pub said: String,
    pub usage: Usage,
    pub items: Vec<TimelineItem>,
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepResult {
    Good,
    /// Something was refused, is in doubt or was asked.
    Held,
    Failed,
}

impl TimelineStep {
    /// The worst of what happened in it.
    pub fn result(&self) -> StepResult {
        self.items.iter().map(TimelineItem::result).max().unwrap_or(StepResult::Good)
    }
}

impl TimelineItem {
    fn result(&self) -> StepResult {
        match self {
            Self::Action(PerformedAction { outcome, .. }) | Self::Request { outcome, .. } => {
                match outcome.as_ref().map(|outcome| outcome.status) {
                    Some(OutcomeStatus::Done) => StepResult::Good,
                    Some(OutcomeStatus::Failed(_)) => StepResult::Failed,
                    Some(OutcomeStatus::Refused | OutcomeStatus::InDoubt) | None => StepResult::Held,
                }
            }
            Self::Question { .. } => StepResult::Held,
            Self::Problem(_) => StepResult::Failed,
            Self::Remark(_) | Self::Told(_) => StepResult::Good,
        }
    }
}

/// A look at a page.
#[derive(Debug, Default)]
pub struct StepPage {
    pub title: String,
    pub url: String,
    pub elements: usize,
    /// The page as a model is shown it.
    pub text: String,
    pub picture: Option<String>,
    pub viewport: Viewport,
    /// The picture was taken with an earlier look at the same page.
    pub is_earlier: bool,
    /// The touched elements that are on the picture, by the number of their action.
    pub marks: Vec<(u32, [i32; 4])>,
}

/// Something that happened in a step.
#[derive(Debug)]
pub enum TimelineItem {
    Action(PerformedAction),
    Request {
        request: HeldRequest,
        release: bool,
        outcome: Option<Outcome>,
    },
    Question {
        question: Question,
        reply: Option<PersonReply>,
    },
    /// A problem outside of an action.
    Problem(String),
    Remark(&'static str),
    /// The message of the person to the brain.
    Told(String),
}

/// An action that was performed.
#[derive(Debug)]
pub struct PerformedAction {
    /// The number of the action in the run, also shown by the marks on pictures.
    pub number: u32,
    pub words: String,
    pub class: ActionClass,
    pub by: Approver,
    pub began: Millis,
    pub took: Option<u64>,
    pub outcome: Option<Outcome>,
}

impl Timeline {
    pub fn from_events(events: &[Event]) -> Self {
        let mut builder = TimelineBuilder::default();
        builder.timeline.steps.push(TimelineStep::default());
        for event in events {
            match &event.kind {
                EventKind::Input { input, .. } => builder.apply_input(input, event),
                EventKind::Intent { intent, .. } => builder.apply_intent(intent, event.at),
            }
        }
        builder.timeline.totals = RunTotals::from_events(events);
        builder.timeline
    }

    /// The names of all pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().flat_map(|step| {
            let of_pages = step.page.iter().filter(|page| !page.is_earlier).filter_map(|page| page.picture.as_deref());
            let of_actions = step.items.iter().filter_map(|item| match item {
                TimelineItem::Action(act) => act.outcome.as_ref()?.picture.as_deref(),
                TimelineItem::Request { .. }
                | TimelineItem::Question { .. }
                | TimelineItem::Problem(_)
                | TimelineItem::Remark(_)
                | TimelineItem::Told(_) => None,
            });
            of_pages.chain(of_actions)
        })
    }
}

/// The timeline so far, and the state that later events need.
#[derive(Default)]
struct TimelineBuilder {
    timeline: Timeline,
    page: Option<Snapshot>,
    facts: Option<Facts>,
    /// The newest page with a picture.
    pictured: Option<Snapshot>,
    acts: u32,
}

impl TimelineBuilder {
    fn apply_intent(&mut self, intent: &Intent, at: Millis) {
        match intent {
            Intent::Act { action, class, by, .. } => {
                self.acts += 1;
                let words = display::action(action, self.page.as_ref(), self.facts.as_ref());
                let act = PerformedAction {
                    number: self.acts,
                    words,
                    class: *class,
                    by: *by,
                    began: at,
                    took: None,
                    outcome: None,
                };
                self.push(TimelineItem::Action(act));
                self.mark_target(action);
            }
            Intent::ResolveRequest { request, release } => {
                self.push(TimelineItem::Request { request: request.clone(), release: *release, outcome: None });
            }
            Intent::AskPerson(question) => {
                self.timeline.open = Some(question.clone());
                self.push(TimelineItem::Question { question: question.clone(), reply: None });
            }
            Intent::Park { why } => {
                self.push(TimelineItem::Problem(format!("Parked: {}", display::one_line(why, MOST_TEXT))));
            }
            Intent::Finish(ending) => {
                self.timeline.open = None;
                self.timeline.ending = Some(ending.clone());
            }
            Intent::UseDebugger => self.push(TimelineItem::Remark("The run goes on with the browser's debugger.")),
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

    /// Marks the element that an action touches in the picture of its step.
    fn mark_target(&mut self, action: &Action) {
        if let Some(target) = action.target()
            && let Some(look) = &self.pictured
            && let Some(bounds) = look.node(target).and_then(|node| node.bounds)
            && let Some(page) = self.timeline.steps.last_mut().and_then(|step| step.page.as_mut())
            && page.picture == look.picture
        {
            page.marks.push((self.acts, bounds));
        }
    }

    fn apply_input(&mut self, input: &Input, event: &Event) {
        match input {
            Input::Started(task) => {
                self.timeline.task = Some(task.clone());
                self.timeline.started = event.wall;
            }
            Input::Observed(page) => self.add_page(page, event.at),
            Input::Answered(answer) => self.add_answer(answer),
            Input::Extracted(answer) => self.add_extraction(answer),
            Input::NotObserved { why, .. } | Input::NotAnswered { why, .. } | Input::BrainUnavailable { why, .. } => {
                self.push(TimelineItem::Problem(display::one_line(why, MOST_TEXT)));
            }
            Input::Inspected(facts) => self.facts = Some(facts.clone()),
            Input::NotInspected(outcome) => {
                self.push(TimelineItem::Problem(display::one_line(&outcome.text, MOST_TEXT)));
            }
            Input::Acted(done) => {
                self.facts = None;
                if let Some(TimelineItem::Action(act)) = self.last(|item| matches!(item, TimelineItem::Action(_))) {
                    act.took = Some(event.at.0.saturating_sub(act.began.0));
                    act.outcome = Some(done.clone());
                }
            }
            Input::RequestResolved(done) => {
                if let Some(TimelineItem::Request { outcome, .. }) =
                    self.last(|item| matches!(item, TimelineItem::Request { .. }))
                {
                    *outcome = Some(done.clone());
                }
            }
            Input::Replied(said) | Input::RepliedFrom { reply: said, .. } => {
                self.timeline.open = None;
                if let Some(TimelineItem::Question { reply, .. }) =
                    self.last(|item| matches!(item, TimelineItem::Question { .. }))
                {
                    *reply = Some(said.clone());
                }
            }
            Input::BrainChanged(_) => self.push(TimelineItem::Remark("Another brain goes on.")),
            Input::Told(text) => self.push(TimelineItem::Told(display::one_line(text, MOST_TEXT))),
            Input::TakenOver => self.push(TimelineItem::Remark("The person took the browser.")),
            Input::Pause => self.push(TimelineItem::Remark("Paused.")),
            Input::Continue => self.push(TimelineItem::Remark("Continued.")),
            Input::Cancel => self.push(TimelineItem::Remark("Cancelled by the person.")),
            Input::Resumed => {
                self.push(TimelineItem::Remark("Interrupted here, and taken up again with a new browser."));
            }
            Input::CallWithdrawn => self.push(TimelineItem::Remark("The agent gave up waiting.")),
            Input::Closed => self.push(TimelineItem::Remark("The agent has left.")),
            // The outcome of the next action tells of it too, and with the answer.
            Input::SentByGrant(_)
            | Input::ToolCalled(_)
            | Input::RefsResolved(_)
            | Input::HandedOver(_)
            | Input::TakenBack
            | Input::TimerFired => {}
        }
    }

    fn add_page(&mut self, page: &Snapshot, at: Millis) {
        if page.picture.is_some() {
            self.pictured = Some(page.clone());
        }
        let earlier = self.pictured.as_ref().filter(|earlier| page.picture.is_none() && earlier.url == page.url);
        let pictured = earlier.unwrap_or(page);
        let seen = StepPage {
            title: display::one_line(&page.title, 120),
            url: display::one_line(&page.url, 300),
            elements: page.nodes.iter().filter(|node| node.target.is_some()).count(),
            text: page.render_compact(MOST_SHOWN_TOKENS).text,
            picture: pictured.picture.clone(),
            viewport: pictured.viewport,
            is_earlier: earlier.is_some(),
            marks: Vec::new(),
        };
        self.timeline.steps.push(TimelineStep { at, page: Some(seen), ..TimelineStep::default() });
        self.page = Some(page.clone());
    }

    fn add_answer(&mut self, answer: &BrainAnswer) {
        let problem = display::answer_problem(answer, self.page.as_ref());
        if let Some(step) = self.timeline.steps.last_mut() {
            step.said = display::paragraphs(&answer.text);
            step.usage += answer.usage;
            step.items.extend(problem.map(TimelineItem::Problem));
        }
    }

    fn add_extraction(&mut self, answer: &BrainAnswer) {
        if let Some(step) = self.timeline.steps.last_mut() {
            step.usage += answer.usage;
        }
        self.push(TimelineItem::Remark("A brain read the page for its data."));
    }

    fn push(&mut self, item: TimelineItem) {
        if let Some(step) = self.timeline.steps.last_mut() {
            step.items.push(item);
        }
    }

    /// The newest item that matches; an answer may come after a later step has begun.
    fn last(&mut self, is_it: impl Fn(&TimelineItem) -> bool) -> Option<&mut TimelineItem> {
        self.timeline.steps.iter_mut().rev().flat_map(|step| step.items.iter_mut().rev()).find(|item| is_it(item))
    }
}

const MOST_TEXT: usize = 600;
const MOST_SHOWN_TOKENS: usize = 2_000;

#[cfg(test)]
mod tests;
