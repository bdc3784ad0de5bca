//! A picture shows a model no personal data.

use jpeg_encoder::{ColorType, Encoder};
use serde_json::json;
use webhand_model::{Node, OutcomeStatus, Prompt, ToolResult, Turn, Viewport};
use webhand_port::Picture;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

use super::{ask, model, prompt, shown};

const SIZE: u16 = 64;

/// A white picture.
fn white() -> Picture {
    let mut jpeg = Vec::new();
    let pixels = vec![255; usize::from(SIZE) * usize::from(SIZE) * 3];
    Encoder::new(&mut jpeg, 90).encode(&pixels, SIZE, SIZE, ColorType::Rgb).unwrap();
    Picture { jpeg }
}

fn brightness(picture: &Picture, x: usize, y: usize) -> u8 {
    let pixels = JpegDecoder::new(ZCursor::new(&picture.jpeg)).decode().unwrap();
    pixels[(y * usize::from(SIZE) + x) * 3]
}

/// A page of twice the picture's size that shows an address in its upper left quarter.
fn page_with_address() -> Prompt {
    let mut asked = prompt(Vec::new());
    let length = f64::from(SIZE) * 2.0;
    let page = &mut asked.observation.snapshot;
    page.viewport = Viewport { width: length, height: length, ..Viewport::default() };
    page.picture = Some("1.jpg".to_owned());
    page.nodes = vec![Node {
        role: "text".to_owned(),
        name: "ann@a.test".to_owned(),
        bounds: Some([10, 10, 40, 40]),
        in_view: true,
        ..Node::default()
    }];
    asked
}

#[test]
fn an_element_with_personal_data_is_painted_over() {
    let (asked, model) = (page_with_address(), model("", json!({})));
    ask(&model, &asked, Some(&white()));
    let painted = shown(&model).1.expect("the picture is shown");
    assert!(brightness(&painted, 15, 15) < 120);
    assert!(brightness(&painted, 50, 50) > 240);
}

#[test]
fn a_picture_is_withheld_where_the_place_of_personal_data_is_unknown() {
    let (mut asked, model) = (page_with_address(), model("", json!({"full": true})));
    asked.observation.snapshot.nodes[0].bounds = None;
    let (answer, _) = ask(&model, &asked, Some(&white()));
    let (read, picture) = shown(&model);
    assert_eq!(picture, None);
    assert!(read.observation.notes.last().is_some_and(|note| note.contains("withheld")));

    // A picture of the whole page has other coordinates than the look.
    let mut asked = page_with_address();
    asked.observation.snapshot.picture = None;
    let result =
        ToolResult { picture: Some("2.jpg".to_owned()), ..ToolResult::new(OutcomeStatus::Done, "took a picture") };
    asked.turns.push(Turn { answer, results: vec![result] });
    ask(&model, &asked, Some(&white()));
    assert_eq!(shown(&model).1, None);
}

#[test]
fn a_page_without_personal_data_is_shown_as_it_is() {
    let (mut asked, model) = (page_with_address(), model("", json!({})));
    asked.observation.snapshot.nodes[0].name = "Order 0612345678".to_owned();
    ask(&model, &asked, Some(&white()));
    assert_eq!(shown(&model).1, Some(white()));
}
