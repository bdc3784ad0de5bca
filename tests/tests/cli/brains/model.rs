//! A run with a real model that is far too small for it: it writes nonsense, and the run has to survive that.
//!
//! Not among the other tests because its weights have to be fetched: `make test-model`.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::{Machine, Site};

/// The model behind a server of its own, which ends when its standard input does.
struct Model {
    process: Child,
    address: String,
}

impl Model {
    fn start() -> Self {
        let python = std::env::var("WEBHAND_MODEL_PYTHON").unwrap();
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("model/serve.py");
        let mut command = Command::new(python);
        command.arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(address.starts_with("http://127.0.0.1:"), "the model is not served: {address:?}");
        Self { process, address: address.trim().to_owned() }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "needs a model: make test-model"]
fn a_model_that_talks_nonsense_is_survived_and_ended_honestly() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let model = Model::start();
    // Once with a schema that the server enforces, once without.
    for tools in ["json", "no"] {
        let brain = format!("openai:{}/v1#smollm2?tools={tools}&max_tokens=80", model.address);
        let task = "Send Ernesto a message that says hello, then tell me that it was sent.";
        let mail = site.at("/mail");
        let arguments =
            ["run", task, "--url", &mail, "--brain", &brain, "--max-steps", "3", "--max-minutes", "10", "--json"];
        let ended = machine.run(&arguments);
        let events = ended.json();
        let result = &events.last().unwrap()["result"];
        assert!(matches!(ended.code, Some(0 | 1 | 3 | 4 | 5)), "{tools}: {ended:?}");
        assert!(result["steps"].as_u64().is_some_and(|steps| steps <= 3), "{tools}: {result}");
        let sent = events.iter().any(|event| {
            event.pointer("/what/input/input/ruled/changes").is_some_and(|changes| changes.to_string().contains("sent"))
        });
        assert!(sent || ended.code != Some(0), "{tools}: it calls done what never happened: {result}");
    }
}
