//! The files of the dashboard, embedded into the program. They hold no data, so they need no key.

use axum::body::Body;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};

/// One file of the dashboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asset {
    Page,
    Script,
    Style,
    Icon,
}

pub(crate) fn asset(asset: Asset) -> Response<Body> {
    let (kind, bytes): (&str, &'static [u8]) = match asset {
        Asset::Page => ("text/html; charset=utf-8", include_bytes!(env!("WEBHAND_UI_PAGE"))),
        Asset::Script => ("text/javascript; charset=utf-8", include_bytes!(env!("WEBHAND_UI_SCRIPT"))),
        Asset::Style => ("text/css; charset=utf-8", include_bytes!(env!("WEBHAND_UI_STYLE"))),
        Asset::Icon => ("image/svg+xml", include_bytes!(env!("WEBHAND_UI_ICON"))),
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, kind.parse().unwrap_or(HeaderValue::from_static("application/octet-stream")));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// Everything comes from this server; pictures are read with the key and shown as blobs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
