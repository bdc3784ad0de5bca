use super::*;

#[test]
fn labels_stand_beside_their_boxes_and_not_on_each_other() {
    let canvas = Canvas { pixels: Vec::new(), width: 400, height: 300 };
    let mark = |label: &str, bounds| Mark { label: label.to_owned(), bounds };
    let marks = [[100, 100, 60, 20], [100, 100, 60, 20], [0, 0, 400, 300], [380, 0, 20, 20]]
        .map(|bounds| mark("f2e17", bounds));
    let mut labels = Vec::new();
    for mark in &marks {
        let place = canvas.place_label(mark, &marks, &labels);
        for other in &labels {
            assert_eq!(overlap_area(place, *other), 0, "{place:?} in {labels:?}");
        }
        let [x, y, width, height] = place;
        assert!(x >= 0 && y >= 0 && x + width <= 400 && y + height <= 300, "{place:?}");
        labels.push(place);
    }
    assert_eq!(labels[0][..2], [100, 84], "above its box");
}

#[test]
fn a_marked_picture_keeps_its_size_and_shows_the_frame() {
    let mut plain = Vec::new();
    Encoder::new(&mut plain, 90).encode(&[255; 80 * 60 * 3], 80, 60, ColorType::Rgb).unwrap();
    let marks = [Mark { label: "e1".to_owned(), bounds: [20, 30, 40, 20] }];
    let marked = draw(&plain, &[], &marks).unwrap();
    let mut decoder = JpegDecoder::new(ZCursor::new(&marked));
    let pixels = decoder.decode().unwrap();
    assert_eq!(decoder.dimensions(), Some((80, 60)));
    let at = |x: usize, y: usize| &pixels[(y * 80 + x) * 3..][..3];
    assert!(at(40, 31)[1] < 90, "{:?} is on the frame", at(40, 31));
    assert!(at(40, 42)[1] > 200, "{:?} is inside it", at(40, 42));
    assert_eq!(draw(b"no picture", &[], &marks), None);
}
