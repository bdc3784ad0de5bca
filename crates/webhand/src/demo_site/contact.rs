//! The contact form, with one field of each common kind, and a page that says what was received.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use serde::Deserialize;

use super::error_page::ErrorPage;
use super::ledger::LedgerKind;
use super::markup::{Markup, PageLayout, Section};
use super::state::SiteState;

pub(super) fn routes() -> Router<Arc<SiteState>> {
    Router::new().route("/contact", get(form).post(receive)).route("/contact/{id}", get(received_page))
}

async fn form() -> Markup {
    form_with(Markup::default())
}

fn form_with(problem: Markup) -> Markup {
    page("Contact", &Markup::fill(include_str!("../../assets/demo/contact.html"), &[("problem", problem)]))
}

#[derive(Deserialize)]
struct ContactForm {
    name: String,
    email: String,
    topic: String,
    #[serde(default)]
    date: String,
    reach: String,
    message: String,
    /// Browsers send a checkbox only when it is ticked.
    #[serde(default)]
    newsletter: Option<String>,
}

async fn receive(State(site): State<Arc<SiteState>>, Form(contact): Form<ContactForm>) -> Response {
    if [&contact.name, &contact.email, &contact.message].iter().any(|text| text.trim().is_empty()) {
        let problem =
            Markup::fixed(r#"<p class="bad" role="alert">Please give your name, your email and a message.</p>"#);
        return (StatusCode::UNPROCESSABLE_ENTITY, form_with(problem)).into_response();
    }
    let newsletter = if contact.newsletter.is_some() { "yes" } else { "no" };
    let data = [
        ("name", contact.name.trim().to_owned()),
        ("email", contact.email.trim().to_owned()),
        ("topic", contact.topic),
        ("date", contact.date),
        ("reach", contact.reach),
        ("newsletter", newsletter.to_owned()),
        ("message", contact.message),
    ];
    let id = site.ledger().write(LedgerKind::Contact, data);
    Redirect::to(&format!("/contact/{id}")).into_response()
}

async fn received_page(State(site): State<Arc<SiteState>>, Path(id): Path<u64>) -> Result<Markup, ErrorPage> {
    let entry = site.ledger().entry(id).filter(|entry| entry.kind == LedgerKind::Contact).ok_or(ErrorPage::NotFound)?;
    let value = |field| entry.data.get(field).map_or("", String::as_str);
    let line = |(field, label): (&'static str, &'static str)| {
        let shown = if value(field).is_empty() { "–" } else { value(field) };
        Markup::fill("<dt>{{label}}</dt><dd>{{value}}</dd>\n", &[("label", label.into()), ("value", shown.into())])
    };
    let values = [("name", value("name").into()), ("received", LABELS.into_iter().map(line).collect())];
    Ok(page("Thank you", &Markup::fill(include_str!("../../assets/demo/thanks.html"), &values)))
}

fn page(title: &str, main: &Markup) -> Markup {
    PageLayout { title, section: Some(Section::Contact), script: None }.around(main)
}

const LABELS: [(&str, &str); 7] = [
    ("name", "Name"),
    ("email", "Email"),
    ("topic", "Topic"),
    ("date", "Preferred day"),
    ("reach", "Reach me by"),
    ("newsletter", "Newsletter"),
    ("message", "Message"),
];
