use super::NetError;

#[test]
fn an_aborted_load_is_known_by_its_name() {
    assert!(NetError::new("net::ERR_ABORTED").is_aborted());
    assert!(!NetError::unknown().is_aborted());
}

#[test]
fn a_network_error_has_a_reason_in_plain_words() {
    assert_eq!(NetError::new("net::ERR_CERT_DATE_INVALID").reason(), NetError::new("net::ERR_CERT_REVOKED").reason());
    assert!(NetError::new("net::ERR_NAME_NOT_RESOLVED").reason().contains("no such host"));
    assert_eq!(NetError::unknown().reason(), "the browser could not load it");
}
