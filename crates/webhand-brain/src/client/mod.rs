//! Asks providers in all formats, over any [`HttpTransport`]; with the feature `client` there is a native one. Start reading
//! at [`open`], which makes a brain of its name, and [`RemoteBrain`].
//!
//! Invariants: a key goes to the configured host only, never over plain HTTP to another machine, and into no error;
//! every wait has a deadline, and the total one covers all attempts; an answer that broke off is dropped whole before
//! a retry.

mod attempt;
mod brain_per_role;
mod deadlines;
mod endpoint;
mod fallback_chain;
mod formats;
#[cfg(feature = "client")]
mod http;
mod keys;
mod model_list;
mod open;
mod remote;
mod retry;
mod token_cache;
mod transport;

pub use brain_per_role::BrainPerRole;
pub use deadlines::Deadlines;
pub use endpoint::{Endpoint, EndpointError};
pub use fallback_chain::FallbackChain;
pub use keys::{FoundKey, KeySourceError, find_key};
pub use open::{OpenContext, OpenError, open};
pub use remote::RemoteBrain;
pub use transport::{HttpBody, HttpFailure, HttpRequest, HttpResponse, HttpTransport, HttpTransports, PemFile};

#[cfg(all(test, feature = "client"))]
mod tests;
