use webhand_model::Origin;

use super::{ChatHistory, MOST_ANSWERED, MOST_EXCHANGES, MOST_SAID};

#[test]
fn only_the_last_exchanges_are_told_and_none_of_them_at_length() {
    let mut history = ChatHistory::default();
    for number in 0..MOST_EXCHANGES + 3 {
        history.add(&format!("{number} {}", "x".repeat(5_000)), &"y".repeat(5_000), []);
    }
    let exchanges = history.exchanges();
    assert_eq!(exchanges.len(), MOST_EXCHANGES);
    assert!(exchanges[0].message.starts_with("3 "), "the oldest goes first");
    for exchange in &exchanges {
        assert!(exchange.message.chars().count() <= MOST_SAID && exchange.answer.chars().count() <= MOST_ANSWERED);
    }
    history.forget();
    assert!(history.exchanges().is_empty());
}

#[test]
fn what_was_read_somewhere_stays_known_to_be_from_there() {
    let [bank, shop] = ["https://bank.test", "https://shop.test"].map(Origin::from_url);
    let mut history = ChatHistory::default();
    history.add("my balance?", "12", [bank.clone()]);
    history.add("the price?", "40", [shop.clone(), bank.clone()]);
    assert_eq!(history.read_on().into_iter().collect::<Vec<_>>(), [bank, shop]);
}
