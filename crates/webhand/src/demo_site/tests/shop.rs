use super::super::{DemoSite, LedgerKind};
use super::browser::{HttpClient, marks};

#[tokio::test]
async fn an_order_is_placed_exactly_once() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site).with_cookie().await;
    let order = "name=Ana&address=Calle+del+Mar+3&total=42.90&currency=EUR";

    let added = browser.open("/shop/basket/add?product=brass-lantern&quantity=1").await;
    assert!(browser.open(&added.location).await.body.contains("name=\"total\" value=\"42.90\""));
    let placed = browser.submit("/shop/order", order).await;
    assert_eq!(browser.submit("/shop/order", order).await.status, 409);

    assert!(browser.open(&placed.location).await.body.contains("Order 1001 placed: €42.90"));
    assert_eq!(
        marks(&site),
        [
            "Basket product=brass-lantern quantity=1",
            "Order address=Calle del Mar 3 currency=EUR items=1 × Brass lantern name=Ana number=1001 total=42.90",
        ]
    );
}

#[tokio::test]
async fn an_order_with_another_total_than_the_basket_is_refused() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site).with_cookie().await;
    browser.open("/shop/basket/add?product=enamel-mug&quantity=2").await;
    browser.open("/shop/basket/quantity?product=enamel-mug&quantity=3").await;

    let refused = browser.submit("/shop/order", "name=Ana&address=Pier+2&total=25.80&currency=EUR").await;
    assert_eq!(refused.status, 409);
    assert!(browser.open("/shop/basket").await.body.contains("Total <strong>€38.70"));
    assert!(!site.ledger().is_empty() && site.ledger().iter().all(|entry| entry.kind == LedgerKind::Basket));
}
