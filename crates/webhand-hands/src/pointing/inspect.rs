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
use std::time::Duration;
use webhand_guard::looks_random;
use webhand_model::{
    Action, ActionSubject, Aiming, Facts, FieldKind, Form, Outcome, PageContact, Ref, TargetFacts, clean,
};
use webhand_rt::{Instant, timeout};
use webhand_wire::{FormFacts, FormField, FormFieldKind, PageCommand, PageFacts, PageFieldKind, PageReply};

use crate::action_error::ActionError;
use crate::body::{Digester, filled_content, form_content, form_fields};
use crate::connection::AskMode;
use crate::documents::elements::{Element, gone};
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, refused, unexpected};
use crate::fields::validate::sound;
use crate::reading::page_tool::tool_origin;

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
            Ok(facts) => Ok(Facts { live_channel: self.has_live_channel(), ..facts }),
            Err(error) => Err(self.looker.with_successors(action, error).await.into()),
        }
    }

    /// Whether the current tab has an open connection, in a browser that cannot hold its messages.
    fn has_live_channel(&self) -> bool {
        self.access.read(|world| {
            let tab = world.current(self.access.lease).map(|tab| tab.id);
            world.ask_mode == AskMode::StopAndRepeat && tab.is_some_and(|tab| world.has_open_socket(tab))
        })
    }

    /// As [`Self::inspect`], for an owner whose turn it is.
    pub(crate) async fn facts(&self, action: &Action) -> Result<Facts, ActionError> {
        sound(action)?;
        let page = Facts {
            origin: self
                .access
                .read(|world| world.top(world.current(self.access.lease)?.id).map(|frame| frame.origin.clone())),
            ..Facts::default()
        };
        if let Action::PageTool { name, .. } = action {
            // The tool runs with the rights of the frame that offers it, whatever page the frame stands on.
            let offering = self.access.read(|world| tool_origin(world, world.current(self.access.lease)?.id, name));
            return Ok(Facts { origin: offering.or(page.origin), ..Facts::default() });
        }
        let element = match action.subject() {
            ActionSubject::Element(target) => {
                let Inspected { facts, changed } = self.facts_of(action, target).await?;
                self.looker.still_called(action, &facts).await?;
                self.looker.still_means(action, target, changed).await?;
                return Ok(facts);
            }
            ActionSubject::Focused => {
                let focused = self.focused().await?;
                self.arming.note_focus(focused.clone());
                focused
            }
            ActionSubject::Place(at) => self.points.judge_at(at).await?,
            ActionSubject::Page => None,
        };
        match element {
            Some(element) => {
                let Inspected { facts, changed } = self.facts_about(action, &element).await?;
                self.looker.still_means(action, element.target, changed).await?;
                Ok(facts)
            }
            None => Ok(page),
        }
    }

    async fn facts_of(&self, action: &Action, target: Ref) -> Result<Inspected, ActionError> {
        let element = self.elements.element(target)?;
        if action.properties().contact == PageContact::Touch && self.looker.is_told_gone(target) {
            return Err(gone(target));
        }
        if action.properties().aiming == Aiming::Early && self.may_pre_aim(&element) {
            return self.inspect_and_pre_aim(&element).await;
        }
        self.facts_about(action, &element).await
    }

    async fn facts_about(&self, action: &Action, element: &Element) -> Result<Inspected, ActionError> {
        let mut facts = self.ask_facts(element, false).await?;
        let changed = facts.changed.take();
        let text = if let Action::Fill { value, .. } = action { Some(value.as_str()) } else { None };
        Ok(Inspected { facts: self.to_guard_facts(element, facts, text).await, changed })
    }

    /// The facts that the element's page script returns; with `aim`, also a point for a click if finding one takes no
    /// time.
    pub(crate) async fn ask_facts(&self, element: &Element, aim: bool) -> Result<PageFacts, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::Inspect { node: element.node, aim }).await?;
        let PageReply::Inspected(facts) = reply else { return Err(unexpected(&reply)) };
        Ok(facts)
    }

    /// Converts the page script's facts to the guard's type and adds the origin of the element's frame. `text` is what the
    /// action fills into the element.
    async fn to_guard_facts(&self, element: &Element, facts: PageFacts, text: Option<&str>) -> Facts {
        let tokens = self.served_tokens(element, facts.form.as_ref()).await;
        let digester = self.access.read(|world| world.digester);
        let target = target_facts(facts, digester, &tokens, text);
        let content = target.form.as_ref().and_then(|form| form.content.as_ref());
        let origin = self.access.change(|world| {
            let frame = world.frames.get_mut(&element.place.frame)?;
            if let Some(content) = content {
                frame.known_fields.note(content);
            }
            Some(frame.origin.clone())
        });
        Facts { origin, target: Some(target), ..Facts::default() }
    }

    /// The hidden values of a form that look random and stand in the document as its server sent it.
    async fn served_tokens(&self, element: &Element, form: Option<&FormFacts>) -> Vec<String> {
        let fields = form.filter(|form| form.method == "post").map(|form| form.fields.as_slice()).unwrap_or_default();
        let is_candidate = |field: &&FormField| field.kind == FormFieldKind::Hidden && looks_random(&field.value);
        let mut candidates: Vec<String> = fields.iter().filter(is_candidate).map(|field| field.value.clone()).collect();
        if candidates.is_empty() {
            return candidates;
        }
        let place = &element.place;
        let shown = self.access.read(|world| {
            let frame = world.frames.get(&place.frame)?;
            Some((frame.session.clone(), frame.loader.clone()?))
        });
        let Some((session, loader)) = shown else { return Vec::new() };
        let navigation = self.access.browser.driver.navigation();
        // A document without a source, such as one that a script wrote, has no token that its server sent.
        let source = navigation.document_source(&session, &loader, SOURCE_WITHIN).await.unwrap_or_default();
        candidates.retain(|value| source.contains(value.as_str()));
        candidates
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
        Ok(Inspected { facts: self.to_guard_facts(element, facts, None).await, changed })
    }
}

/// The facts for the guard, and what makes the element mean something else than at the last look.
struct Inspected {
    facts: Facts,
    changed: Option<String>,
}

fn target_facts(facts: PageFacts, digester: Digester, tokens: &[String], text: Option<&str>) -> TargetFacts {
    let is_token = |field: &FormField| tokens.contains(&field.value);
    let form = |form: FormFacts| Form {
        fields: form_fields(&form),
        content: Some(form_content(&form, digester, is_token)),
        filled: text.and_then(|text| filled_content(&form, text, digester, is_token)),
        action: form.action,
        method: form.method,
        invalid: form.invalid.iter().map(|name| clean(name)).collect(),
    };
    TargetFacts {
        role: facts.role,
        name: clean(&facts.name),
        field: field_kind(facts.field),
        href: facts.href,
        submits: facts.submits,
        enter_submits: facts.enter_submits,
        form: facts.form.map(form),
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
/// How long the browser may take to return the source of a document.
const SOURCE_WITHIN: Duration = Duration::from_secs(2);
