//! Converts points of the last picture to points of the viewport, and finds the element there, also in nested frames.
//!
//! Invariant: an action at a point reaches the element that the guard judged at that point, or nothing.

use crate::access::Access;
use crate::documents::Pages;
use std::sync::PoisonError;
use std::sync::{Arc, Mutex};

use webhand_model::{DocumentId, FailCode};
use webhand_wire::{At, PageCommand, PageReply, ScrollDirection};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, refused};

/// The element that lay at a point when the guard judged an action on that point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct JudgedTarget {
    at: (f64, f64),
    document: DocumentId,
    node: u32,
}

/// The part of the page that the last picture shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pictured {
    /// For a picture of an element or of the whole page: the document, and the picture's upper left corner in pixels
    /// from that of the page. `None` for a picture of the viewport.
    pub(crate) begins: Option<(DocumentId, (f64, f64))>,
    /// Pixels of the picture per CSS pixel.
    pub(crate) scale: f64,
}

impl Default for Pictured {
    fn default() -> Self {
        Self { begins: None, scale: 1.0 }
    }
}

/// The elements that lie at points of the last picture.
#[derive(Debug)]
pub(crate) struct Points {
    access: Arc<Access>,
    pages: Arc<Pages>,
    judged: Mutex<Option<JudgedTarget>>,
    pub(crate) pictured: Mutex<Pictured>,
}

impl Points {
    pub(crate) fn new(access: &Arc<Access>, pages: &Arc<Pages>) -> Self {
        Self {
            access: Arc::clone(access),
            pages: Arc::clone(pages),
            judged: Mutex::default(),
            pictured: Mutex::default(),
        }
    }
}

impl Points {
    /// Finds the element at a point (without one, under the mouse) for the guard and remembers it, so that the action
    /// cannot reach another element.
    pub(crate) async fn judge_at(&self, at: Option<(f64, f64)>) -> Result<Option<Element>, ActionError> {
        self.access.unblocked()?;
        let point = self.resolve_point(at).await?;
        let element = self.element_at(point).await?;
        let judged = element.as_ref().map(|element| JudgedTarget::of(at.unwrap_or(point), element));
        *self.judged.lock().unwrap_or_else(PoisonError::into_inner) = judged;
        Ok(element)
    }

    /// Converts a point of the last picture to one of the viewport; without a point, returns the position of the mouse.
    async fn resolve_point(&self, at: Option<(f64, f64)>) -> Result<(f64, f64), ActionError> {
        if let Some(at) = at {
            return self.in_view(at).await;
        }
        let (tab, _) = self.access.current()?;
        self.access.read(|world| world.tabs.get(tab)?.pointer).ok_or_else(|| {
            ActionError::failed(FailCode::BadCall, "the mouse was nowhere on this page yet; say where, with x and y")
        })
    }

    /// Converts a point of the last picture to one of the viewport, and scrolls there if it is out of view.
    pub(crate) async fn in_view(&self, at: (f64, f64)) -> Result<(f64, f64), ActionError> {
        let Pictured { begins, scale } = self.pictured();
        let at = (at.0 / scale, at.1 / scale);
        let Ok(place) = self.pages.page() else { return Ok(at) };
        let Some((_, origin)) = begins.filter(|(document, _)| *document == place.document) else { return Ok(at) };
        let on_page = (origin.0 + at.0, origin.1 + at.1);
        let (point, size) = self.on_screen(&place, on_page).await?;
        let ways = [
            (point.0, size.0, [ScrollDirection::Left, ScrollDirection::Right]),
            (point.1, size.1, [ScrollDirection::Up, ScrollDirection::Down]),
        ];
        for (at, length, [back, on]) in ways {
            if (0.0..length).contains(&at) {
                continue;
            }
            let away = at - length / 2.0;
            let direction = if away < 0.0 { back } else { on };
            let scroll = PageCommand::Scroll { node: None, direction, amount: Some(away.abs()) };
            self.pages.ask(&place, &scroll, CALLED_WITHIN).await?;
        }
        Ok(self.on_screen(&place, on_page).await?.0)
    }

    pub(crate) fn pictured(&self) -> Pictured {
        *self.pictured.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a point of the page is in the viewport now, and the size of the viewport.
    async fn on_screen(&self, place: &FrameDocument, at: (f64, f64)) -> Result<((f64, f64), (f64, f64)), ActionError> {
        let layout = self.access.driver().pictures().layout(&place.session, CALLED_WITHIN);
        let view = self.pages.answer_of(place, layout).await?;
        Ok(((at.0 - view.page_x, at.1 - view.page_y), (view.client_width, view.client_height)))
    }

    /// The element at a point and the point in the viewport; an error if it is not the element that was judged.
    pub(crate) async fn judged_element(&self, at: Option<(f64, f64)>) -> Result<(Element, (f64, f64)), ActionError> {
        let (element, point) = self.element_in_picture(at).await?;
        let at = at.unwrap_or(point);
        let judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner).take();
        match judged.filter(|judged| judged.at == at) {
            Some(judged) if judged != JudgedTarget::of(at, &element) => {
                let text = format!(
                    "something else ({}) lies at {:.0}, {:.0} now; nothing was done: take another screenshot",
                    element.target, at.0, at.1
                );
                Err(ActionError::Failed(FailCode::TargetMoved, text))
            }
            Some(_) | None => Ok((element, point)),
        }
    }

    /// The element at a point of the last picture, and the point in the viewport.
    pub(crate) async fn element_in_picture(
        &self,
        at: Option<(f64, f64)>,
    ) -> Result<(Element, (f64, f64)), ActionError> {
        self.pages.page()?;
        self.access.unblocked()?;
        let point = self.resolve_point(at).await?;
        let Some(element) = self.element_at(point).await? else {
            let at = at.unwrap_or(point);
            let text = format!("nothing lies at {:.0}, {:.0}: it is outside the visible part of the page", at.0, at.1);
            return Err(ActionError::failed(FailCode::NotVisible, text));
        };
        Ok((element, point))
    }

    async fn element_at(&self, at: (f64, f64)) -> Result<Option<Element>, ActionError> {
        let Ok(mut place) = self.pages.page() else { return Ok(None) };
        let [mut x, mut y] = [at.0, at.1];
        let mut found = None;
        for _ in 0..MOST_NESTING {
            let reply = self.pages.ask(&place, &PageCommand::At { x, y }, CALLED_WITHIN).await?;
            let PageReply::At(At { node, inner }) = reply else { return Err(refused(reply)) };
            let Some(node) = node else { break };
            let Some(target) = self.access.change(|world| world.name(place.document, node)) else { break };
            found = Some(Element { target, node, place: place.clone(), called: target.to_string(), role: None });
            let Some(inner) = inner else { break };
            let Some(child) = self.pages.child_in(&place, node).await else { break };
            [x, y] = inner;
            place = child;
        }
        Ok(found)
    }
}

impl JudgedTarget {
    fn of(at: (f64, f64), element: &Element) -> Self {
        Self { at, document: element.place.document, node: element.node }
    }
}

const MOST_NESTING: u32 = 20;
