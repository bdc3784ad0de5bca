use serde_json::json;
use webhand_model::{Action, RefBook, RefResolver as _};
use webhand_wire::thin::ThinPage;

use super::seen_page::SeenPage;

fn page() -> SeenPage {
    let form = json!({"action": "https://shop.test/order", "method": "post", "fields": [["name", "Ana"]]});
    let search = json!({"action": "https://shop.test/find", "method": "get", "fields": []});
    let nodes = json!([
        {"role": "heading", "name": "Lamps"},
        {"id": 7, "role": "link", "name": "More", "href": "https://shop.test/more"},
        {"id": 8, "role": "button", "name": "Order", "form": form},
        {"id": 9, "role": "button", "name": "Menu"},
        {"id": 10, "role": "textbox", "name": "Password", "input": "password", "value": "s3cret"},
        {"id": 11, "role": "textbox", "name": "Find", "form": search},
    ]);
    let page: ThinPage =
        serde_json::from_value(json!({"url": "https://shop.test/", "document": 1, "nodes": nodes})).unwrap();
    SeenPage::new(page, 1, &mut RefBook::default())
}

fn click(page: &SeenPage, written: &str) -> Action {
    Action::Click { target: page.snapshot.resolve(written).unwrap(), button: None, count: None, modifiers: None }
}

#[test]
fn a_form_is_asked_about_each_time_and_an_unknown_control_once() {
    let page = page();
    let link = page.facts(&click(&page, "e1"));
    assert!(link.known_link && !link.live_channel && link.cautions.is_empty(), "{link:?}");
    let order = page.facts(&click(&page, "e2"));
    assert!(order.cautions[0].contains("post https://shop.test/order: name=Ana"), "{order:?}");
    let menu = page.facts(&click(&page, "e3"));
    assert!(menu.live_channel && menu.cautions.is_empty(), "{menu:?}");
    let enter = Action::Press { key: "Enter".to_owned(), target: None, hold: None };
    assert!(!page.facts(&enter).cautions.is_empty(), "whatever has the focus may send a form");
    let find = Action::Type {
        target: Some(page.snapshot.resolve("e5").unwrap()),
        text: "lamp".to_owned(),
        delay: None,
        submit: Some(true),
    };
    assert!(page.facts(&find).cautions.is_empty(), "a search only asks for a page");
}

#[test]
fn what_is_typed_into_a_secret_field_is_not_shown_to_a_brain() {
    let page = page();
    assert!(!format!("{:?}", page.snapshot).contains("s3cret"));
    let fill = Action::Fill { target: page.snapshot.resolve("e4").unwrap(), value: "x".to_owned() };
    assert!(page.facts(&fill).target.unwrap().field.is_secret());
    assert_eq!(page.number(page.snapshot.resolve("e4").unwrap()), Some(10));
}
