//! The personal data that is found in a text, and the text that is left alone.

mod table;

use super::find_personal_data;

/// The text with each finding marked by its kind.
fn marked(text: &str) -> String {
    let mut marked = String::new();
    let mut at = 0;
    for finding in find_personal_data(text) {
        marked.push_str(&text[at..finding.range.start]);
        marked.extend(["<", finding.kind.word(), " ", &text[finding.range.clone()], ">"]);
        at = finding.range.end;
    }
    marked + &text[at..]
}

fn found_in(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(marked(text), *wanted);
    }
}

fn nothing_in(cases: &[&str]) {
    for text in cases {
        assert_eq!(marked(text), *text);
    }
}

#[test]
fn finds_mail_addresses_in_sentences_links_and_quotes() {
    found_in(&[
        ("Write to ann@example.com.", "Write to <email ann@example.com>."),
        ("(o'brien+news@mail.example.co.uk)", "(<email o'brien+news@mail.example.co.uk>)"),
        ("<a href=\"mailto:j.d@ex.org\">", "<a href=\"mailto:<email j.d@ex.org>\">"),
        ("https://a.test/?mail=ann%40example.com&x=1", "https://a.test/?mail=<email ann%40example.com>&x=1"),
        ("\"john doe\"@example.org", "<email \"john doe\"@example.org>"),
        ("jörg@bücher.example", "<email jörg@bücher.example>"),
        ("root@[192.0.2.7]", "<email root@[192.0.2.7]>"),
        ("- textbox \"E-mail\": \"ann@example.com\"", "- textbox \"E-mail\": \"<email ann@example.com>\""),
    ]);
    nothing_in(&["@ann wrote", "icon@2x.png", "left-pad@1.3.0", "git@github.com:a/b.git", "3 apples @ 2 each", "a@b"]);
}

#[test]
fn finds_phone_numbers_of_six_countries() {
    found_in(&[
        ("+34 612 345 678", "<phone +34 612 345 678>"),
        ("+49 (0)30 1234567", "<phone +49 (0)30 1234567>"),
        ("+442079460018", "<phone +442079460018>"),
        ("Call (212) 555-0142 now", "Call <phone (212) 555-0142> now"),
        ("212.555.0142", "<phone 212.555.0142>"),
        ("020 7946 0018", "<phone 020 7946 0018>"),
        ("07700900123", "<phone 07700900123>"),
        ("0171/1234567", "<phone 0171/1234567>"),
        ("01 42 68 53 00", "<phone 01 42 68 53 00>"),
        ("Móvil: 612345678", "Móvil: <phone 612345678>"),
        ("347 123 4567", "<phone 347 123 4567>"),
        ("0049 30 1234567", "<phone 0049 30 1234567>"),
    ]);
}

#[test]
fn leaves_numbers_of_things_alone() {
    nothing_in(&[
        "Order 0612345678 of 2024-05-17 10:30",
        "17.05.2024 12:30",
        "05/11/2024 12:00",
        "ISBN 978-3-16-148410-0",
        "ISBN 0-306-40615-2",
        "$1,234,567.89 and 612 345 678 €",
        "version 10.15.7.19041",
        "192.168.100.200",
        "40.416775, -3.703790",
        "550e8400-e29b-41d4-a716-446655440000",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "Bestellnummer 4111111111111111",
        "https://a.test/item/0612345678",
        "2 345 678 people",
        "12:30 - 14:45, 8 to 20 characters, 1/2, 50 %",
    ]);
}

#[test]
fn finds_cards_and_ibans_by_their_check_digits() {
    found_in(&[
        ("4111 1111 1111 1111 12/27", "<card 4111 1111 1111 1111> 12/27"),
        ("3782-822463-10005", "<card 3782-822463-10005>"),
        ("5555555555554444", "<card 5555555555554444>"),
        ("DE89 3704 0044 0532 0130 00", "<iban DE89 3704 0044 0532 0130 00>"),
        ("es9121000418450200051332", "<iban es9121000418450200051332>"),
    ]);
    nothing_in(&["4111 1111 1111 1112", "DE89 3704 0044 0532 0130 01", "1234 5678 9012 3456"]);
}

#[test]
fn finds_national_ids_by_their_check_digits() {
    found_in(&[
        ("123-45-6789", "<id 123-45-6789>"),
        ("SSN 123456789", "SSN <id 123456789>"),
        ("AB 12 34 56 C", "<id AB 12 34 56 C>"),
        ("86095742719", "<id 86095742719>"),
        ("1 85 05 78 006 084 91", "<id 1 85 05 78 006 084 91>"),
        ("DNI 12.345.678-Z, NIE X1234567L", "DNI <id 12.345.678-Z>, NIE <id X1234567L>"),
        ("RSSMRA85T10A562S", "<id RSSMRA85T10A562S>"),
    ]);
    nothing_in(&["666-45-6789", "000-12-3456", "12345678A", "86095742718", "RSSMRA85T10A562T", "SKU AB123456C"]);
}

#[test]
fn finds_passwords_and_tokens() {
    found_in(&[
        ("Password: x7-kilo!", "Password: <password x7-kilo!>"),
        ("the password is Hunter2.", "the password is <password Hunter2>."),
        ("?password=abc123&x=1", "?password=<password abc123>&x=1"),
        ("https://ann:s3cret@a.test/", "https://ann:<password s3cret>@a.test/"),
        ("sk-proj-abcdefghij1234567890", "<token sk-proj-abcdefghij1234567890>"),
        ("AKIAIOSFODNN7EXAMPLE", "<token AKIAIOSFODNN7EXAMPLE>"),
        ("API key: 5f2b8c1d9e0a4b7c8d6e", "API key: <token 5f2b8c1d9e0a4b7c8d6e>"),
        (
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            "<token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl>",
        ),
    ]);
    nothing_in(&[
        "Password: required",
        "- textbox \"Password\" [required] [ref=e3]",
        "Forgot your password? Passwords: 8 to 20 characters",
        "Key features of the token ring",
    ]);
}
