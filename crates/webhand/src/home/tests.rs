use std::os::unix::fs::PermissionsExt as _;

use super::*;

fn home() -> (tempfile::TempDir, Home, RunId) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::find(Some(folder.path())).unwrap();
    (folder, home, RunId::try_from("0123456789ab".to_owned()).unwrap())
}

#[test]
fn a_run_is_worked_on_by_one_program_at_a_time() {
    let (_folder, home, id) = home();
    let folder = home.run(&id);
    assert!(!folder.is_taken());
    let lock = folder.take().unwrap().expect("free");
    assert!(folder.take().unwrap().is_none());
    assert!(folder.is_taken());
    drop(lock);
    assert!(!folder.is_taken());
}

#[test]
fn a_run_folder_is_for_its_owner_alone() {
    let (_folder, home, id) = home();
    let folder = home.run(&id);
    folder.take().unwrap();
    folder.remember(&Setup { profile: Some("bank".to_owned()), ..Setup::default() }).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.path), 0o700);
    assert_eq!(mode(&folder.path.join("setup.json")), 0o600);
    assert_eq!(folder.setup().profile.as_deref(), Some("bank"));
    assert_eq!(home.run_folders().len(), 1);
}

#[test]
fn a_profile_name_cannot_lead_out_of_the_data_folder() {
    let (_folder, home, _) = home();
    assert!(home.profile("work-2").is_ok());
    for name in ["", "..", "../x", "a/b", ".hidden", "a b"] {
        assert!(home.profile(name).unwrap_err().is::<Usage>(), "{name:?}");
    }
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let (folder, _, _) = home();
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("inside")).unwrap();
    write_private(&taken, b"text").unwrap_err();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
