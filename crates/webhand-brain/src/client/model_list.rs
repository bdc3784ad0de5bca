//! Lists the models that a provider offers.

use std::time::Duration;

use webhand_port::BrainError;
use webhand_rt::timeout;

use super::deadlines::Deadlines;
use super::endpoint::EndpointError;
use super::remote::RemoteBrain;
use crate::format::{ExpectedAnswer, ListedModel, ProviderFailure, parse_model_list};

impl RemoteBrain {
    /// Requests the list once, within `within`. The model of this brain does not matter.
    ///
    /// # Errors
    /// When there is no answer in time, the key is refused, or something else than a list comes back.
    pub async fn models(&self, within: Duration) -> Result<Vec<ListedModel>, BrainError> {
        let listed = match timeout(within, self.list()).await {
            Ok(listed) => listed,
            Err(_) => Err(self.timeout_failure(within)),
        };
        listed.map_err(|failure| self.without_key(failure.error))
    }

    async fn list(&self) -> Result<Vec<ListedModel>, ProviderFailure> {
        let token = self.token().await?;
        let (status, body) = self.fetch(self.get_list(token.as_ref()), MOST_LIST).await?;
        if !(200..300).contains(&status) {
            // There is no conversation, so a repaired call in the body is no answer here.
            let read = self.format.parse_error(ExpectedAnswer::Calls(0), status, &body);
            return Err(read.err().unwrap_or_else(|| self.not_a_list()));
        }
        let list = serde_json::from_slice(&body).ok().as_ref().and_then(parse_model_list);
        list.ok_or_else(|| self.not_a_list())
    }

    fn not_a_list(&self) -> ProviderFailure {
        ProviderFailure::never(BrainError::Malformed(format!("{} has no list of models", self.endpoint.host())))
    }

    /// The brain with short deadlines, to probe a server that may not be running.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn in_a_hurry(self, within: Duration) -> Result<Self, EndpointError> {
        self.with_deadlines(Deadlines { connect: within, first_byte: within, idle: within, total: within })
    }
}

/// The longest list known has some hundred models and less than a megabyte.
const MOST_LIST: usize = 8 << 20;
