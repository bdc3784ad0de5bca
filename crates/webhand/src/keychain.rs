//! The system's keychain, through the program the system has for it: `secret-tool` of libsecret, or `security` on a Mac.
//!
//! Invariant: a key is passed through pipes and never on a command line, where other users could read it. The keychain
//! program gets a few seconds, because a locked keychain that cannot show its prompt would block for ever.

use std::io::{ErrorKind, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// Why a keychain operation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeychainError {
    #[error("there is no {PROGRAM} on this machine; {INSTALL}")]
    Missing,
    #[error("the keychain did not answer within {} s; unlock it and try again", WITHIN.as_secs())]
    Silent,
    #[error("the keychain said: {0}")]
    Refused(String),
}

/// The key stored under this name. Without a keychain there is no key.
pub fn find(name: &str) -> Result<Option<String>, String> {
    match read(name) {
        Ok(found) => Ok(found),
        Err(KeychainError::Missing | KeychainError::Refused(_)) => Ok(None),
        Err(silent @ KeychainError::Silent) => Err(silent.to_string()),
    }
}

/// The key stored under this name; an error also when there is no keychain.
pub fn read(name: &str) -> Result<Option<String>, KeychainError> {
    let (succeeded, text, _) = ask(&lookup(name), None)?;
    let key = text.trim();
    Ok((succeeded && !key.is_empty()).then(|| key.to_owned()))
}

/// Stores a key under this name and replaces an earlier one.
pub fn keep(name: &str, key: &str) -> Result<(), KeychainError> {
    let (arguments, input) = store(name, key);
    done(ask(&arguments, Some(&input))?)
}

/// Deletes the key under this name.
pub fn forget(name: &str) -> Result<(), KeychainError> {
    done(ask(&clear(name), None)?)
}

fn done((succeeded, _, complaint): (bool, String, String)) -> Result<(), KeychainError> {
    if succeeded { Ok(()) } else { Err(KeychainError::Refused(webhand_model::clean(complaint.trim()))) }
}

/// Runs the keychain program; returns whether it succeeded, its output and its error output.
fn ask(arguments: &[String], input: Option<&str>) -> Result<(bool, String, String), KeychainError> {
    let input_kind = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let started =
        Command::new(PROGRAM).args(arguments).stdin(input_kind).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| {
        let is_missing = error.kind() == ErrorKind::NotFound;
        if is_missing { KeychainError::Missing } else { KeychainError::Refused(error.to_string()) }
    })?;
    if let (Some(text), Some(mut pipe)) = (input, child.stdin.take()) {
        // A program that does not read its input reports why when it ends.
        let _ = pipe.write_all(text.as_bytes());
    }
    let said = listen(&mut child);
    if said.is_none() {
        let _ = child.kill();
    }
    let ended = child.wait();
    let (text, complaint) = said.ok_or(KeychainError::Silent)?;
    Ok((ended.is_ok_and(|status| status.success()), text, complaint))
}

/// The output and error output until the program ends; `None` if it takes too long.
fn listen(child: &mut Child) -> Option<(String, String)> {
    let (out, err) = (child.stdout.take()?, child.stderr.take()?);
    let (to, output) = sync_channel(1);
    std::thread::spawn(move || {
        let mut said = (String::new(), String::new());
        let _ = out.take(MOST_BYTES).read_to_string(&mut said.0);
        let _ = err.take(MOST_BYTES).read_to_string(&mut said.1);
        let _ = to.send(said);
    });
    output.recv_timeout(WITHIN).ok()
}

#[cfg(not(target_os = "macos"))]
mod tool {
    pub const PROGRAM: &str = "secret-tool";
    pub const INSTALL: &str = "it comes with libsecret-tools";

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    pub fn lookup(name: &str) -> Vec<String> {
        words(&["lookup", "service", "webhand", "key", name])
    }

    pub fn clear(name: &str) -> Vec<String> {
        words(&["clear", "service", "webhand", "key", name])
    }

    pub fn store(name: &str, key: &str) -> (Vec<String>, String) {
        let label = format!("--label=webhand: {name}");
        (words(&["store", &label, "service", "webhand", "key", name]), key.to_owned())
    }
}

#[cfg(target_os = "macos")]
mod tool {
    pub const PROGRAM: &str = "security";
    pub const INSTALL: &str = "it comes with macOS";

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    pub fn lookup(name: &str) -> Vec<String> {
        words(&["find-generic-password", "-s", "webhand", "-a", name, "-w"])
    }

    pub fn clear(name: &str) -> Vec<String> {
        words(&["delete-generic-password", "-s", "webhand", "-a", name])
    }

    /// `security` accepts commands on its input, where no other user reads them. Keys have no quotes or spaces.
    pub fn store(name: &str, key: &str) -> (Vec<String>, String) {
        (words(&["-i"]), format!("add-generic-password -U -s webhand -a {name} -w {key}\n"))
    }
}

use tool::{INSTALL, PROGRAM, clear, lookup, store};

const WITHIN: Duration = Duration::from_secs(5);
const MOST_BYTES: u64 = 16 << 10;
