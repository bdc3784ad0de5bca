use super::normalize_field_number;

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
        assert_eq!(normalize_field_number(written).as_deref(), Ok(plain));
    }
}

#[test]
fn an_ambiguous_number_is_an_error() {
    assert!(normalize_field_number("1,234").unwrap_err().contains("two ways"));
    assert!(normalize_field_number("a dozen").unwrap_err().contains("write it as 1234.5"));
    assert!(normalize_field_number("inf").is_err());
}
