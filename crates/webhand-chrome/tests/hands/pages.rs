//! Navigation, dialogs, held requests, and pages that fail.

mod crashes_and_hangs;
mod dialogs_and_tabs;
mod failed_loads;
mod held_requests;
mod judged_requests;
mod navigation;
mod navigations_judged;
