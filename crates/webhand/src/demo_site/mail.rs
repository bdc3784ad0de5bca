//! Ana's mailbox: list, search, read, reply, delete. A deleted message is gone only for the visitor who deleted it.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Extension, Form, Router};
use serde::Deserialize;

use super::error_page::ErrorPage;
use super::ledger::LedgerKind;
use super::markup::{Markup, PageLayout, Section};
use super::state::{MailMessage, SiteState};
use super::text_search;
use super::visitor::VisitorId;

pub(super) fn routes() -> Router<Arc<SiteState>> {
    Router::new()
        .route("/mail", get(inbox))
        .route("/mail/{id}", get(message).delete(delete))
        .route("/mail/{id}/reply", post(reply))
}

#[derive(Deserialize)]
struct SearchQuery {
    #[serde(default)]
    q: String,
}

async fn inbox(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Query(search): Query<SearchQuery>,
) -> Markup {
    let query = search.q.trim();
    let deleted = site.visitors().visitor(visitor).deleted.clone();
    let kept: Vec<&MailMessage> = site.messages.iter().filter(|message| !deleted.contains(&message.id)).collect();
    let found: Vec<&MailMessage> = kept.iter().copied().filter(|message| fits(query, message)).collect();
    let summary = match (query, found.len()) {
        ("", count) => format!("{count} messages"),
        (query, 0) => format!("No messages for “{query}”"),
        (query, 1) => format!("1 message for “{query}”"),
        (query, count) => format!("{count} messages for “{query}”"),
    };
    let values = [("query", query.into()), ("summary", summary.into()), ("rows", found.into_iter().map(row).collect())];
    let main = Markup::fill(include_str!("../../assets/demo/mail.html"), &values);
    page(&format!("Inbox ({})", kept.len()), &main)
}

fn fits(query: &str, message: &MailMessage) -> bool {
    let mut texts = vec![message.sender.as_str(), &message.subject];
    texts.extend(message.body.iter().map(String::as_str));
    text_search::matches(query, &texts)
}

fn row(message: &MailMessage) -> Markup {
    let class = if message.unread { "unread" } else { "" };
    let mut values = fields(message);
    values.push(("class", class.into()));
    Markup::fill(include_str!("../../assets/demo/mail_row.html"), &values)
}

#[derive(Deserialize)]
struct AfterReply {
    replied: Option<u8>,
}

async fn message(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<u32>,
    Query(after): Query<AfterReply>,
) -> Result<Markup, ErrorPage> {
    let message = find(&site, visitor, id)?;
    let status = after.replied.map_or_else(String::new, |_| format!("Reply sent to {}.", message.sender));
    let paragraph = |text: &String| Markup::fill("<p>{{text}}</p>\n", &[("text", text.as_str().into())]);
    let mut values = fields(message);
    values.push(("status_class", if status.is_empty() { "" } else { "good" }.into()));
    values.push(("status", status.into()));
    values.push(("body", message.body.iter().map(paragraph).collect()));
    Ok(page(&message.subject, &Markup::fill(include_str!("../../assets/demo/message.html"), &values)))
}

async fn delete(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<u32>,
) -> Result<StatusCode, ErrorPage> {
    let message = find(&site, visitor, id)?;
    // Two deletions may arrive at once; only the one that really removes the message is written down.
    if !site.visitors().visitor(visitor).deleted.insert(id) {
        return Err(ErrorPage::NotFound);
    }
    site.ledger().write(LedgerKind::Delete, [("message", id.to_string()), ("subject", message.subject.clone())]);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct ReplyForm {
    text: String,
}

async fn reply(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Path(id): Path<u32>,
    Form(reply): Form<ReplyForm>,
) -> Result<Redirect, ErrorPage> {
    let message = find(&site, visitor, id)?;
    let text = reply.text.trim();
    if text.is_empty() {
        return Err(ErrorPage::EmptyReply);
    }
    let data = [("message", id.to_string()), ("to", message.address.clone()), ("text", text.to_owned())];
    site.ledger().write(LedgerKind::Message, data);
    Ok(Redirect::to(&format!("/mail/{id}?replied=1")))
}

fn find(site: &SiteState, visitor: VisitorId, id: u32) -> Result<&MailMessage, ErrorPage> {
    let deleted = site.visitors().visitor(visitor).deleted.contains(&id);
    let message = site.messages.iter().find(|message| message.id == id);
    message.filter(|_| !deleted).ok_or(ErrorPage::NotFound)
}

fn fields(message: &MailMessage) -> Vec<(&'static str, Markup)> {
    vec![
        ("id", message.id.to_string().into()),
        ("sender", message.sender.as_str().into()),
        ("address", message.address.as_str().into()),
        ("subject", message.subject.as_str().into()),
        ("time", message.time.as_str().into()),
        ("lang", message.lang.as_str().into()),
    ]
}

fn page(title: &str, main: &Markup) -> Markup {
    PageLayout { title, section: Some(Section::Mail), script: Some("mail.js") }.around(main)
}
