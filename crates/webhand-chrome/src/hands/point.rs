//! Points of the last picture: where they are in the tab's viewport, and what lies there, looked for through frames of
//! any process.
//!
//! Invariant: what is done at a point is done to the element that was judged there, or not at all.

use std::sync::PoisonError;

use webhand_model::{DocumentId, FailCode};
use webhand_wire::{At, PageCommand, PageReply, ScrollDirection};

use super::Hands;
use super::element::Element;
use super::place::{CALLED_WITHIN, Place, refused};
use crate::cdp::protocol::LayoutMetrics;
use crate::trouble::Trouble;

/// What lay at a point when an action on it was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Judged {
    at: (f64, f64),
    document: DocumentId,
    node: u32,
}

/// Where a picture of an element or of the whole page begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pictured {
    pub(super) document: DocumentId,
    /// In pixels of the page, from its upper left corner.
    pub(super) origin: (f64, f64),
}

impl Hands {
    /// What an action at a point is about; remembered, so that it is done to nothing else.
    pub(super) async fn judge_at(&self, at: (f64, f64)) -> Result<Option<Element>, Trouble> {
        self.unblocked()?;
        let point = self.in_view(at).await?;
        let element = self.element_at(point).await?;
        let judged = element.as_ref().map(|element| Judged::of(at, element));
        *self.judged.lock().unwrap_or_else(PoisonError::into_inner) = judged;
        Ok(element)
    }

    /// A point of the last picture as one of the viewport. What is out of view is scrolled to.
    pub(super) async fn in_view(&self, at: (f64, f64)) -> Result<(f64, f64), Trouble> {
        let Ok(place) = self.page() else { return Ok(at) };
        let pictured = *self.pictured.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(pictured) = pictured.filter(|pictured| pictured.document == place.document) else { return Ok(at) };
        let on_page = (pictured.origin.0 + at.0, pictured.origin.1 + at.1);
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
            self.ask(&place, &scroll, CALLED_WITHIN).await?;
        }
        Ok(self.on_screen(&place, on_page).await?.0)
    }

    /// Where a point of the page is in the viewport now, and how large that is.
    async fn on_screen(&self, place: &Place, at: (f64, f64)) -> Result<((f64, f64), (f64, f64)), Trouble> {
        let layout = self.call(place.tab, &place.session, &LayoutMetrics {}, CALLED_WITHIN).await;
        let layout = layout.map_err(|stopped| self.explain(place, stopped))?;
        let (view, size) = (layout.css_visual_viewport, layout.css_layout_viewport);
        Ok(((at.0 - view.page_x, at.1 - view.page_y), (size.client_width, size.client_height)))
    }

    /// The element that was judged at a point, if it still lies there, and where that is in the viewport.
    pub(super) async fn judged_element(&self, at: (f64, f64)) -> Result<(Element, (f64, f64)), Trouble> {
        self.page()?;
        self.unblocked()?;
        let point = self.in_view(at).await?;
        let Some(element) = self.element_at(point).await? else {
            let text = format!("nothing lies at {:.0}, {:.0}: it is outside the visible part of the page", at.0, at.1);
            return Err(Trouble::failed(FailCode::NotVisible, text));
        };
        let judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner).take();
        match judged.filter(|judged| judged.at == at) {
            Some(judged) if judged != Judged::of(at, &element) => {
                let text = format!(
                    "something else ({}) lies at {:.0}, {:.0} now; nothing was done: take another screenshot",
                    element.target, at.0, at.1
                );
                Err(Trouble::Failed(FailCode::TargetMoved, text))
            }
            Some(_) | None => Ok((element, point)),
        }
    }

    async fn element_at(&self, at: (f64, f64)) -> Result<Option<Element>, Trouble> {
        let Ok(mut place) = self.page() else { return Ok(None) };
        let [mut x, mut y] = [at.0, at.1];
        let mut found = None;
        for _ in 0..MOST_NESTING {
            let reply = self.ask(&place, &PageCommand::At { x, y }, CALLED_WITHIN).await?;
            let PageReply::At(At { node, inner }) = reply else { return Err(refused(reply)) };
            let Some(node) = node else { break };
            let Some(target) = self.change(|world| world.name(place.document, node)) else { break };
            found = Some(Element { target, node, place: place.clone(), called: target.to_string() });
            let Some(inner) = inner else { break };
            let Some(child) = self.child_in(&place, node).await else { break };
            [x, y] = inner;
            place = child;
        }
        Ok(found)
    }
}

impl Judged {
    fn of(at: (f64, f64), element: &Element) -> Self {
        Self { at, document: element.place.document, node: element.node }
    }
}

const MOST_NESTING: u32 = 20;
