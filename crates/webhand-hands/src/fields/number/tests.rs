use super::number;

#[test]
fn separators_are_understood() {
    let pairs = [
        ("1234.5", "1234.5"),
        (" 1 234,50 ", "1234.50"),
        ("1.234.567", "1234567"),
        ("1,234,567.8", "1234567.8"),
        ("1.234,5", "1234.5"),
        ("3,5", "3.5"),
        ("-7", "-7"),
        ("1e3", "1e3"),
    ];
    for (written, plain) in pairs {
        assert_eq!(number(written).as_deref(), Ok(plain));
    }
}

#[test]
fn what_can_be_read_in_two_ways_is_not_guessed() {
    assert!(number("1,234").unwrap_err().contains("two ways"));
    assert!(number("a dozen").unwrap_err().contains("write it as 1234.5"));
    assert!(number("inf").is_err());
}
