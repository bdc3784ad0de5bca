//! The page that the site answers with when it rejects a request: a status and a link to continue.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::markup::{Markup, PageLayout};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorPage {
    NotFound,
    /// The total in the order form differs from the current total of the basket.
    BasketChanged,
    EmptyReply,
    IncompleteOrder,
}

impl IntoResponse for ErrorPage {
    fn into_response(self) -> Response {
        let (status, heading, advice, link, label) = match self {
            Self::NotFound => (
                StatusCode::NOT_FOUND,
                "There is nothing here",
                "The page may have moved, or it was deleted.",
                "/",
                "Back to the start page",
            ),
            Self::BasketChanged => (
                StatusCode::CONFLICT,
                "Nothing was ordered",
                "The basket is not the one you agreed to: it changed, or it was ordered already.",
                "/shop/basket",
                "Look at the basket",
            ),
            Self::EmptyReply => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "Nothing was sent",
                "The reply was empty. Write something and send it again.",
                "/mail",
                "Back to the inbox",
            ),
            Self::IncompleteOrder => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "Nothing was ordered",
                "We need a name and an address to deliver to.",
                "/shop/basket",
                "Back to the basket",
            ),
        };
        let values =
            [("heading", heading.into()), ("advice", advice.into()), ("link", link.into()), ("label", label.into())];
        let main = Markup::fill(include_str!("../../assets/demo/refusal.html"), &values);
        (status, PageLayout { title: heading, section: None, script: None }.around(&main)).into_response()
    }
}
