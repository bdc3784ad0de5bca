//! What the guard has to know about an action, read freshly.

use webhand_model::{Action, Facts, FieldKind, Form, Outcome, Ref, TargetFacts, clean};
use webhand_wire::{FieldKind as PageField, PageCommand, PageFacts, PageReply};

use super::Hands;
use super::element::Element;
use super::place::{CALLED_WITHIN, Place, refused, unexpected};
use super::sound::sound;
use crate::body::HIDDEN;
use crate::trouble::Trouble;

impl Hands {
    pub(crate) async fn inspect(&self, action: &Action) -> Result<Facts, Outcome> {
        let _turn = self.turn.lock().await;
        match self.facts(action).await {
            Ok(facts) => Ok(facts),
            Err(trouble) => Err(self.with_successors(action, trouble).await.into()),
        }
    }

    async fn facts(&self, action: &Action) -> Result<Facts, Trouble> {
        sound(action)?;
        let page = Facts {
            origin: self.read(|world| world.top(world.current(self.lease)?.id).map(|frame| frame.origin.clone())),
            ..Facts::default()
        };
        if let Some(target) = action.target() {
            let facts = self.facts_of(action, target).await?;
            self.still_called(action, &facts).await?;
            return Ok(facts);
        }
        let element = if matches!(action, Action::Press { .. } | Action::Type { .. }) {
            self.focused().await?
        } else if let Action::ClickAt { x, y, .. } | Action::HoverAt { x, y } = action {
            self.judge_at(Some((*x, *y))).await?
        } else if let Action::DragAt { from, .. } = action {
            self.judge_at(Some((from.x, from.y))).await?
        } else if let Action::Mouse { x, y, .. } = action {
            self.judge_at(x.zip(*y)).await?
        } else {
            None
        };
        match element {
            Some(element) => self.facts_about(&element).await,
            None => Ok(page),
        }
    }

    async fn facts_of(&self, action: &Action, target: Ref) -> Result<Facts, Trouble> {
        let element = self.element(target)?;
        if matches!(action, Action::Click { .. }) && self.may_aim_ahead(&element) {
            return self.facts_and_aim(&element).await;
        }
        self.facts_about(&element).await
    }

    async fn facts_about(&self, element: &Element) -> Result<Facts, Trouble> {
        let facts = self.inspected(element, false).await?;
        Ok(self.in_guards_words(element, facts))
    }

    /// What the element's document says of it.
    pub(super) async fn inspected(&self, element: &Element, aim: bool) -> Result<PageFacts, Trouble> {
        let reply = self.ask_about(element, &PageCommand::Inspect { node: element.node, aim }).await?;
        let PageReply::Inspected(facts) = reply else { return Err(unexpected(&reply)) };
        Ok(facts)
    }

    /// The same in the guard's words.
    pub(super) fn in_guards_words(&self, element: &Element, facts: PageFacts) -> Facts {
        let origin = self.read(|world| world.frames.get(&element.place.frame).map(|frame| frame.origin.clone()));
        self.note_secrets(element, &facts);
        Facts { origin, target: Some(target_facts(facts)), ..Facts::default() }
    }

    /// Remembers which fields of the form are told by their names only.
    fn note_secrets(&self, element: &Element, facts: &PageFacts) {
        let fields = facts.form.iter().flat_map(|form| &form.fields);
        let mut secret = fields.filter(|[_, value]| value == HIDDEN).map(|[name, _]| name.clone()).peekable();
        if secret.peek().is_none() {
            return;
        }
        self.change(|world| {
            if let Some(frame) = world.frames.get_mut(&element.place.frame) {
                let room = MOST_SECRET_NAMES.saturating_sub(frame.secret_names.len());
                frame.secret_names.extend(secret.take(room));
            }
        });
    }

    /// The element that has the focus, looked for through child frames.
    async fn focused(&self) -> Result<Option<Element>, Trouble> {
        self.unblocked()?;
        let Ok(mut place) = self.page() else { return Ok(None) };
        let mut found = None;
        for _ in 0..MOST_NESTING {
            let Some(node) = self.focused_in(&place).await? else { break };
            let Some(target) = self.change(|world| world.name(place.document, node)) else { break };
            found = Some(Element { target, node, place: place.clone(), called: target.to_string() });
            let Some(inner) = self.child_in(&place, node).await else { break };
            place = inner;
        }
        Ok(found)
    }

    async fn focused_in(&self, place: &Place) -> Result<Option<u32>, Trouble> {
        if self.read(|world| world.frames.get(&place.frame).is_none_or(|frame| frame.context.is_none())) {
            return Ok(None);
        }
        match self.ask(place, &PageCommand::Focused {}, CALLED_WITHIN).await? {
            PageReply::Number { node } => Ok(node),
            reply => Err(refused(reply)),
        }
    }

    /// The document inside an `<iframe>`.
    pub(super) async fn child_in(&self, place: &Place, node: u32) -> Option<Place> {
        for frame in self.read(|world| world.frames.children(&place.frame)) {
            if let Ok(Some((_, number))) = self.owner(&frame).await
                && number == node
            {
                return self.read(|world| world.frames.get(&frame).map(|child| Place::of(&frame, child)));
            }
        }
        None
    }
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

fn field_kind(kind: PageField) -> FieldKind {
    match kind {
        PageField::None => FieldKind::None,
        PageField::Text => FieldKind::Text,
        PageField::Password => FieldKind::Password,
        PageField::OneTimeCode => FieldKind::OneTimeCode,
        PageField::Card => FieldKind::Card,
        PageField::File => FieldKind::File,
        PageField::Choice => FieldKind::Choice,
    }
}

const MOST_NESTING: u32 = 40;
const MOST_SECRET_NAMES: usize = 1_000;
