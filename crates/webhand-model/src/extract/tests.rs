use serde_json::{Value, json};

use super::value::number;
use super::{ExtractError, extract};
use crate::{Field, PageData, Record, RecordSet};

fn field(name: &str, text: &str) -> Field {
    Field { names: name.split(',').map(str::to_owned).collect(), text: text.to_owned(), href: None }
}

fn record(fields: &[(&str, &str)]) -> Record {
    Record { fields: fields.iter().map(|(name, text)| field(name, text)).collect() }
}

fn shop() -> PageData {
    let lamp = |name: &str, price: &str, rate: &str| {
        let mut card = record(&[("heading,name", name), ("price", price), ("rate", rate)]);
        card.fields[0].href = Some(format!("https://shop.test/{name}"));
        card
    };
    let lamps = RecordSet {
        title: "Lamps".to_owned(),
        records: vec![lamp("Blue lamp", "1.234,50 €", "4 of 5"), lamp("Red lamp", "EUR 12.99", "5 of 5")],
    };
    let menu =
        RecordSet { title: "Menu".to_owned(), records: vec![record(&[("link", "Home")]), record(&[("link", "Cart")])] };
    PageData {
        facts: record(&[("Order number", "A-17"), ("Delivered", "yes"), ("Weight", "3 kg")]),
        sets: vec![menu, lamps],
    }
}

fn take(schema: &Value) -> Result<Value, ExtractError> {
    extract(schema.as_object().expect("an object"), None, &shop())
}

#[test]
fn cards_become_a_list_of_objects() {
    let schema = json!({"type": "array", "items": {"type": "object", "required": ["name", "price"], "properties": {
        "name": {"type": "string"}, "price": {"type": "number"}, "rating": {"type": "integer"},
        "url": {"type": "string", "format": "uri"},
    }}});
    let expected = json!([
        {"name": "Blue lamp", "price": 1234.5, "rating": 4, "url": "https://shop.test/Blue lamp"},
        {"name": "Red lamp", "price": 12.99, "rating": 5, "url": "https://shop.test/Red lamp"},
    ]);
    assert_eq!(take(&schema), Ok(expected));
}

#[test]
fn facts_become_an_object_and_lists_stand_beside_them() {
    let schema = json!({"type": "object", "required": ["orderNumber"], "properties": {
        "orderNumber": {"type": "string"}, "delivered": {"type": "boolean"}, "weight": {"type": "number"},
        "lamps": {"type": "array", "maxItems": 1, "items": {"type": "object", "properties": {"title": {"type": "string"}}}},
        "colour": {"type": ["string", "null"]},
    }});
    let expected = json!({"orderNumber": "A-17", "delivered": true, "weight": 3.0, "lamps": [{"title": "Blue lamp"}], "colour": null});
    assert_eq!(take(&schema), Ok(expected));
}

#[test]
fn what_is_not_shown_is_not_made_up() {
    let schema = json!({"type": "object", "required": ["phone"], "properties": {"phone": {"type": "string"}}});
    let error = take(&schema).expect_err("there is no phone").to_string();
    assert!(error.starts_with("the page shows no \"phone\"; it shows \"Order number, Delivered, Weight"), "{error}");
}

#[test]
fn a_schema_of_another_kind_is_refused_by_name() {
    let error = take(&json!({"oneOf": []})).expect_err("unknown keyword").to_string();
    assert!(error.contains("it uses \"oneOf\""), "{error}");
    let deep = (0..20).fold(json!({"type": "string"}), |inner, _| json!({"type": "array", "items": inner}));
    assert!(matches!(take(&deep), Err(ExtractError::Schema(_))));
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let cases = [
        ("3.99 EUR", 3.99),
        ("1,234.50", 1234.5),
        ("1.234,50 €", 1234.5),
        ("1,234", 1234.0),
        ("12,5 kg", 12.5),
        ("1.000.000", 1_000_000.0),
        ("−5 °C", -5.0),
        ("4 of 5", 4.0),
        ("No. 7.", 7.0),
        ("1 234", 1.0),
    ];
    for (text, expected) in cases {
        assert_eq!(number(text), Some(expected), "{text}");
    }
    assert_eq!(number("none"), None);
}
