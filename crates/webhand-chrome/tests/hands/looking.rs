//! The contents of a look at a page: snapshots, frames, shadow roots, hidden text, large pages, screenshots.

mod element_internals;
mod enormous;
mod frames;
mod hidden_text;
mod hostile_pages;
mod listener_targets;
mod nearby_content;
mod screenshots;
mod shadow_roots;
mod snapshots;
