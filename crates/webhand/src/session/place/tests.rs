use super::*;

fn folder() -> (tempfile::TempDir, Folder) {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().to_owned();
    (temporary, Folder { path })
}

#[test]
fn names_are_plain_and_short() {
    let (_kept, folder) = folder();
    for name in ["default", "mail-2", "a.b_C"] {
        assert!(folder.place(name).is_ok(), "{name}");
    }
    for name in ["", "../up", ".hidden", "a/b", "a b", "-x", &"x".repeat(41)] {
        assert!(folder.place(name).unwrap_err().is::<Usage>(), "{name}");
    }
}

#[test]
fn a_session_lives_as_long_as_its_lock_is_held() {
    let (_kept, folder) = folder();
    let place = folder.place("mail").unwrap();
    assert!(!place.is_alive());
    let held = place.lock_host().unwrap().unwrap();
    assert!(place.is_alive());
    place.clear().unwrap();
    assert!(place.is_alive(), "what lives is not cleared away");
    drop(held);
    assert!(!place.is_alive());
    place.clear().unwrap();
    assert_eq!(std::fs::read_dir(&folder.path).unwrap().count(), 0, "nothing is left");
}

#[test]
fn two_cannot_begin_the_same_session_at_once() {
    let (_kept, folder) = folder();
    let place = folder.place("mail").unwrap();
    let first = place.lock_start(Duration::ZERO).unwrap();
    assert!(first.is_some());
    assert!(place.lock_start(Duration::ZERO).unwrap().is_none());
    assert!(folder.place("shop").unwrap().lock_start(Duration::ZERO).unwrap().is_some());
    drop(first);
    assert!(place.lock_start(Duration::ZERO).unwrap().is_some());
}
