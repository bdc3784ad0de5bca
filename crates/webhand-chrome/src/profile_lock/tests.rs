use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use tempfile::TempDir;

use super::{SocketFolder, profile_holder};

fn profile_locked_by(lock: &str) -> TempDir {
    let profile = TempDir::new().unwrap();
    symlink(lock, profile.path().join("SingletonLock")).unwrap();
    profile
}

fn here(pid: u32) -> String {
    format!("{}-{pid}", rustix::system::uname().nodename().to_string_lossy())
}

#[test]
fn a_profile_without_lock_is_free() {
    assert_eq!(profile_holder(TempDir::new().unwrap().path()), None);
}

#[test]
fn a_live_browser_holds_its_profile() {
    let profile = profile_locked_by(&here(std::process::id()));
    let _browser = UnixListener::bind(profile.path().join("SingletonSocket")).unwrap();
    assert_eq!(profile_holder(profile.path()), Some(format!("the browser with process id {}", std::process::id())));
}

#[test]
fn a_lock_is_stale_when_its_number_belongs_to_another_program() {
    assert_eq!(profile_holder(profile_locked_by(&here(std::process::id())).path()), None);
}

#[test]
fn a_lock_is_stale_when_its_process_is_gone() {
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    assert_eq!(profile_holder(profile_locked_by(&here(gone.id())).path()), None);
}

#[test]
fn a_browser_on_another_computer_may_be_alive() {
    let profile = profile_locked_by("somewhere-else-17");
    assert_eq!(profile_holder(profile.path()), Some("a browser on the computer \"somewhere-else\"".to_owned()));
}

#[test]
fn a_killed_browser_leaves_no_socket_folder_and_anothers_is_untouched() {
    let profile = profile_locked_by(&here(17));
    let folder = TempDir::new().unwrap();
    let socket = folder.path().join("SingletonSocket");
    let _browser = UnixListener::bind(&socket).unwrap();
    symlink(&socket, profile.path().join("SingletonSocket")).unwrap();
    let folder_of = |owner| SocketFolder { profile: profile.path().to_owned(), owner: Some(owner) };
    drop(folder_of(18));
    assert!(socket.exists());
    drop(folder_of(17));
    assert!(!folder.path().exists());
}
