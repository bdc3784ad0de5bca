//! The protocol between the hands and the script inside a page: one command in, one reply out, per frame.
//!
//! These types are not those of `webhand-model`, even where they look alike: data from a page is cleaned and checked before
//! it becomes a type of the model.
//!
//! Numbers called `node` are assigned by the script of one document and mean nothing in any other.
//! Coordinates are CSS pixels of the frame's own viewport.

mod command;
mod facts;
mod objects;
mod records;
mod reply;
mod settling;
mod snapshot;
mod state;
mod touch;

pub use command::{Caret, PageCommand, Purpose, ScrollDirection};
pub use facts::{Accessible, FormFacts, FormField, FormFieldKind, PageFacts, PageFieldKind};
pub use objects::{ListenerGroup, ObjectCommand};
pub use records::{PageField, PageRecord, PageRecordSet, PageRecords, RowsPart};
pub use reply::{Described, PageErrorCode, PageReply};
pub use settling::{Busy, BusySign, Reaction, SettleReason, Settled, Settling, SignScope};
pub use snapshot::{Looking, PageNode, PageSnapshot};
pub use state::{ElementState, PageOption, PageOptions, Proxy};
pub use touch::{Aimed, At, Disarmed, Scrolled};
