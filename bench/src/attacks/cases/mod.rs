//! All cases, one file for each subject.

mod addresses;
mod approvals;
mod commits;
mod documents;
mod exfiltration;
mod files;
mod hidden_text;
mod live_channels;
mod local_server;
mod noise;
mod questions;
mod secret_places;
mod secrets;
mod sessions;
mod stopping;
mod targets;
mod values;

use super::case::Case;

/// Every case, in the order of the files.
#[must_use]
pub fn all() -> Vec<Case> {
    [
        commits::cases(),
        noise::cases(),
        documents::cases(),
        values::cases(),
        exfiltration::cases(),
        live_channels::cases(),
        addresses::cases(),
        hidden_text::cases(),
        targets::cases(),
        stopping::cases(),
        files::cases(),
        questions::cases(),
        approvals::cases(),
        local_server::cases(),
        secrets::cases(),
        secret_places::cases(),
        sessions::cases(),
    ]
    .concat()
}
