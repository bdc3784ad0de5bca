use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Body, DigestKey, Digester, body_bytes, form_content, form_fields, is_secret_name};
use crate::driver::{BodyPart, Request};
use webhand_model::{Content, ContentKind};
use webhand_wire::{FormFacts, FormField, FormFieldKind};

fn sent(kind: &str, body: &str) -> Vec<[String; 2]> {
    Body::of(&request(kind, body)).shown(|_| false)
}

fn request(kind: &str, body: &str) -> Request {
    Request {
        url: "https://shop.test/order".to_owned(),
        method: "POST".to_owned(),
        headers: [("Content-Type".to_owned(), kind.into())].into_iter().collect(),
        has_post_data: true,
        post_data_entries: vec![BodyPart { bytes: Some(STANDARD.encode(body)) }],
        ..Request::default()
    }
}

fn pairs(expected: &[[&str; 2]]) -> Vec<[String; 2]> {
    expected.iter().map(|pair| pair.map(str::to_owned)).collect()
}

#[test]
fn a_form_is_shown_field_by_field() {
    let shown = sent("application/x-www-form-urlencoded", "item=Blue+lamp&amount=2&note=a%26b");
    assert_eq!(shown, pairs(&[["item", "Blue lamp"], ["amount", "2"], ["note", "a&b"]]));
}

#[test]
fn a_multipart_form_names_its_files_and_does_not_show_them() {
    let body = "--x1\r\nContent-Disposition: form-data; name=\"to\"\r\n\r\nana\r\n--x1\r\nContent-Disposition: form-data; \
                name=\"picture\"; filename=\"cat.png\"\r\nContent-Type: image/png\r\n\r\nBYTES\r\n--x1--\r\n";
    let shown = sent("multipart/form-data; boundary=x1", body);
    assert_eq!(shown, pairs(&[["to", "ana"], ["picture", "file cat.png"]]));
}

#[test]
fn json_is_flattened() {
    let shown = sent("application/json", r#"{"order":{"item":"lamp","count":2},"gift":true,"tags":["a"]}"#);
    let expected = [["gift", "true"], ["order.count", "2"], ["order.item", "lamp"], ["tags.0", "a"]];
    let mut sorted = shown;
    sorted.sort();
    assert_eq!(sorted, pairs(&expected));
}

#[test]
fn secrets_are_never_shown() {
    let form =
        sent("application/x-www-form-urlencoded", "user=ana&new_password=hunter2&csrf_token=abc&pin=1234&shipping=yes");
    let hidden = ["ana", "…", "…", "…", "yes"];
    assert_eq!(form.iter().map(|[_, value]| value.as_str()).collect::<Vec<_>>(), hidden);
    let nested = sent("application/json", r#"{"a":[{"password":"hunter2"}]}"#);
    assert_eq!(nested, pairs(&[["a.0.password", "…"]]));
}

#[test]
fn names_that_only_contain_a_secret_word_are_shown() {
    for name in ["passengers", "gift_card_amount", "passport_country", "shipping", "cardigan", "compass", "pinboard"] {
        assert!(!is_secret_name(name), "{name}");
    }
    for name in ["userPassword", "card[number]", "csrfmiddlewaretoken", "client-secret", "PIN", "cardNumber", "cc_exp"]
    {
        assert!(is_secret_name(name), "{name}");
    }
}

#[test]
fn the_body_of_a_message_is_shown_whole() {
    let message = "Dear Ann,\n".repeat(300);
    assert_eq!(sent("text/plain", &message), pairs(&[["", &message]]));
    let json = serde_json::json!({"to": ["ann", "bob"], "text": message}).to_string();
    assert_eq!(sent("application/json", &json), pairs(&[["text", &message], ["to.0", "ann"], ["to.1", "bob"]]));
}

#[test]
fn what_is_shown_has_a_bound_and_says_what_it_left_out() {
    let body: Vec<String> = (0..500).map(|number| format!("f{number}={}", "y".repeat(1_000))).collect();
    let shown = sent("application/x-www-form-urlencoded", &body.join("&"));
    let length: usize = shown.iter().map(|[name, value]| name.len() + value.len()).sum();
    assert!(length < 61_000, "{length}");
    let left_out = 500 - (shown.len() - 1);
    assert_eq!(shown.last().unwrap(), &[String::new(), format!("… and {left_out} more fields")]);
}

fn content(kind: &str, body: &str) -> Content {
    Body::of(&request(kind, body)).content(KEYED, |_, _| ContentKind::Plain)
}

const KEYED: Digester = Digester(Some(DigestKey::new([7; 32])));
const FORM: &str = "application/x-www-form-urlencoded";

#[test]
fn a_change_that_is_not_shown_changes_the_digest() {
    let long = "x".repeat(30_000);
    let table = [
        ("gift_card_amount=10", "gift_card_amount=9000"),
        ("new_password=a", "new_password=b"),
        ("a=%ff", "a=%fe"),
        (&format!("note={long}1"), &format!("note={long}2")),
        ("a=1", "a=1&b=2"),
        ("a=1&b=2", "b=2&a=1"),
    ];
    for (approved, sent) in table {
        assert!(content(FORM, approved).is_same(&content(FORM, approved)), "{approved:.40}");
        assert!(!content(FORM, approved).is_same(&content(FORM, sent)), "{approved:.40} {sent:.40}");
    }
    let many = |last: &str| format!("{}{last}", "f=y&".repeat(3_000));
    assert!(!content(FORM, &many("sum=1")).is_same(&content(FORM, &many("sum=2"))));
    let json = |sum: u32| format!(r#"{{"deep":[[[[[[[[[[{{"sum":{sum}}}]]]]]]]]]]}}"#);
    assert!(!content("application/json", &json(1)).is_same(&content("application/json", &json(2))));
    assert!(!content("application/json", "{}").is_same(&content("text/plain", "{}")));
}

#[test]
fn the_boundary_of_a_multipart_body_does_not_count_and_the_content_of_its_files_does() {
    let body = |boundary: &str, bytes: &str| {
        let head = "Content-Disposition: form-data; name=";
        let text = format!(
            "--{boundary}\r\n{head}\"to\"\r\n\r\nana\r\n--{boundary}\r\n{head}\"scan\"; filename=\"a.png\"\r\n\r\n{bytes}\r\n--{boundary}--\r\n"
        );
        content(&format!("multipart/form-data; boundary={boundary}"), &text)
    };
    assert!(body("x1", "BYTES").is_same(&body("y2", "BYTES")));
    assert!(!body("x1", "BYTES").is_same(&body("x1", "OTHER")));
}

#[test]
fn a_file_whose_bytes_are_not_reported_cannot_be_bound() {
    let mut with_file = request("multipart/form-data; boundary=x1", "--x1\r\n");
    with_file.post_data_entries.push(BodyPart { bytes: None });
    let content = Body::of(&with_file).content(KEYED, |_, _| ContentKind::Plain);
    assert!(!content.is_bindable());
}

#[test]
fn a_secret_has_no_digest_without_a_key() {
    let unkeyed = Body::of(&request(FORM, "user=ana&pin=1234")).content(Digester(None), |_, _| ContentKind::Plain);
    let digests: Vec<_> = unkeyed.fields.iter().map(|field| field.digest.is_some()).collect();
    assert_eq!(digests, [true, false]);
    let json = Body::of(&request("application/json", r#"{"pin":"1234"}"#));
    assert!(!json.content(Digester(None), |_, _| ContentKind::Plain).is_bindable());
    assert_ne!(content(FORM, "pin=1234").fields[0].digest, Digester(None).digest(b"1234", false));
}

#[test]
fn a_form_is_bound_to_the_bytes_that_its_request_has() {
    let field =
        |name: &str, value: &str, kind| FormField { name: name.to_owned(), value: value.to_owned(), kind, size: None };
    let fields = vec![
        field("to", "Ána & Bo", FormFieldKind::Plain),
        field("text", "two\nlines", FormFieldKind::Plain),
        field("pw", "hunter2", FormFieldKind::Password),
    ];
    let form = FormFacts {
        action: "https://shop.test/order".to_owned(),
        method: "post".to_owned(),
        encoding: FORM.to_owned(),
        fields,
        own_field: None,
        complete: true,
        invalid: Vec::new(),
    };
    let sent = content(FORM, "to=%C3%81na+%26+Bo&text=two%0D%0Alines&pw=hunter2");
    assert!(form_content(&form, KEYED, |_| false).is_same(&sent));
    assert_eq!(form_fields(&form), pairs(&[["to", "Ána & Bo"], ["text", "two\nlines"], ["pw", "…"]]));
    assert!(!format!("{form:?}").contains("hunter2"));
}

#[test]
fn an_operation_is_read_from_the_pieces_of_a_body() {
    let body = request("application/json", r#"{"jsonrpc":"2.0","method":"order.place"}"#);
    assert!(body_bytes(&body).1);
}
