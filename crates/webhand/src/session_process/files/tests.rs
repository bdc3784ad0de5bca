use super::*;

fn folder() -> (tempfile::TempDir, SessionsFolder) {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().to_owned();
    (temporary, SessionsFolder { path })
}

#[test]
fn names_are_plain_and_short() {
    let (_kept, folder) = folder();
    for name in ["default", "mail-2", "a.b_C"] {
        assert!(folder.files(name).is_ok(), "{name}");
    }
    for name in ["", "../up", ".hidden", "a/b", "a b", "-x", &"x".repeat(41)] {
        assert!(folder.files(name).unwrap_err().is::<UsageError>(), "{name}");
    }
}

#[test]
fn a_session_lives_as_long_as_its_lock_is_held() {
    let (_kept, folder) = folder();
    let files = folder.files("mail").unwrap();
    assert!(!files.is_alive());
    let held = files.lock_server().unwrap().unwrap();
    assert!(files.is_alive());
    files.remove_if_dead().unwrap();
    assert!(files.is_alive(), "what lives is not cleared away");
    drop(held);
    assert!(!files.is_alive());
    files.remove_if_dead().unwrap();
    assert_eq!(std::fs::read_dir(&folder.path).unwrap().count(), 0, "nothing is left");
}

#[test]
fn two_cannot_begin_the_same_session_at_once() {
    let (_kept, folder) = folder();
    let files = folder.files("mail").unwrap();
    let first = files.lock_start(Duration::ZERO).unwrap();
    assert!(first.is_some());
    assert!(files.lock_start(Duration::ZERO).unwrap().is_none());
    assert!(folder.files("shop").unwrap().lock_start(Duration::ZERO).unwrap().is_some());
    drop(first);
    assert!(files.lock_start(Duration::ZERO).unwrap().is_some());
}
