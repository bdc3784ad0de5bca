//! The files that pages load: style, scripts, pictures.

use axum::extract::Path;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use super::error_page::ErrorPage;

pub(super) async fn serve(Path(name): Path<String>) -> Result<impl IntoResponse, ErrorPage> {
    let (body, kind) = match name.as_str() {
        "style.css" => (include_str!("../../assets/demo/style.css"), CSS),
        "mail.js" => (include_str!("../../assets/demo/mail.js"), SCRIPT),
        "search.js" => (include_str!("../../assets/demo/search.js"), SCRIPT),
        "widgets.js" => (include_str!("../../assets/demo/widgets.js"), SCRIPT),
        "chat.js" => (include_str!("../../assets/demo/chat.js"), SCRIPT),
        "icon.svg" => (include_str!("../../assets/demo/icon.svg"), PICTURE),
        "products.svg" => (include_str!("../../assets/demo/products.svg"), PICTURE),
        _ => return Err(ErrorPage::NotFound),
    };
    Ok(([(CONTENT_TYPE, kind)], body))
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
