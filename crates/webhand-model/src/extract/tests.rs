use proptest::prelude::*;
use serde_json::{Value, json};

use super::{AnswerSchema, ExtractError, extract};
use crate::{DataField, DataRecord, PageData, RecordSet, find_number};

fn field(name: &str, text: &str) -> DataField {
    DataField { names: name.split(',').map(str::to_owned).collect(), text: text.to_owned(), href: None, mixed: false }
}

fn record(fields: &[(&str, &str)]) -> DataRecord {
    DataRecord { fields: fields.iter().map(|(name, text)| field(name, text)).collect() }
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
fn an_empty_cell_is_not_filled_from_another_column() {
    let row = |spring: &str, autumn: &str, town: &str| {
        record(&[("2024 Spring", spring), ("2024 Autumn", autumn), ("Town", town)])
    };
    let rows = vec![row("1", "2", "Oslo"), row("3", "", "")];
    let data = PageData { facts: DataRecord::default(), sets: vec![RecordSet { title: String::new(), records: rows }] };
    let schema = json!({"type": "array", "items": {"type": "object", "properties": {
        "2024 autumn": {"type": "number"}, "town": {"type": "string"}, "2024 spring": {"type": "number"},
    }}});
    let expected = json!([
        {"2024 autumn": 2.0, "town": "Oslo", "2024 spring": 1.0},
        {"town": "", "2024 spring": 3.0},
    ]);
    assert_eq!(extract(schema.as_object().expect("an object"), None, &data), Ok(expected));
}

/// A wanted value that the page shows under no name of its own is missing.
#[test]
fn what_only_resembles_the_wanted_is_not_taken() {
    let order = record(&[
        ("Order number", "A-17"),
        ("Order time", "9:30"),
        ("Shipping date", "1 May"),
        ("Delivery date", "3 May"),
        ("Producer", "Lumen"),
    ]);
    let data = PageData { facts: order, sets: Vec::new() };
    let of = |name: &str, description: &str| {
        let properties = json!({name: {"type": "string", "description": description}});
        let schema = json!({"type": "object", "required": [name], "properties": properties});
        extract(schema.as_object().expect("an object"), None, &data).ok().map(|found| found[name].clone())
    };
    assert_eq!(of("deliveryDate", ""), Some(json!("3 May")));
    assert_eq!(of("orderNumbers", ""), Some(json!("A-17")));
    assert_eq!(of("when", "the delivery date"), Some(json!("3 May")));
    for (name, description) in [
        ("orderDate", ""),
        ("orderTotal", ""),
        ("date", ""),
        ("product", ""),
        ("sku", "the code by which the producer of the lamp counts it, not the order number"),
    ] {
        assert_eq!(of(name, description), None, "{name}");
    }
}

#[test]
fn a_cell_of_several_parts_stands_for_its_own_column_alone() {
    let mut cell = field("Product", "Blue lamp LX-7 In stock");
    cell.mixed = true;
    let row = DataRecord { fields: vec![cell, field("sku", "LX-7")] };
    let rows = vec![row.clone(), row];
    let data = PageData { facts: DataRecord::default(), sets: vec![RecordSet { title: String::new(), records: rows }] };
    let properties = json!({"name": {"type": "string"}, "sku": {"type": "string"}, "stock": {"type": "string"}});
    let schema = |required: Value| json!({"type": "array", "items": {"type": "object", "required": required, "properties": properties}});
    let found = |required: Value| extract(schema(required).as_object().expect("an object"), None, &data);
    assert_eq!(found(json!([])), Ok(json!([{"sku": "LX-7"}, {"sku": "LX-7"}])));
    let error = found(json!(["name"])).expect_err("the cell is more than a name").to_string();
    assert!(error.starts_with("the page shows no \"[].name\""), "{error}");
}

#[test]
fn a_list_of_texts_is_one_column() {
    let schema = json!({"type": "object", "properties": {"prices": {"type": "array", "items": {"type": "number"}}}});
    assert_eq!(take(&schema), Ok(json!({"prices": [1234.5, 12.99]})));
    let schema = json!({"type": "object", "required": ["colours"], "properties": {"colours": {"type": "array", "minItems": 1, "items": {"type": "string"}}}});
    assert!(take(&schema).is_err(), "no list of the page is one of colours");
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
        assert_eq!(find_number(text).map(|found| found.value), Some(expected), "{text}");
    }
    assert_eq!(find_number("none"), None);
}

#[test]
fn what_is_missing_is_named_with_its_path() {
    let missing = |schema: Value| take(&schema).expect_err("it is not shown").to_string();
    let nested = json!({"type": "object", "required": ["order"], "properties": {"order": {"type": "object",
        "required": ["orderNumber", "courier"], "properties": {"orderNumber": {"type": "string"}, "courier": {"type": "string"}}}}});
    assert!(missing(nested).starts_with("the page shows no \"order.courier\";"));
    let listed = json!({"type": "object", "required": ["lamps"], "properties": {"lamps": {"type": "array", "minItems": 1,
        "items": {"type": "object", "required": ["name", "voltage"],
        "properties": {"name": {"type": "string"}, "voltage": {"type": "number"}}}}}});
    assert!(missing(listed).starts_with("the page shows no \"lamps[].voltage\";"));
}

#[test]
fn enums_are_of_their_type_or_refused() {
    let of = |schema: Value| take(&json!({"type": "object", "properties": {"weight": schema}}));
    assert_eq!(of(json!({"type": "number", "enum": [3, 4]})), Ok(json!({"weight": 3})));
    assert!(matches!(of(json!({"type": "integer", "enum": ["three"]})), Err(ExtractError::Schema(_))));
    assert!(matches!(of(json!({"type": "array", "items": {}, "enum": [[]]})), Err(ExtractError::Schema(_))));
}

/// Whether a value is valid, as the specification says; for the keywords that are known here.
fn is_valid(schema: &Value, value: &Value) -> bool {
    let is_of = |kind: &Value| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some(_) | None => false,
    };
    let kind = &schema["type"];
    let usual = if kind.is_null() { json!("string") } else { kind.clone() };
    let kinds = kind.as_array().cloned().unwrap_or_else(|| vec![usual]);
    let same = |allowed: &Value| allowed == value || (value.is_number() && allowed.as_f64() == value.as_f64());
    let size = |key: &str, usual: u64| schema[key].as_u64().unwrap_or(usual);
    kinds.iter().any(is_of)
        && schema["enum"].as_array().is_none_or(|allowed| allowed.iter().any(same))
        && value.as_f64().is_none_or(|number| schema["minimum"].as_f64().is_none_or(|least| number >= least))
        && value.as_f64().is_none_or(|number| schema["maximum"].as_f64().is_none_or(|most| number <= most))
        && value.as_object().is_none_or(|object| {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.into_iter().all(|name| object.contains_key(name))
                && object.iter().all(|(name, value)| is_valid(&schema["properties"][name], value))
        })
        && value.as_array().is_none_or(|list| {
            let length = list.len() as u64;
            (size("minItems", 0)..=size("maxItems", u64::MAX)).contains(&length)
                && list.iter().all(|item| is_valid(&schema["items"], item))
        })
}

fn any_scalar() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec!["string", "number", "integer", "boolean"]);
    let allowed = prop::sample::select(vec![json!(null), json!(["A-17", "yes", 3, 4, true]), json!(["x"])]);
    (kind, any::<bool>(), allowed, prop::option::of(-5..5_i32), prop::option::of(0..2_000_i32)).prop_map(
        |(kind, nullable, allowed, least, most)| {
            let mut schema = json!({"type": if nullable { json!([kind, "null"]) } else { json!(kind) }});
            if !allowed.is_null() {
                schema["enum"] = allowed;
            }
            for (key, bound) in [("minimum", least), ("maximum", most)] {
                if let Some(bound) = bound {
                    schema[key] = json!(bound);
                }
            }
            schema
        },
    )
}

fn any_schema() -> impl Strategy<Value = Value> {
    any_scalar().prop_recursive(3, 24, 4, |inner| {
        let names =
            prop::sample::select(vec!["name", "price", "rating", "weight", "orderNumber", "delivered", "phone"]);
        let properties = prop::collection::btree_map(names, inner.clone(), 0..4);
        let object = (properties, any::<bool>()).prop_map(|(properties, required)| {
            let required: Vec<&str> = if required { properties.keys().copied().take(2).collect() } else { Vec::new() };
            json!({"type": "object", "properties": properties, "required": required})
        });
        let list = (inner, 0..3_u32, 0..4_u32).prop_map(
            |(items, least, most)| json!({"type": "array", "items": items, "minItems": least, "maxItems": most}),
        );
        prop_oneof![object, list]
    })
}

proptest! {
    #[test]
    fn whatever_is_answered_fits_the_schema(schema in any_schema()) {
        if let Ok(value) = take(&schema) {
            prop_assert!(is_valid(&schema, &value), "{} does not fit {}", value, schema);
        }
    }
}

fn filled(answer: &Value) -> Result<Value, String> {
    let schema = json!({"type": "object", "required": ["name", "price", "kind"], "properties": {
        "name": {"type": "string"}, "price": {"type": "number", "minimum": 0}, "kind": {"enum": ["lamp", "bulb"]},
        "seller": {"type": ["string", "null"]},
        "sizes": {"type": "array", "minItems": 1, "items": {"type": "integer"}},
    }});
    let blank = AnswerSchema::read(schema.as_object().expect("an object")).expect("a schema");
    blank.accept(answer).map_err(|misfit| misfit.to_string())
}

#[test]
fn an_answer_is_taken_as_the_schema_wants_it() {
    let answer = json!({"name": "Blue\u{0} lamp", "price": "12.5", "kind": "lamp", "sizes": [1.0], "mood": "!"});
    let taken = json!({"name": "Blue lamp", "price": 12.5, "kind": "lamp", "seller": null, "sizes": [1]});
    assert_eq!(filled(&answer), Ok(taken));
}

#[test]
fn an_answer_that_does_not_fit_is_told_where() {
    let with = |name: &str, value: Value| {
        let mut answer = json!({"name": "Lamp", "price": 1, "kind": "lamp"});
        answer[name] = value;
        filled(&answer).expect_err("it does not fit")
    };
    assert_eq!(with("name", json!(null)), "\"name\" is missing");
    assert_eq!(with("name", json!(["x"])), r#""name" must be of the type string, not "[\"x\"]""#);
    assert_eq!(with("price", json!("12 €")), r#""price" must be of the type number, not "\"12 €\"""#);
    assert_eq!(with("price", json!(-1)), "\"price\" is -1, which is outside of what is allowed");
    assert_eq!(with("kind", json!("lamp post")), r#""kind" must be one of ["lamp","bulb"]"#);
    assert_eq!(with("sizes", json!([])), "\"sizes\" has 0 items and needs at least 1");
    assert_eq!(with("sizes", json!([1, 1.5])), r#""sizes[1]" must be of the type integer, not "1.5""#);
    assert_eq!(filled(&json!([])).expect_err("it is a list"), r#"it must be an object, not "[]""#);
}
