use insta::assert_snapshot;

use crate::{Money, Usage};

#[test]
fn money_reads_like_a_bill() {
    let amounts = [0, 1, 7_345, 10_000, 500_000, 512_345, 1_000_000, 1_234_567, 12_000_000_001].map(Money);
    assert_snapshot!(amounts.map(|money| money.to_string()).join(" "), @"
    $0.00 $0.0001 $0.0074 $0.01 $0.50 $0.5124 $1.00 $1.24 $12000.01
    ");
}

#[test]
fn money_is_read_as_dollars() {
    let written = ["0.50", "$2", " 1.000001 ", "0", "-1", "nan", "inf", "1e99", "a lot", ""];
    let read =
        written.map(|text| text.parse::<Money>().map_or_else(|error| error.to_string(), |money| money.0.to_string()));
    assert_snapshot!(read.join(", "), @"
    500000, 2000000, 1000001, 0, write it in US dollars, like 0.50, write it in US dollars, like 0.50, write it in US dollars, like 0.50, write it in US dollars, like 0.50, write it in US dollars, like 0.50, write it in US dollars, like 0.50
    ");
}

#[test]
fn tokens_without_a_price_stay_apart_in_a_sum() {
    let mut sum = Usage { input: 100, output: 10, ..Usage::default() }.with_cost(Money(5));
    sum += Usage { input: 7, ..Usage::default() };
    assert_eq!((sum.tokens(), sum.unpriced(), sum.cost), (117, 7, Money(5)));
}

#[test]
fn an_old_journal_knows_no_price() {
    let usage: Usage = serde_json::from_str(r#"{"input":100,"cached":0,"output":10}"#).expect("usage");
    assert_eq!((usage.unpriced(), usage.cost), (110, Money(0)));
}
