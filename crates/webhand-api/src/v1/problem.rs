//! Why a call was not performed, as `application/problem+json`.

use axum::body::Body;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, Response, StatusCode};
use webhand_run_api::ApiProblem;
use webhand_wire::api::ProblemCode;

use crate::RunHostError;

pub(super) fn problem_response(problem: &ApiProblem) -> Response<Body> {
    let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let text = serde_json::to_vec(&problem.problem).unwrap_or_default();
    let mut response = super::with_type(status, "application/problem+json", Body::from(text));
    if problem.code == ProblemCode::Busy {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    }
    response
}

impl From<RunHostError> for ApiProblem {
    fn from(error: RunHostError) -> Self {
        let code = match &error {
            RunHostError::Refused(_) => ProblemCode::BadRequest,
            RunHostError::OwnerOnly(_) => ProblemCode::OwnerOnly,
            RunHostError::NotFound(_) => ProblemCode::NotFound,
            RunHostError::Failed(_) => ProblemCode::Internal,
        };
        Self::new(code, error.to_string())
    }
}
