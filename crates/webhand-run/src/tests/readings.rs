use webhand_model::{Origin, WebUrl};

use crate::readings::Readings;

/// What `read` tells of a page is more than a look at what is near shows.
#[test]
fn what_was_read_counts_as_seen() {
    let (bank, chat) = (Origin::of("https://bank.test/"), Origin::of("https://chat.test/"));
    let mut readings = Readings::default();
    readings
        .take_in_told(bank.clone(), "# Account\nBalance of today: 12,345 EUR\n[Next](https://bank.test/?page=2), more");
    assert_eq!(
        readings.elsewhere("balance of today: 12,345", &chat, "write a letter").as_slice(),
        std::slice::from_ref(&bank)
    );
    assert!(
        readings.elsewhere("balance of today: 12,345", &bank, "write a letter").is_empty(),
        "its own page knows it"
    );
    let known = |address: &str| readings.knows_link(&WebUrl::parse(address).expect("an address"), "");
    assert!(known("https://bank.test/?page=2"));
    assert!(!known("https://bank.test/?page=3"));
}
