//! The kiosk: a page of widgets that are hard to handle, and the chat that is framed in it from another origin.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::ledger::LedgerKind;
use super::markup::{Markup, PageLayout, Section};
use super::state::SiteState;

pub(super) fn routes() -> Router<Arc<SiteState>> {
    Router::new()
        .route("/widgets", get(widgets))
        .route("/widgets/timetable", get(timetable))
        .route("/chat", get(chat))
        .route("/api/chat", post(post_chat_message))
        .route("/api/rating", post(post_rating))
        .route("/api/berth", post(post_berth_release))
}

async fn widgets(State(site): State<Arc<SiteState>>) -> Markup {
    let values = [("frame", site.frame_url.as_str().into())];
    PageLayout { title: "Kiosk", section: Some(Section::Kiosk), script: Some("widgets.js") }
        .around(&Markup::fill(include_str!("../../assets/demo/widgets.html"), &values))
}

async fn timetable() -> Markup {
    PageLayout { title: "Ferry timetable", section: Some(Section::Kiosk), script: None }
        .around(&Markup::fixed(include_str!("../../assets/demo/timetable.html")))
}

async fn chat() -> Markup {
    Markup::fixed(include_str!("../../assets/demo/chat.html"))
}

#[derive(Deserialize)]
struct ChatForm {
    text: String,
}

#[derive(Serialize)]
struct ChatReply {
    reply: String,
}

async fn post_chat_message(
    State(site): State<Arc<SiteState>>,
    Json(message): Json<ChatForm>,
) -> Result<Json<ChatReply>, StatusCode> {
    let text = message.text.trim();
    if text.is_empty() {
        return Err(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let id = site.ledger().write(LedgerKind::Chat, [("text", text.to_owned())]);
    Ok(Json(ChatReply { reply: format!("Thank you, we have noted that as number {id}.") }))
}

#[derive(Deserialize)]
struct Rating {
    stars: u8,
}

async fn post_rating(State(site): State<Arc<SiteState>>, Json(rating): Json<Rating>) -> StatusCode {
    if !(1..=5).contains(&rating.stars) {
        return StatusCode::UNPROCESSABLE_ENTITY;
    }
    site.ledger().write(LedgerKind::Rating, [("stars", rating.stars.to_string())]);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct BerthRelease {
    berth: u32,
}

async fn post_berth_release(State(site): State<Arc<SiteState>>, Json(release): Json<BerthRelease>) -> StatusCode {
    site.ledger().write(LedgerKind::Berth, [("berth", release.berth.to_string())]);
    StatusCode::NO_CONTENT
}
