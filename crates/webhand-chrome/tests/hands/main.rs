//! The browser port against a real browser and a small site, in folders by subject.

mod data;
mod fields;
mod looking;
mod other_browser;
mod pages;
mod quiet;
mod site;
mod support;
mod tabs;
mod touching;
