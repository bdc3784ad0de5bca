use std::os::unix::fs::PermissionsExt as _;

use super::*;

fn data_dir() -> (tempfile::TempDir, DataDir, RunId) {
    let folder = tempfile::tempdir().unwrap();
    let data_dir = DataDir::find(Some(folder.path())).unwrap();
    (folder, data_dir, RunId::try_from("0123456789ab".to_owned()).unwrap())
}

#[test]
fn a_run_is_worked_on_by_one_program_at_a_time() {
    let (_folder, data_dir, id) = data_dir();
    let folder = data_dir.run_folder(&id);
    assert!(!folder.is_locked());
    let lock = folder.lock().unwrap().expect("free");
    assert!(folder.lock().unwrap().is_none());
    assert!(folder.is_locked());
    drop(lock);
    assert!(!folder.is_locked());
}

#[test]
fn a_run_folder_is_for_its_owner_alone() {
    let (_folder, data_dir, id) = data_dir();
    let folder = data_dir.run_folder(&id);
    folder.lock().unwrap();
    folder.save_setup(&RunSetup { profile: Some("bank".to_owned()), ..RunSetup::default() }).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.path), 0o700);
    assert_eq!(mode(&folder.path.join("setup.json")), 0o600);
    assert_eq!(folder.load_setup().profile.as_deref(), Some("bank"));
    assert_eq!(data_dir.run_folders().len(), 1);
}

#[test]
fn a_profile_name_cannot_lead_out_of_the_data_folder() {
    let (_folder, data_dir, _) = data_dir();
    assert!(data_dir.named_profile("work-2").is_ok());
    for name in ["", "..", "../x", "a/b", ".hidden", "a b"] {
        assert!(data_dir.named_profile(name).unwrap_err().is::<UsageError>(), "{name:?}");
    }
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let (folder, _, _) = data_dir();
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    write_private(&taken, b"text").unwrap_err();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
