//! All cases, one file for each subject.

mod commits;
mod documents;
mod exfiltration;
mod live_channels;
mod noise;
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
    ]
    .concat()
}
