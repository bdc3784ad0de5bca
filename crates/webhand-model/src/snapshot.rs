//! A snapshot: what was observed of one tab, and the refs by which its elements are named.
//!
//! Start at [`Snapshot`]. A [`Ref`] is made only by a [`RefBook`] and found only through a snapshot, so an element that
//! nobody saw cannot be named. How a snapshot becomes text is in `render`.

mod find;
mod node_state;
mod page;
mod refs;
mod tab_owner;

pub use find::ElementQuery;
pub use node_state::NodeState;
pub use page::{NativeDialog, Node, PageState, Snapshot, TabInfo, UnknownRef, Viewport};
pub use refs::{Ref, RefBook, RefResolver};
pub use tab_owner::TabOwner;
