//! Navigation, dialogs, held requests, and pages that fail.

mod attached;
mod bound_approvals;
mod crashes_and_hangs;
mod dialogs_and_tabs;
mod egress;
mod failed_loads;
mod held_requests;
mod interception;
mod judged_requests;
mod navigation;
mod navigations_judged;
mod socket_frames;
