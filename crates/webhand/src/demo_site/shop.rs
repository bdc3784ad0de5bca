//! The harbour shop: products, a basket per visitor, orders.
//!
//! The basket changes by GET forms, as in many real shops: nothing is committed before the order.
//!
//! Invariant: an order costs exactly the total its form stated, and empties the basket, so that sending it twice
//! orders once.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Extension, Form, Router};
use serde::Deserialize;

use super::error_page::ErrorPage;
use super::ledger::LedgerKind;
use super::markup::{Markup, PageLayout, Section};
use super::state::{Product, SiteState};
use super::visitor::VisitorId;

pub(super) fn routes() -> Router<Arc<SiteState>> {
    Router::new()
        .route("/shop", get(shop))
        .route("/shop/{slug}", get(product))
        .route("/shop/basket", get(basket))
        .route("/shop/basket/add", get(add))
        .route("/shop/basket/quantity", get(set_quantity))
        .route("/shop/order", post(order))
        .route("/shop/orders/{number}", get(order_placed))
}

async fn shop(State(site): State<Arc<SiteState>>, Extension(visitor): Extension<VisitorId>) -> Markup {
    let count: u32 = site.visitors().visitor(visitor).basket.values().sum();
    let card = |product| Markup::fill(include_str!("../../assets/demo/product_card.html"), &fields(product));
    let values = [("count", count.to_string().into()), ("cards", site.products.iter().map(card).collect())];
    page("Shop", &Markup::fill(include_str!("../../assets/demo/shop.html"), &values))
}

async fn product(State(site): State<Arc<SiteState>>, Path(slug): Path<String>) -> Result<Markup, ErrorPage> {
    let product = site.product(&slug).ok_or(ErrorPage::NotFound)?;
    Ok(page(&product.name, &Markup::fill(include_str!("../../assets/demo/product.html"), &fields(product))))
}

#[derive(Deserialize)]
struct BasketLine {
    product: String,
    quantity: u32,
}

async fn add(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Query(line): Query<BasketLine>,
) -> Result<Redirect, ErrorPage> {
    change_basket(&site, visitor, &line.product, |held| held.saturating_add(line.quantity.max(1)))
}

async fn set_quantity(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Query(line): Query<BasketLine>,
) -> Result<Redirect, ErrorPage> {
    change_basket(&site, visitor, &line.product, |_| line.quantity)
}

fn change_basket(
    site: &SiteState,
    visitor: VisitorId,
    slug: &str,
    new: impl FnOnce(u32) -> u32,
) -> Result<Redirect, ErrorPage> {
    let product = site.product(slug).ok_or(ErrorPage::NotFound)?;
    let mut visitors = site.visitors();
    let basket = &mut visitors.visitor(visitor).basket;
    let quantity = new(basket.get(slug).copied().unwrap_or(0)).min(MAX_QUANTITY);
    if quantity == 0 {
        basket.remove(slug);
    } else {
        basket.insert(slug.to_owned(), quantity);
    }
    site.ledger().write(LedgerKind::Basket, [("product", product.slug.clone()), ("quantity", quantity.to_string())]);
    Ok(Redirect::to("/shop/basket"))
}

async fn basket(State(site): State<Arc<SiteState>>, Extension(visitor): Extension<VisitorId>) -> Markup {
    let basket = site.visitors().visitor(visitor).basket.clone();
    if basket.is_empty() {
        return page("Basket", &Markup::fixed(include_str!("../../assets/demo/basket_empty.html")));
    }
    let line = |(product, quantity): (&Product, u32)| {
        let mut values = fields(product);
        values.retain(|(slot, _)| *slot != "price");
        values.push(("quantity", quantity.to_string().into()));
        values.push(("price", euros(product.cents * quantity).into()));
        Markup::fill(include_str!("../../assets/demo/basket_line.html"), &values)
    };
    let total = euros(total_cents(&site, &basket));
    let values = [("lines", lines(&site, &basket).map(line).collect()), ("total", total.into())];
    page("Basket", &Markup::fill(include_str!("../../assets/demo/basket.html"), &values))
}

#[derive(Deserialize)]
struct OrderForm {
    name: String,
    address: String,
    total: String,
    currency: String,
}

async fn order(
    State(site): State<Arc<SiteState>>,
    Extension(visitor): Extension<VisitorId>,
    Form(order): Form<OrderForm>,
) -> Result<Redirect, ErrorPage> {
    let (name, address) = (order.name.trim(), order.address.trim());
    if name.is_empty() || address.is_empty() {
        return Err(ErrorPage::IncompleteOrder);
    }
    let mut visitors = site.visitors();
    let basket = &mut visitors.visitor(visitor).basket;
    let total = euros(total_cents(&site, basket));
    if basket.is_empty() || order.total != total || order.currency != "EUR" {
        return Err(ErrorPage::BasketChanged);
    }
    let items: Vec<String> =
        lines(&site, basket).map(|(product, quantity)| format!("{quantity} × {}", product.name)).collect();
    basket.clear();
    let number = site.next_order().to_string();
    let data = [
        ("number", number.clone()),
        ("name", name.to_owned()),
        ("address", address.to_owned()),
        ("items", items.join(", ")),
        ("total", total),
        ("currency", order.currency),
    ];
    site.ledger().write(LedgerKind::Order, data);
    Ok(Redirect::to(&format!("/shop/orders/{number}")))
}

async fn order_placed(State(site): State<Arc<SiteState>>, Path(number): Path<String>) -> Result<Markup, ErrorPage> {
    let entry = site.ledger().find(LedgerKind::Order, "number", &number).ok_or(ErrorPage::NotFound)?;
    let values: Vec<_> = entry.data.into_iter().map(|(field, value)| (field, value.into())).collect();
    Ok(page("Order placed", &Markup::fill(include_str!("../../assets/demo/order.html"), &values)))
}

fn lines<'a>(site: &'a SiteState, basket: &BTreeMap<String, u32>) -> impl Iterator<Item = (&'a Product, u32)> {
    site.products.iter().filter_map(|product| Some((product, *basket.get(&product.slug)?)))
}

fn total_cents(site: &SiteState, basket: &BTreeMap<String, u32>) -> u32 {
    lines(site, basket).map(|(product, quantity)| product.cents * quantity).sum()
}

fn euros(cents: u32) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn fields(product: &Product) -> Vec<(&'static str, Markup)> {
    vec![
        ("slug", product.slug.as_str().into()),
        ("name", product.name.as_str().into()),
        ("icon", product.icon.as_str().into()),
        ("text", product.text.as_str().into()),
        ("price", euros(product.cents).into()),
    ]
}

fn page(title: &str, main: &Markup) -> Markup {
    PageLayout { title, section: Some(Section::Shop), script: None }.around(main)
}

const MAX_QUANTITY: u32 = 99;
