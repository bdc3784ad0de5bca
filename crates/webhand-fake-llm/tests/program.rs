//! The program serves a script until it is ended, and says what is wrong with one it cannot serve.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

struct EndedWhenDropped(Child);

impl Drop for EndedWhenDropped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn prints_its_base_address_and_answers_there() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/pay.json");
    let child = program().arg("--script").arg(script).stdout(Stdio::piped()).spawn().unwrap();
    let mut child = EndedWhenDropped(child);
    let mut address = String::new();
    BufReader::new(child.0.stdout.take().unwrap()).read_line(&mut address).unwrap();
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let models = client.get(format!("{}/models", address.trim())).bearer_auth("any").send().await.unwrap();
    assert_eq!(models.status().as_u16(), 200, "{address}");
}

#[test]
fn a_script_that_cannot_be_read_is_a_mistake_in_the_arguments() {
    let output = program().args(["--script", "no/such/script.json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint, "webhand-fake-llm: no/such/script.json: cannot read the script file; check its path\n");
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_webhand-fake-llm"))
}
