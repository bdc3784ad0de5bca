//! All cases, one file for each subject.

mod addresses;
mod commits;
mod documents;
mod exfiltration;
mod files;
mod hidden_text;
mod live_channels;
mod noise;
mod questions;
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
        files::cases(),
        questions::cases(),
    ]
    .concat()
}
