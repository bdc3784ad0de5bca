//! The sentence, line or record in which a value stands.

use webhand_bench::seeded_rng::SeededRng;

use super::words::pick;
use super::{Case, Locale};

/// A case with the value in the place of `{}`.
pub fn carry(kind: &'static str, carrier: &str, value: &str) -> Case {
    let (before, after) = carrier.split_once("{}").unwrap_or((carrier, ""));
    let text = format!("{before}{value}{after}");
    Case { kind, text, value: Some(before.len()..before.len() + value.len()) }
}

/// The carrier between other numbers, as in a table or a long sentence.
pub fn beside_numbers(rng: &mut SeededRng, carrier: &str) -> String {
    match rng.below(8) {
        0 => format!("17.05.2024 10:30 | {carrier}"),
        1 => format!("{carrier} (Order 8841023, 2024-05-17)"),
        2 => format!("{carrier}\n- text \"12,50 €\"\n- text \"3 of 41\""),
        3 => format!("1. {carrier}, 2. version 4.12.0"),
        _ => carrier.to_owned(),
    }
}

/// A carrier without a word that tells what the value is.
pub fn plain(rng: &mut SeededRng, locale: Locale) -> String {
    let general = ["{}", "- text \"{}\"", "| {} |", "({})", "{\"value\":\"{}\"}", "- cell \"{}\"", "\"{}\","];
    let sentences: &[&str] = match locale {
        Locale::American => &["Please use {} from now on.", "It is {}, as I said.", "{} is mine", "We have {} on file"],
        Locale::British => &["Kindly note {} for the file.", "Mine is {}.", "You gave us {} last year"],
        Locale::German => &["Bitte notieren Sie {}.", "Das ist {}, wie gesagt", "Wir haben {} gespeichert"],
        Locale::French => &["Veuillez noter {}.", "C'est {} depuis hier", "Nous avons {} dans le dossier"],
        Locale::Spanish => &["Anote {} por favor.", "El mío es {}.", "Tenemos {} en el archivo"],
    };
    if rng.below(2) == 0 { pick(rng, &general).to_owned() } else { pick(rng, sentences).to_owned() }
}

/// A carrier with a label before the value.
pub fn labelled(rng: &mut SeededRng, label: &str) -> String {
    let form = pick(
        rng,
        &[
            "L: {}",
            "L {}",
            "- textbox \"L\" [ref=e12]: \"{}\"",
            "{\"L\":\"{}\"}",
            "L\n{}",
            "- text \"L: {}\"",
            "| L | {} |",
        ],
    );
    form.replacen('L', label, 1)
}
