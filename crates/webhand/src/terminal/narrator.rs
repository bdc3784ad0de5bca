//! Tells a run as it happens: the next line of the journal in, lines for a person out. Pure.

use webhand_model::{
    BrainAnswer, Event, EventKind, Facts, Input, Intent, Millis, Outcome, OutcomeStatus, PersonReply, Question,
    Snapshot, Task, Usage,
};

use super::screen::Show;
use super::{Line, Mark};
use crate::words;

/// Remembers what the next line needs from earlier ones.
#[derive(Debug, Default)]
pub struct Narrator {
    page: Option<Box<Snapshot>>,
    facts: Option<Facts>,
    /// What is under way, in words.
    doing: String,
    since: Millis,
    by_person: bool,
    steps: u32,
    /// What all answers so far took.
    usage: Usage,
    /// The number of a step whose page was seen before, until something is told in it.
    untold: Option<u32>,
}

impl Narrator {
    /// Knows what happened so far, and tells only what the run is about.
    pub fn going_on(earlier: &[Event], mut show: impl FnMut(Show)) -> Self {
        let mut narrator = Self::default();
        for event in earlier {
            let told = narrator.tell(event);
            if matches!(event.kind, EventKind::Input { input: Input::Started(_), .. }) {
                told.into_iter().for_each(&mut show);
            }
        }
        narrator
    }

    pub fn tell(&mut self, event: &Event) -> Vec<Show> {
        match &event.kind {
            EventKind::Input { input, .. } => {
                let took = words::duration(event.at.0.saturating_sub(self.since.0));
                self.heard(input, took)
            }
            EventKind::Intent { intent, .. } => {
                self.since = event.at;
                self.intended(intent)
            }
        }
    }

    fn intended(&mut self, intent: &Intent) -> Vec<Show> {
        match intent {
            Intent::Observe { .. } => vec![Show::wait("looking")],
            Intent::AskBrain => vec![Show::Wait(self.thinking())],
            Intent::Verify => vec![Show::wait("having it checked")],
            Intent::Extract => vec![Show::wait("having the page read")],
            Intent::Inspect(action) => {
                self.doing = words::action(action, self.page.as_deref(), None);
                vec![Show::wait(&self.doing)]
            }
            Intent::Act { action, by, .. } => {
                self.doing = words::action(action, self.page.as_deref(), self.facts.as_ref());
                self.by_person = by == "person";
                vec![Show::wait(&self.doing)]
            }
            Intent::ResolveRequest { request, release } => {
                self.by_person = false;
                let verb = if *release { "send" } else { "stop" };
                self.doing = format!("{verb} {}", words::request(request));
                vec![Show::wait(&self.doing)]
            }
            Intent::AskPerson(question) => vec![Show::Question(question.clone())],
            Intent::ResolveRefs(_) | Intent::ReportResult(_) | Intent::HandOver | Intent::TakeBack => Vec::new(),
            Intent::Finish(_) => vec![Show::Wait(String::new())],
        }
    }

    fn heard(&mut self, input: &Input, took: String) -> Vec<Show> {
        match input {
            Input::Started(task) => started(task),
            Input::Observed(page) => self.observed(page, took),
            Input::Answered(answer) => self.answered(answer, &took),
            Input::Extracted(answer) => {
                self.usage += answer.usage;
                let cost = format!("{took}, {}", words::usage(&answer.usage));
                vec![Line::new(Mark::Note, "a brain read the page for its data").with_aside(cost).into()]
            }
            Input::NotObserved { why, .. } | Input::NotAnswered { why, .. } => {
                vec![
                    Line::new(Mark::Failed, words::shown(why, MOST_TEXT)).with_aside(took).into(),
                    Show::wait("resting"),
                ]
            }
            Input::Inspected(facts) => {
                self.facts = Some(facts.clone());
                Vec::new()
            }
            Input::NotInspected(outcome) | Input::RequestResolved(outcome) => vec![self.came_of_it(outcome, &took)],
            Input::Acted(outcome) => {
                let shown = self.came_of_it(outcome, &took);
                self.facts = None;
                vec![shown]
            }
            Input::Replied(reply) => vec![Line::new(Mark::Note, replied(reply)).into()],
            Input::BrainChanged(brain) => vec![note(&format!("{} goes on", words::shown(brain, 80)))],
            Input::TakenOver => vec![note("the browser is yours")],
            Input::Pause => vec![note("paused")],
            Input::Continue | Input::TakenBack => vec![note("going on")],
            Input::Cancel => vec![note("cancelled")],
            Input::Resumed => vec![note("taken up again with a new browser")],
            Input::CallWithdrawn => vec![note("the agent gave up waiting")],
            Input::Closed => vec![note("the agent has left")],
            Input::ToolCalled(_) | Input::RefsResolved(_) | Input::HandedOver(_) | Input::TimerFired => Vec::new(),
        }
    }

    /// What is waited for, with what was spent so far.
    fn thinking(&self) -> String {
        if self.usage.tokens() == 0 {
            "thinking".to_owned()
        } else {
            format!("thinking ({} so far)", words::usage(&self.usage))
        }
    }

    fn observed(&mut self, page: &Snapshot, took: String) -> Vec<Show> {
        self.steps += 1;
        let same = self.page.as_ref().is_some_and(|last| last.url == page.url && last.title == page.title);
        if same {
            self.page = Some(Box::new(page.clone()));
            self.untold = Some(self.steps);
            return vec![Show::Wait(String::new())];
        }
        self.untold = None;
        let title = if page.title.is_empty() { "(no title)" } else { &page.title };
        let elements = page.nodes.iter().filter(|node| node.target.is_some()).count();
        let text = format!(
            "{} · {} · {}",
            words::shown(title, 60),
            words::shown(&page.url, 100),
            words::count(elements.try_into().unwrap_or(u64::MAX), "element")
        );
        self.page = Some(Box::new(page.clone()));
        vec![Line::new(Mark::Page(self.steps), text).with_aside(took).into()]
    }

    fn answered(&mut self, answer: &BrainAnswer, took: &str) -> Vec<Show> {
        let text = words::shown(&answer.text, MOST_TEXT);
        self.usage += answer.usage;
        let spent = answer.usage.tokens() > 0;
        let cost = if spent { format!("{took}, {}", words::usage(&answer.usage)) } else { String::new() };
        let said = (!text.is_empty()).then(|| Line::new(Mark::Said(self.untold.take()), text).with_aside(cost));
        let problem = words::botched(answer, self.page.as_deref()).map(|text| Line::new(Mark::Failed, text));
        said.into_iter().chain(problem).map(Show::from).collect()
    }

    fn came_of_it(&self, outcome: &Outcome, took: &str) -> Show {
        let mark = match outcome.status {
            OutcomeStatus::Done => Mark::Done,
            OutcomeStatus::Failed(_) => Mark::Failed,
            OutcomeStatus::Refused => Mark::Refused,
            OutcomeStatus::InDoubt => Mark::InDoubt,
        };
        let told = match outcome.status {
            OutcomeStatus::Done => words::changes(outcome, &self.doing),
            OutcomeStatus::Failed(_) | OutcomeStatus::Refused | OutcomeStatus::InDoubt => {
                words::shown(&outcome.text, MOST_TEXT)
            }
        };
        let allowed = if self.by_person { ", allowed by you" } else { "" };
        let text = if told.is_empty() { self.doing.clone() } else { format!("{}  {told}", self.doing) };
        Line::new(mark, text).with_aside(format!("{took}{allowed}")).into()
    }
}

fn started(task: &Task) -> Vec<Show> {
    let mut about = task.start.iter().map(|url| words::shown(url.as_str(), 100)).collect::<Vec<_>>();
    about.push(format!("brain {}", words::shown(&task.brain, 80)));
    vec![
        Line::new(Mark::Title, words::shown(&task.text, MOST_TEXT)).into(),
        Line::new(Mark::About, about.join(" · ")).into(),
    ]
}

fn replied(reply: &PersonReply) -> String {
    match reply {
        PersonReply::Yes => "answered: yes".to_owned(),
        PersonReply::No => "answered: no".to_owned(),
        PersonReply::Entered => "entered; it is not kept".to_owned(),
        PersonReply::Text(text) => format!("answered: {}", words::quoted(text)),
    }
}

fn note(text: &str) -> Show {
    Line::new(Mark::Note, text).into()
}

/// A question as lines in a frame.
pub(super) fn framed(question: &Question, room: usize) -> Vec<Line> {
    use super::width::{width, wrap};
    let inner = room.saturating_sub(FRAME).clamp(16, 96);
    let mut inside = wrap(&words::shown(&question.text, 1_000), inner);
    if !question.details.is_empty() {
        inside.push(String::new());
    }
    for detail in &question.details {
        inside.extend(
            wrap(&words::shown(detail, 300), inner.saturating_sub(2)).into_iter().map(|line| format!("  {line}")),
        );
    }
    for (at, option) in question.options.iter().enumerate() {
        inside.extend(wrap(&format!("{}) {}", at + 1, words::shown(option, 300)), inner));
    }
    let widest = inside.iter().map(|line| width(line)).max().unwrap_or(0).max(width(ASKS));
    let bar = |count: usize| "─".repeat(count);
    let mut lines = vec![format!("╭─{ASKS}{}─╮", bar(widest - width(ASKS)))];
    lines.extend(inside.iter().map(|line| format!("│ {line}{} │", " ".repeat(widest - width(line)))));
    lines.push(format!("╰─{}─╯", bar(widest)));
    lines.into_iter().map(|line| Line::new(Mark::Question, line)).collect()
}

/// The columns a frame takes with the indent before it.
const FRAME: usize = 6;
const ASKS: &str = " webhand asks ";
const MOST_TEXT: usize = 400;

#[cfg(test)]
mod tests;
