use super::looks_random;

#[test]
fn tokens_of_common_frameworks_look_random() {
    for token in [
        "3f9a1c77e0b24d5d8a6b2c91f04e7d13",
        "dGhpc0lzN3JhbmQwbV9aMTkyMzQ4Nzk0QmN4UQ==",
        "hT5sJ9qPz2LmX8vRk4WcY7nB3dF6gA1e",
        "0f8fad5b-d9cb-469f-a165-70867728950e",
        "WjM2dEo4:1700000000:k2Lx9Qa7",
    ] {
        assert!(looks_random(token), "{token}");
    }
}

#[test]
fn sums_accounts_names_and_words_do_not() {
    for value in [
        "40.00",
        "DE89370400440532013000",
        "GB29NWBK60161331926819",
        "12345678901234567890",
        "ana.torres@example.test",
        "TransferToAccountOfSomebodyElse",
        "the quick brown fox jumps over",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "4111111111111111",
        "3f9a1c77",
    ] {
        assert!(!looks_random(value), "{value}");
    }
}
