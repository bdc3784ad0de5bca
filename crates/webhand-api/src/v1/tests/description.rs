//! Requests made from the description of the API by `schemathesis`, which also checks each answer against it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::time::timeout;

use crate::fake_host::RunningServer;

#[tokio::test]
async fn every_answer_is_as_the_description_says() {
    let server = RunningServer::start().await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = std::env::var_os("WEBHAND_SDK_PYTHON").map_or_else(|| root.join(".venv/bin/python"), PathBuf::from);
    assert!(python.exists(), "{} is missing: run `make setup`", python.display());
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new(&python)
        .arg(root.join("tests/sdk/check_http.py"))
        .arg(format!("http://{}/api/v1/openapi.json", server.address))
        .env("WEBHAND_BEARER", server.owner_bearer())
        .env("NO_PROXY", "127.0.0.1")
        // It keeps notes in the current folder.
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = timeout(DEADLINE, run).await.unwrap().unwrap();
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{complained}");
}

const DEADLINE: Duration = Duration::from_mins(3);
