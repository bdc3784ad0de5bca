use std::path::PathBuf;

use super::Embeddings;
use super::matrix::{gate, shares};
use super::pieces::Pieces;
use super::weights::Weights;
use crate::literal::Sense as _;

#[test]
fn words_are_cut_into_the_longest_pieces_that_are_known() {
    let pieces = Pieces::new("[UNK]\n[CLS]\n[SEP]\nbas\n##ket\nbasket\n##s\n!\nse");
    assert_eq!(pieces.cut("Baskets!"), [1, 5, 6, 7, 2]);
    assert_eq!(pieces.cut("  sé  bas"), [1, 8, 3, 2]);
    assert_eq!(pieces.cut("xylophone"), [1, 0, 2]);
    assert_eq!(pieces.cut(""), [1, 2]);
}

#[test]
fn the_arithmetic_is_right() {
    let close = |got: f32, expected: f32| assert!((got - expected).abs() < 1e-5, "{got} is not {expected}");
    close(gate(0.0), 0.0);
    close(gate(1.0), 0.841_344_8);
    close(gate(-1.0), -0.158_655_26);
    let mut values = [1.0, 2.0, 3.0];
    shares(&mut values);
    close(values[2], 0.665_240_94);
    close(values.iter().sum(), 1.0);
}

#[test]
fn a_broken_file_is_an_error() {
    let long = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
    let lying = [&50_u64.to_le_bytes()[..], br#"{"a":{"dtype":"F32","shape":[9],"data_offsets":[0,36]}}"#].concat();
    for bytes in [&b""[..], b"1234567", &long, &lying] {
        assert!(Weights::parse(bytes).is_err() || Weights::parse(bytes).unwrap().take("a", 9).is_err());
    }
}

/// The folder of a real model, where the person who runs this has one.
fn real() -> Option<Embeddings> {
    let folder = std::env::var_os("WEBHAND_EMBEDDINGS").map(PathBuf::from)?;
    Some(Embeddings::open(&folder).unwrap())
}

#[test]
fn a_real_model_finds_what_means_the_same() {
    let Some(model) = real() else { return };
    let nearest = |wanted: &str, names: &[&str]| model.nearest(wanted, names).map(|at| names[at].to_owned());
    let menu = ["Sign in", "Shopping cart", "Help", "Delete account"];
    assert_eq!(nearest("log in", &menu).as_deref(), Some("Sign in"));
    assert_eq!(nearest("basket", &menu).as_deref(), Some("Shopping cart"));
    assert_eq!(nearest("weather in Lisbon", &menu), None);
    assert!(model.likeness("Help", "Help") > 0.999);
}
