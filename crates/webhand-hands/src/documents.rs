//! Documents in frames: calling their page scripts, and the elements that refs name in them.

pub(crate) mod elements;
pub(crate) mod pages;

pub(crate) use elements::Elements;
pub(crate) use pages::Pages;
