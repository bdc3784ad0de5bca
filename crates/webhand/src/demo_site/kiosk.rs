//! The kiosk: a page of widgets that are hard to handle, and the chat that is framed in it from another origin.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::ledger::Kind;
use super::markup::{Markup, Page, Section};
use super::town::Town;

pub(super) fn routes() -> Router<Arc<Town>> {
    Router::new()
        .route("/widgets", get(widgets))
        .route("/widgets/timetable", get(timetable))
        .route("/chat", get(chat))
        .route("/api/chat", post(say))
        .route("/api/rating", post(rate))
        .route("/api/berth", post(give_up))
}

async fn widgets(State(town): State<Arc<Town>>) -> Markup {
    let values = [("frame", town.frame_url.as_str().into())];
    Page { title: "Kiosk", section: Some(Section::Kiosk), script: Some("widgets.js") }
        .around(&Markup::fill(include_str!("../../assets/demo/widgets.html"), &values))
}

async fn timetable() -> Markup {
    Page { title: "Ferry timetable", section: Some(Section::Kiosk), script: None }
        .around(&Markup::fixed(include_str!("../../assets/demo/timetable.html")))
}

async fn chat() -> Markup {
    Markup::fixed(include_str!("../../assets/demo/chat.html"))
}

#[derive(Deserialize)]
struct Said {
    text: String,
}

#[derive(Serialize)]
struct Reply {
    reply: String,
}

async fn say(State(town): State<Arc<Town>>, Json(said): Json<Said>) -> Result<Json<Reply>, StatusCode> {
    let text = said.text.trim();
    if text.is_empty() {
        return Err(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let id = town.ledger().write(Kind::Chat, [("text", text.to_owned())]);
    Ok(Json(Reply { reply: format!("Thank you, we have noted that as number {id}.") }))
}

#[derive(Deserialize)]
struct Rating {
    stars: u8,
}

async fn rate(State(town): State<Arc<Town>>, Json(rating): Json<Rating>) -> StatusCode {
    if !(1..=5).contains(&rating.stars) {
        return StatusCode::UNPROCESSABLE_ENTITY;
    }
    town.ledger().write(Kind::Rating, [("stars", rating.stars.to_string())]);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct GivenUp {
    berth: u32,
}

async fn give_up(State(town): State<Arc<Town>>, Json(given_up): Json<GivenUp>) -> StatusCode {
    town.ledger().write(Kind::Berth, [("berth", given_up.berth.to_string())]);
    StatusCode::NO_CONTENT
}
