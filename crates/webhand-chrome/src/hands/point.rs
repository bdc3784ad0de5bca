//! Points of the tab's viewport: what lies there, looked for through frames of any process.
//!
//! Invariant: what is done at a point is done to the element that was judged there, or not at all.

use std::sync::PoisonError;

use webhand_model::{DocumentId, FailCode};
use webhand_wire::{At, PageCommand, PageReply};

use super::Hands;
use super::element::Element;
use super::place::{CALLED_WITHIN, refused};
use crate::trouble::Trouble;

/// What lay at a point when an action on it was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Judged {
    at: (f64, f64),
    document: DocumentId,
    node: u32,
}

impl Hands {
    /// What an action at a point is about; remembered, so that it is done to nothing else.
    pub(super) async fn judge_at(&self, at: (f64, f64)) -> Result<Option<Element>, Trouble> {
        let element = self.element_at(at).await?;
        let judged = element.as_ref().map(|element| Judged::of(at, element));
        *self.judged.lock().unwrap_or_else(PoisonError::into_inner) = judged;
        Ok(element)
    }

    /// The element that was judged at a point, if it still lies there.
    pub(super) async fn judged_element(&self, at: (f64, f64)) -> Result<Element, Trouble> {
        self.page()?;
        let Some(element) = self.element_at(at).await? else {
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
            Some(_) | None => Ok(element),
        }
    }

    async fn element_at(&self, at: (f64, f64)) -> Result<Option<Element>, Trouble> {
        self.unblocked()?;
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
