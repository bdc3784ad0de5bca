use std::os::unix::fs::{PermissionsExt as _, symlink};

use super::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_token_is_drawn_once_and_only_its_owner_can_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("home/server-token");
    let first = read_or_create(&path).unwrap();
    assert_eq!(read_or_create(&path).unwrap(), first);
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing lies beside it");
}

#[test]
fn a_token_that_others_may_know_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("server-token"), folder.path().join("link"));
    read_or_create(&path).unwrap();
    symlink(&path, &link).unwrap();
    assert!(read_or_create(&link).unwrap_err().to_string().contains("delete the file"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    assert!(read_or_create(&path).unwrap_err().to_string().contains("delete the file"));
}

#[test]
fn half_a_token_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("server-token");
    let token = read_or_create(&path).unwrap();
    fs::write(&path, &token.as_secret_text()[..40]).unwrap();
    assert!(read_or_create(&path).unwrap_err().to_string().contains("damaged"));
}
