//! Refs: how a brain names one element of one document.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{DocumentId, UnknownRef};

/// One element of one document. Written `e7`, in a child frame `f2e7`.
///
/// A ref holds its document, so that after a navigation it is detected as stale instead of naming another element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ref {
    document: DocumentId,
    /// 0 for the top document of a tab.
    frame: u32,
    number: u32,
}

/// Resolves written refs to elements.
pub trait RefResolver {
    /// Resolves `e7`, also `[ref=e7]` and `@e7`.
    ///
    /// # Errors
    /// When no element that was seen has that ref.
    fn resolve(&self, written: &str) -> Result<Ref, UnknownRef>;
}

impl Ref {
    /// The written text without the marks that callers put around a ref.
    #[must_use]
    pub fn strip_marks(written: &str) -> &str {
        let bare = written.trim().trim_start_matches(['[', '@']).trim_end_matches(']');
        bare.strip_prefix("ref=").unwrap_or(bare)
    }

    #[must_use]
    pub fn document(&self) -> DocumentId {
        self.document
    }

    /// Whether the element is in a tab's top document, not in a frame.
    pub(crate) fn is_top(self) -> bool {
        self.frame == 0
    }
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.frame {
            0 => write!(f, "e{}", self.number),
            frame => write!(f, "f{frame}e{}", self.number),
        }
    }
}

/// In a journal a ref is written with its document: `f2e7@d4`.
impl From<Ref> for String {
    fn from(target: Ref) -> Self {
        format!("{target}@{}", target.document)
    }
}

impl TryFrom<String> for Ref {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        parse(&text).ok_or_else(|| format!("\"{text}\" is not a ref as journals write them"))
    }
}

fn parse(text: &str) -> Option<Ref> {
    let (name, document) = text.split_once("@d")?;
    let (frame, number) = numbers(name)?;
    Some(Ref { document: DocumentId(document.parse().ok()?), frame, number })
}

/// Frame and number of `e7` or `f2e7`.
fn numbers(name: &str) -> Option<(u32, u32)> {
    let (frame, number) = match name.strip_prefix('f') {
        Some(rest) => {
            let (frame, number) = rest.split_once('e')?;
            (frame.parse().ok()?, number)
        }
        None => (0, name.strip_prefix('e')?),
    };
    Some((frame, number.parse().ok()?))
}

/// Assigns refs for one browser and resolves them.
///
/// Numbers are never reused: a number of a document that is gone stays unused, so an old ref can only be stale.
#[derive(Debug, Default)]
pub struct RefBook {
    documents: BTreeMap<DocumentId, DocumentRefs>,
    last_top: u32,
    last_frame: u32,
}

#[derive(Debug, Default)]
struct DocumentRefs {
    frame: u32,
    /// The page script's number of each ref, by the ref's own number, and back.
    by_number: BTreeMap<u32, u32>,
    by_node: BTreeMap<u32, u32>,
}

impl RefBook {
    /// Adds a top document.
    pub fn add_top(&mut self, document: DocumentId) {
        self.documents.entry(document).or_default();
    }

    /// Adds a child frame's document and assigns it a frame number of its own.
    pub fn add_frame(&mut self, document: DocumentId) {
        if !self.documents.contains_key(&document) {
            self.last_frame += 1;
            self.documents.insert(document, DocumentRefs { frame: self.last_frame, ..DocumentRefs::default() });
        }
    }

    /// Forgets a document that is gone.
    pub fn remove(&mut self, document: DocumentId) {
        self.documents.remove(&document);
    }

    /// The ref of the element that the page script numbers `node`, always the same one. `None` for an unknown document.
    pub fn assign_ref(&mut self, document: DocumentId, node: u32) -> Option<Ref> {
        let page = self.documents.get_mut(&document)?;
        let frame = page.frame;
        if let Some(number) = page.by_node.get(&node) {
            return Some(Ref { document, frame, number: *number });
        }
        let number = if frame == 0 {
            self.last_top += 1;
            self.last_top
        } else {
            u32::try_from(page.by_node.len()).unwrap_or(u32::MAX) + 1
        };
        page.by_node.insert(node, number);
        page.by_number.insert(number, node);
        Some(Ref { document, frame, number })
    }

    /// The page script's number of a ref, while its document exists.
    #[must_use]
    pub fn node_of(&self, target: Ref) -> Option<u32> {
        self.documents.get(&target.document)?.by_number.get(&target.number).copied()
    }

    /// The ref with this written form: `e7` exists in at most one document of all tabs.
    #[must_use]
    pub fn find_written(&self, written: &str) -> Option<Ref> {
        let (frame, number) = numbers(Ref::strip_marks(written))?;
        let holds = |page: &DocumentRefs| page.frame == frame && page.by_number.contains_key(&number);
        let (document, _) = self.documents.iter().find(|(_, page)| holds(page))?;
        Some(Ref { document: *document, frame, number })
    }
}
