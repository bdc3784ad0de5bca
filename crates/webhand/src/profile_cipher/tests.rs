use super::ProfileCipher;
use crate::data_dir::DataDir;

fn seal(folder: &tempfile::TempDir) -> ProfileCipher {
    let data_dir = DataDir::find(Some(folder.path())).unwrap();
    // A file is taken before the keychain, which other tests would share.
    std::fs::write(data_dir.profile_key_file(), [7; 32]).unwrap();
    ProfileCipher::open(&data_dir).unwrap()
}

#[test]
fn what_was_sealed_is_read_with_its_key_alone() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (seal, path) = (seal(&folder), folder.path().join("profile.sealed"));
    assert_eq!(seal.read(&path).unwrap(), None);
    seal.write(&path, b"session=s3cret".to_vec()).unwrap();
    assert_eq!(seal.read(&path).unwrap().unwrap(), b"session=s3cret");
    let mut stored = std::fs::read(&path).unwrap();
    assert!(!stored.windows(6).any(|bytes| bytes == b"s3cret"));
    let data_dir = DataDir::find(Some(other.path())).unwrap();
    std::fs::write(data_dir.profile_key_file(), [8; 32]).unwrap();
    assert!(ProfileCipher::open(&data_dir).unwrap().read(&path).is_err());
    *stored.last_mut().unwrap() ^= 1;
    std::fs::write(&path, stored).unwrap();
    assert!(seal.read(&path).is_err(), "a changed file is not opened");
}
