//! Reads from the page the facts by which the guard judges an action: origin, role, name, field kind, form.
//!
//! The facts are read again for each action, because the page may have changed since the last look. Nothing is decided
//! here, and nothing that the page or a person could notice changes. Start reading at [`Inspector::inspect`].

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::hints::Hints;
use crate::looking::Looker;
use crate::pointing::click::{LISTENERS_KNOWN_WITHIN, is_list_item};
use crate::pointing::mouse::Spot;
use crate::pointing::pre_aim::PreAim;
use crate::pointing::{Arming, Points, PreAims, PressedInput};
use std::sync::Arc;
use std::sync::PoisonError;
use webhand_model::{Action, Facts, FieldKind, Form, Outcome, Ref, TargetFacts, clean};
use webhand_rt::{Instant, timeout};
use webhand_wire::{PageCommand, PageFacts, PageFieldKind, PageReply};

use crate::action_error::ActionError;
use crate::body::HIDDEN;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, refused, unexpected};
use crate::fields::validate::sound;

/// Reads the facts that the guard judges an action by.
#[derive(Debug)]
pub(crate) struct Inspector {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    pressed_input: Arc<PressedInput>,
    hints: Arc<Hints>,
    looker: Arc<Looker>,
    pages: Arc<Pages>,
    points: Arc<Points>,
    pre_aims: Arc<PreAims>,
}

impl Inspector {
    #[expect(clippy::too_many_arguments, reason = "each argument is one part that this one builds on")]
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        pressed_input: &Arc<PressedInput>,
        hints: &Arc<Hints>,
        looker: &Arc<Looker>,
        pages: &Arc<Pages>,
        points: &Arc<Points>,
        pre_aims: &Arc<PreAims>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            pressed_input: Arc::clone(pressed_input),
            hints: Arc::clone(hints),
            looker: Arc::clone(looker),
            pages: Arc::clone(pages),
            points: Arc::clone(points),
            pre_aims: Arc::clone(pre_aims),
        }
    }
}

impl Inspector {
    pub(crate) async fn inspect(&self, action: &Action) -> Result<Facts, Outcome> {
        let _turn = self.access.turn.lock().await;
        match self.facts(action).await {
            Ok(facts) => Ok(facts),
            Err(error) => Err(self.looker.with_successors(action, error).await.into()),
        }
    }

    async fn facts(&self, action: &Action) -> Result<Facts, ActionError> {
        sound(action)?;
        let page = Facts {
            origin: self
                .access
                .read(|world| world.top(world.current(self.access.lease)?.id).map(|frame| frame.origin.clone())),
            ..Facts::default()
        };
        if let Some(target) = action.target() {
            let Inspected { facts, changed } = self.facts_of(action, target).await?;
            self.looker.still_called(action, &facts).await?;
            self.looker.still_means(action, target, changed).await?;
            return Ok(facts);
        }
        let element = if matches!(action, Action::Press { .. } | Action::Type { .. }) {
            let focused = self.focused().await?;
            self.arming.note_focus(focused.clone());
            focused
        } else if let Action::ClickAt { x, y, .. } | Action::HoverAt { x, y } = action {
            self.points.judge_at(Some((*x, *y))).await?
        } else if let Action::DragAt { from, .. } = action {
            self.points.judge_at(Some((from.x, from.y))).await?
        } else if let Action::Mouse { x, y, .. } = action {
            self.points.judge_at(x.zip(*y)).await?
        } else {
            None
        };
        match element {
            Some(element) => {
                let Inspected { facts, changed } = self.facts_about(&element).await?;
                self.looker.still_means(action, element.target, changed).await?;
                Ok(facts)
            }
            None => Ok(page),
        }
    }

    async fn facts_of(&self, action: &Action, target: Ref) -> Result<Inspected, ActionError> {
        let element = self.elements.element(target)?;
        if matches!(action, Action::Click { .. }) && self.may_pre_aim(&element) {
            return self.inspect_and_pre_aim(&element).await;
        }
        self.facts_about(&element).await
    }

    async fn facts_about(&self, element: &Element) -> Result<Inspected, ActionError> {
        let mut facts = self.ask_facts(element, false).await?;
        let changed = facts.changed.take();
        Ok(Inspected { facts: self.to_guard_facts(element, facts), changed })
    }

    /// The facts that the element's page script returns; with `aim`, also a point for a click if finding one takes no
    /// time.
    pub(crate) async fn ask_facts(&self, element: &Element, aim: bool) -> Result<PageFacts, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::Inspect { node: element.node, aim }).await?;
        let PageReply::Inspected(facts) = reply else { return Err(unexpected(&reply)) };
        Ok(facts)
    }

    /// Converts the page script's facts to the guard's type and adds the origin of the element's frame.
    pub(crate) fn to_guard_facts(&self, element: &Element, facts: PageFacts) -> Facts {
        let origin = self.access.read(|world| world.frames.get(&element.place.frame).map(|frame| frame.origin.clone()));
        self.note_secrets(element, &facts);
        Facts { origin, target: Some(target_facts(facts)), ..Facts::default() }
    }

    /// Remembers the names of the form's secret fields, whose values the page script does not return.
    fn note_secrets(&self, element: &Element, facts: &PageFacts) {
        let fields = facts.form.iter().flat_map(|form| &form.fields);
        let mut secret = fields.filter(|[_, value]| value == HIDDEN).map(|[name, _]| name.clone()).peekable();
        if secret.peek().is_none() {
            return;
        }
        self.access.change(|world| {
            if let Some(frame) = world.frames.get_mut(&element.place.frame) {
                let room = MOST_SECRET_NAMES.saturating_sub(frame.secret_names.len());
                frame.secret_names.extend(secret.take(room));
            }
        });
    }

    /// The element that has the focus, in the tab's top document or a nested frame.
    async fn focused(&self) -> Result<Option<Element>, ActionError> {
        self.access.unblocked()?;
        let Ok(mut place) = self.pages.page() else { return Ok(None) };
        let mut found = None;
        for _ in 0..MOST_NESTING {
            let Some(node) = self.focused_in(&place).await? else { break };
            let Some(target) = self.access.change(|world| world.name(place.document, node)) else { break };
            found = Some(Element { target, node, place: place.clone(), called: target.to_string(), role: None });
            let Some(inner) = self.pages.child_in(&place, node).await else { break };
            place = inner;
        }
        Ok(found)
    }

    async fn focused_in(&self, place: &FrameDocument) -> Result<Option<u32>, ActionError> {
        if self.access.read(|world| world.frames.get(&place.frame).is_none_or(|frame| frame.script_world.is_none())) {
            return Ok(None);
        }
        let reply = self.pages.ask(place, &PageCommand::Focused {}, CALLED_WITHIN).await?;
        if let PageReply::Number { node } = reply { Ok(node) } else { Err(refused(reply)) }
    }

    /// Whether an element may be aimed at before the guard has approved the click.
    pub(crate) fn may_pre_aim(&self, element: &Element) -> bool {
        let is_alone = self.access.read(|world| world.frames.in_tab(element.place.tab).count() == 1);
        // Held input has to be released and armed documents disarmed before anything new is armed.
        let is_free = !self.pressed_input.holds_anything()
            && self.arming.armed.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        is_alone && is_free && !is_list_item(element)
    }

    /// Reads the facts of an element that is probably clicked next, and aims at it in the same call to the page. There
    /// is no pre-aim if the element would have to be scrolled into view or watched first.
    async fn inspect_and_pre_aim(&self, element: &Element) -> Result<Inspected, ActionError> {
        let listeners = timeout(LISTENERS_KNOWN_WITHIN, self.hints.press_listeners_known(&element.place));
        let (facts, listeners_known) = tokio::join!(self.ask_facts(element, true), listeners);
        let mut facts = facts?;
        if let Some(aimed) = facts.aimed.take() {
            let (spot, armed) = (Spot::of(&aimed), vec![element.place.clone()]);
            let listeners_known = listeners_known.unwrap_or(false);
            let pre_aim = PreAim { target: element.target, at: Instant::now(), spot, armed, listeners_known };
            self.pre_aims.replace(Some(pre_aim));
        }
        let changed = facts.changed.take();
        Ok(Inspected { facts: self.to_guard_facts(element, facts), changed })
    }
}

/// The facts for the guard, and what makes the element mean something else than at the last look.
struct Inspected {
    facts: Facts,
    changed: Option<String>,
}

fn target_facts(facts: PageFacts) -> TargetFacts {
    TargetFacts {
        role: facts.role,
        name: clean(&facts.name),
        field: field_kind(facts.field),
        href: facts.href,
        submits: facts.submits,
        enter_submits: facts.enter_submits,
        form: facts.form.map(|form| Form { action: form.action, method: form.method, fields: form.fields }),
    }
}

fn field_kind(kind: PageFieldKind) -> FieldKind {
    match kind {
        PageFieldKind::None => FieldKind::None,
        PageFieldKind::Text => FieldKind::Text,
        PageFieldKind::Password => FieldKind::Password,
        PageFieldKind::OneTimeCode => FieldKind::OneTimeCode,
        PageFieldKind::Card => FieldKind::Card,
        PageFieldKind::File => FieldKind::File,
        PageFieldKind::Choice => FieldKind::Choice,
    }
}

const MOST_NESTING: u32 = 40;
const MOST_SECRET_NAMES: usize = 1_000;
