//! The town archive: a search whose answer comes late, as from a slow server.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use super::markup::{Markup, Page, Section};
use super::town::{Record, Town};
use super::words;

pub(super) fn routes() -> Router<Arc<Town>> {
    Router::new().route("/search", get(page)).route("/api/search", get(search))
}

async fn page() -> Markup {
    Page { title: "Archive", section: Some(Section::Archive), script: Some("search.js") }
        .around(&Markup::fixed(include_str!("../../assets/demo/search.html")))
}

#[derive(Deserialize)]
struct Search {
    q: String,
}

async fn search(State(town): State<Arc<Town>>, Query(search): Query<Search>) -> Json<Vec<Record>> {
    tokio::time::sleep(town.search_lateness).await;
    let fits = |record: &&Record| words::matches(&search.q, &[&record.title, &record.kind, &record.text]);
    Json(town.archive.iter().filter(fits).cloned().collect())
}
