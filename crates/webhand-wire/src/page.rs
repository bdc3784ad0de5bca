//! What the hands and the script inside a page say to each other: one command in, one reply out, per frame.
//!
//! Nothing here is a word of `webhand-model`, however alike some look: what comes out of a page is cleaned and checked
//! before it becomes one.
//!
//! Numbers called `node` are handed out by the script of one document and mean nothing in any other.
//! Coordinates are CSS pixels of the frame's own viewport.

mod command;
mod facts;
mod objects;
mod records;
mod reply;
mod settling;
mod sight;
mod state;
mod touch;

pub use command::{Caret, PageCommand, Purpose, ScrollDirection};
pub use facts::{Accessible, FieldKind, FormFacts, PageFacts};
pub use objects::{ListenerGroup, ObjectCommand};
pub use records::{PageField, PageRecord, PageRecordSet, PageRecords, RowsPart};
pub use reply::{Described, PageErrorCode, PageReply};
pub use settling::{Asked, Reaction, Settled, Settling};
pub use sight::{Looking, PageNode, PageSnapshot};
pub use state::{ElementState, PageOption, PageOptions, Proxy};
pub use touch::{Aimed, At, Disarmed, Scrolled};
