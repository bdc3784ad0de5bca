use super::*;

#[test]
fn a_code_is_good_once() {
    let keys = DashboardKeys::new(Token::generate());
    let code = keys.new_code();
    assert!(keys.is_code(code.as_secret_text()) && !keys.is_owner(code.as_secret_text()));
    let session = keys.redeem(code.as_secret_text()).unwrap();
    assert!(keys.is_owner(&session));
    assert_eq!(keys.redeem(code.as_secret_text()), None);
    assert!(!keys.is_code(code.as_secret_text()));
}

#[test]
fn a_session_ends_with_its_time_its_key_or_one_changed_character() {
    let owner = Token::generate();
    let keys = DashboardKeys::new(owner.clone());
    let past = keys.session_token(unix_time() - 1, &random_secret());
    assert!(!keys.is_owner(&past));
    let session = keys.session_token(unix_time() + 60, &random_secret());
    assert!(keys.is_owner(&session));
    assert!(DashboardKeys::new(owner).is_owner(&session), "a restart ends no session");
    assert!(!DashboardKeys::new(Token::generate()).is_owner(&session));
    for at in 0..session.len() {
        let mut changed = session.clone().into_bytes();
        changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
        assert!(!keys.is_owner(&String::from_utf8(changed).unwrap()), "{at}");
    }
}

#[test]
fn only_the_newest_codes_count() {
    let keys = DashboardKeys::new(Token::generate());
    let first = keys.new_code();
    for _ in 0..MOST_CODES {
        keys.new_code();
    }
    assert!(!keys.is_code(first.as_secret_text()));
}
