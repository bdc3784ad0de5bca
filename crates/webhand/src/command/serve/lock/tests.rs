use super::ServerLock;

#[test]
fn a_second_server_is_refused_until_the_first_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data/server-lock");
    let first = ServerLock::acquire(file.clone()).unwrap();
    first.describe_server("http://127.0.0.1:4711").unwrap();
    let refused = ServerLock::acquire(file.clone()).unwrap_err().to_string();
    assert!(refused.contains(&format!("process {}, http://127.0.0.1:4711", std::process::id())), "{refused}");
    assert!(refused.contains("--data-dir"), "{refused}");
    drop(first);
    assert!(file.exists(), "a file that is left behind locks nobody out");
    ServerLock::acquire(file).unwrap();
}
