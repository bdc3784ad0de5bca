//! The site archive: a search whose answer comes late, as from a slow server.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;

use super::markup::{Markup, PageLayout, Section};
use super::state::{ArchiveRecord, SiteState};
use super::text_search;

pub(super) fn routes() -> Router<Arc<SiteState>> {
    Router::new().route("/search", get(page)).route("/api/search", get(search))
}

async fn page() -> Markup {
    PageLayout { title: "Archive", section: Some(Section::Archive), script: Some("search.js") }
        .around(&Markup::fixed(include_str!("../../assets/demo/search.html")))
}

#[derive(Deserialize)]
struct SearchQuery {
    q: String,
}

async fn search(State(site): State<Arc<SiteState>>, Query(search): Query<SearchQuery>) -> Json<Vec<ArchiveRecord>> {
    tokio::time::sleep(site.search_lateness).await;
    let fits = |record: &&ArchiveRecord| text_search::matches(&search.q, &[&record.title, &record.kind, &record.text]);
    Json(site.archive.iter().filter(fits).cloned().collect())
}
