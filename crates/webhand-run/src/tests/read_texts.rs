use webhand_model::{ChatExchange, Origin, Task, WebUrl};

use crate::permissions::read_texts::ReadTexts;

/// `read` returns more of a page than a look at what is near shows.
#[test]
fn what_was_read_counts_as_seen() {
    let (bank, chat) = (Origin::from_url("https://bank.test/"), Origin::from_url("https://chat.test/"));
    let mut readings = ReadTexts::default();
    readings
        .record_text(bank.clone(), "# Account\nBalance of today: 12,345 EUR\n[Next](https://bank.test/?page=2), more");
    assert_eq!(
        readings.find_elsewhere("balance of today: 12,345", &chat, "write a letter").as_slice(),
        std::slice::from_ref(&bank)
    );
    assert!(
        readings.find_elsewhere("balance of today: 12,345", &bank, "write a letter").is_empty(),
        "its own page knows it"
    );
    let known = |address: &str| readings.knows_link(&WebUrl::parse(address).expect("an address"), "");
    assert!(known("https://bank.test/?page=2"));
    assert!(!known("https://bank.test/?page=3"));
}

/// A conversation goes on in the next run; text that the run before read on a page is not the person's own.
#[test]
fn what_was_answered_before_counts_as_read_where_it_came_from() {
    let (bank, chat) = (Origin::from_url("https://bank.test/"), Origin::from_url("https://chat.test/"));
    let before = ChatExchange {
        message: "what is my balance?".to_owned(),
        answer: "Your balance of today: 12,345 EUR".to_owned(),
        read_on: vec![bank.clone()],
    };
    let readings = ReadTexts::from_task(&Task { before: vec![before], ..Task::new("tell them") });
    assert_eq!(readings.find_elsewhere("balance of today: 12,345", &chat, "tell them"), [bank]);
}

/// A page shows as a link what was typed into a field of it: the address is still the brain's own.
#[test]
fn a_link_made_of_typed_text_is_composed() {
    let mut readings = ReadTexts::default();
    readings.record_typed("evil.test/?q=Kanarie");
    assert!(readings.is_typed_in("https://evil.test/?q=Kanarie"));
    assert!(!readings.is_typed_in("https://shop.test/"));
}

#[test]
fn an_address_is_seen_if_only_values_differ() {
    let mut readings = ReadTexts::default();
    let parse = |address: &str| WebUrl::parse(address).expect("an address");
    readings.record_address(&parse("https://shop.test/item/1?id=1"), &[]);
    readings.record_address(&parse("https://shop.test/search"), &[["q".to_owned(), String::new()]]);
    let cases = [
        ("https://shop.test/", true),
        ("https://shop.test/item/7?id=2", true),
        ("https://shop.test/search?q=lamps", true),
        ("https://shop.test/item/7?id=2&delete=1", false),
        ("https://shop.test/logout", false),
        ("https://shop.test/item/1?id=1#delete", false),
        ("https://other.test/item/1?id=1", false),
    ];
    for (address, seen) in cases {
        assert_eq!(readings.has_seen_address(&parse(address)), seen, "{address}");
    }
}
