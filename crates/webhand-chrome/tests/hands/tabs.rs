//! Tabs with several owners: seats of a shared browser, lent tabs, windows that a person sees.

mod lent_tabs;
mod parallel_tabs;
mod seat_isolation;
mod shared_browser;
#[cfg(target_os = "linux")]
mod window_focus;
