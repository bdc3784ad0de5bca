use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{body_bytes, fields};
use crate::driver::{BodyPart, Request};

fn sent(kind: &str, body: &str) -> Vec<[String; 2]> {
    fields(&request(kind, body), |_| false)
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
    let expected = [["gift", "true"], ["order.count", "2"], ["order.item", "lamp"], ["tags", "[\"a\"]"]];
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
    assert_eq!(nested, pairs(&[["a", "…"]]));
}

#[test]
fn other_bodies_are_shown_by_their_beginning() {
    let shown = sent("text/plain", &"x".repeat(5_000));
    assert_eq!(shown[0][0], "");
    assert_eq!(shown[0][1].chars().count(), 300);
}

#[test]
fn long_and_many_fields_are_cut() {
    let body: Vec<String> = (0..500).map(|number| format!("f{number}={}", "y".repeat(1_000))).collect();
    let shown = sent("application/x-www-form-urlencoded", &body.join("&"));
    assert_eq!(shown.len(), 100);
    assert!(shown.iter().all(|[_, value]| value.chars().count() == 200));
}

#[test]
fn an_operation_is_read_from_the_pieces_of_a_body() {
    let body = request("application/json", r#"{"jsonrpc":"2.0","method":"order.place"}"#);
    assert!(body_bytes(&body).1);
}
