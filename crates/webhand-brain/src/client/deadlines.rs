//! How long a request may take.

use std::time::Duration;

/// The deadlines of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// Until the host accepts the connection.
    pub connect: Duration,
    /// Until the head of the response arrives.
    pub first_byte: Duration,
    /// Between two pieces of the response.
    pub idle: Duration,
    /// For all attempts together, with the delays between them.
    pub total: Duration,
}

impl Deadlines {
    /// For a provider on the net.
    #[must_use]
    pub fn hosted() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_mins(10),
            // Models that think for long send nothing, or only signs of life, for minutes.
            idle: Duration::from_mins(10),
            total: Duration::from_hours(1),
        }
    }

    /// For a server on this machine, which may have to load its model first.
    #[must_use]
    pub fn local() -> Self {
        Self { first_byte: Duration::from_mins(15), ..Self::hosted() }
    }
}
