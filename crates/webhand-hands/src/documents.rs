//! Documents in frames: calls to their page scripts (`pages`), and the elements that refs name in them (`elements`).

pub(crate) mod elements;
pub(crate) mod pages;

pub(crate) use elements::Elements;
pub(crate) use pages::Pages;
