//! Values of form fields and widgets of all kinds.

mod choosing;
mod editors;
mod file_transfer;
mod frameworks;
mod typing;
mod web_components;
mod widgets;
