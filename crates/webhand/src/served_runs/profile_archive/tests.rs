use super::{pack_profile, unpack_profile};
use crate::data_dir::DataDir;

#[test]
fn a_profile_comes_back_as_it_was_and_lies_encrypted_meanwhile() {
    let home = tempfile::tempdir().unwrap();
    let data_dir = DataDir::find(Some(home.path())).unwrap();
    std::fs::write(data_dir.profile_key_file(), [7; 32]).unwrap();
    let folder = data_dir.named_profile("work").unwrap();
    std::fs::create_dir_all(folder.join("Default").join("Cache")).unwrap();
    std::fs::write(folder.join("Default").join("Cookies"), b"logged in").unwrap();
    std::fs::write(folder.join("Default").join("Cache").join("1"), b"a picture").unwrap();
    pack_profile(&data_dir, "work").unwrap();
    assert!(!folder.exists());
    let stored = std::fs::read(data_dir.sealed_profile("work").unwrap()).unwrap();
    assert!(!stored.windows(6).any(|bytes| bytes == b"logged"));
    unpack_profile(&data_dir, "work").unwrap();
    assert_eq!(std::fs::read(folder.join("Default").join("Cookies")).unwrap(), b"logged in");
    assert!(!folder.join("Default").join("Cache").exists());
}
