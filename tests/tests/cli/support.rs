//! Starts the program and the demo site for a test, each in a data folder of its own.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// One person's machine: a data folder, a configuration folder, and the program.
pub struct Machine {
    home: TempDir,
    program: PathBuf,
    /// Environment variables that the person has set.
    env: Vec<(&'static str, &'static str)>,
}

impl Machine {
    pub fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("run")).unwrap();
        Self { home, program: program(), env: Vec::new() }
    }

    pub fn with_env(env: &[(&'static str, &'static str)]) -> Self {
        let mut machine = Self::new();
        machine.env = env.to_vec();
        machine
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.other_program(&self.program);
        command.args(arguments);
        command
    }

    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Another program in the same environment, which may start webhand.
    pub fn other_program(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .env("WEBHAND_HOME", self.home.path().join("data"))
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .env("XDG_RUNTIME_DIR", self.home.path().join("run"))
            .env_remove("WEBHAND_SESSION")
            .env_remove("OPENAI_API_KEY")
            .envs(self.env.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> ProgramOutput {
        let output = self.command(arguments).output().unwrap();
        ProgramOutput::from(output)
    }

    /// Runs the program to its end with this on its standard input.
    pub fn run_with(&self, arguments: &[&str], input: &str) -> ProgramOutput {
        let mut process = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        ProgramOutput::from(process.wait_with_output().unwrap())
    }

    /// As a person who edits their settings, so that scripts of this test may say yes.
    pub fn approve_without_terminal(&self) {
        let folder = self.home.path().join("config").join("webhand");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.toml"), "approve_without_terminal = true\n").unwrap();
    }

    /// Where sessions are found.
    pub fn sessions(&self) -> PathBuf {
        self.home.path().join("run").join("webhand")
    }

    pub fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    /// The only run there is.
    pub fn only_run(&self) -> String {
        let runs = self.run(&["runs", "list", "--json"]).json();
        assert_eq!(runs.len(), 2, "one run and the result: {runs:?}");
        runs[0]["id"].as_str().unwrap().to_owned()
    }

    /// How many processes of browsers use a profile of this machine.
    pub fn browsers(&self) -> usize {
        self.browser_processes().len()
    }

    fn browser_processes(&self) -> Vec<String> {
        let mark = format!("--user-data-dir={}", self.home.path().display());
        let lines = std::fs::read_dir("/proc").unwrap().flatten();
        let uses = |entry: &std::fs::DirEntry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&mark)
        };
        lines.filter(uses).filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }

    /// Ends the browsers of this machine from outside.
    pub fn kill_browsers(&self) {
        for process in self.browser_processes() {
            // A process that has already ended needs no signal.
            let _ = Command::new("kill").args(["-KILL", &process]).stderr(Stdio::null()).status();
        }
    }

    /// Waits until no browser is left.
    pub fn assert_no_browser_is_left(&self) {
        let until = Instant::now() + DEADLINE;
        while self.browsers() > 0 {
            assert!(Instant::now() < until, "a browser outlived its owner");
            std::thread::yield_now();
        }
    }
}

impl Drop for Machine {
    /// Sessions outlive the verbs that began them, but not the test.
    fn drop(&mut self) {
        if self.sessions().exists() {
            let _ = self.command(&["close", "--all"]).status();
        }
    }
}

/// Exit code and output of the program.
#[derive(Debug)]
pub struct ProgramOutput {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for ProgramOutput {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let ended = Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) };
        assert!(!ended.err.contains("panicked"), "{}", ended.err);
        assert!(!ended.out.contains('\u{1b}') && !ended.err.contains('\u{1b}'), "colours without a terminal");
        ended
    }
}

impl ProgramOutput {
    /// Every line of the output as JSON.
    pub fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
            .collect()
    }
}

/// The demo site in a process of its own, and a log of its requests.
pub struct Site {
    process: Child,
    pub url: String,
    lines: Receiver<String>,
}

impl Site {
    pub fn start(machine: &Machine) -> Self {
        let mut process = machine.command(&["site"]).stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let url = line.trim().trim_end_matches('/').to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Self { process, url, lines: read_on(out) }
    }

    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// Ends the site and counts the marks of a kind that were left there.
    pub fn marks(mut self, kind: &str) -> usize {
        signal(&self.process, "TERM");
        self.process.wait().unwrap();
        self.lines.iter().filter(|line| line.split(' ').nth(1) == Some(kind)).count()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_on(out: BufReader<ChildStdout>) -> Receiver<String> {
    let (to, lines) = channel();
    std::thread::spawn(move || {
        for line in out.lines().map_while(Result::ok) {
            if to.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// A running `webhand run`, read line by line.
pub struct RunProcess {
    pub process: Child,
    out: BufReader<ChildStdout>,
}

impl RunProcess {
    pub fn start(machine: &Machine, arguments: &[&str]) -> Self {
        let mut process = machine.command(arguments).stderr(Stdio::null()).spawn().unwrap();
        let out = BufReader::new(process.stdout.take().unwrap());
        Self { process, out }
    }

    /// Reads on until an event has something at this pointer.
    pub fn until(&mut self, pointer: &str, fits: impl Fn(&Value) -> bool) {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "the run ended before {pointer}");
            let event: Value = serde_json::from_str(&line).unwrap();
            if event.pointer(pointer).is_some_and(&fits) {
                return;
            }
        }
    }

    /// Reads to the end and returns the exit code with the last line.
    pub fn end(mut self) -> (Option<i32>, Value) {
        let last = self.out.by_ref().lines().map_while(Result::ok).last().unwrap_or_default();
        let code = self.process.wait().unwrap().code();
        (code, serde_json::from_str(&last).unwrap_or_default())
    }
}

/// Sends a signal by name.
pub fn signal(process: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The program, built if it is not up to date. Test binaries lie beside it in a folder of their own.
fn program() -> PathBuf {
    let built = cargo().args(["build", "--quiet", "-p", "webhand"]).status().unwrap();
    assert!(built.success(), "webhand does not build");
    let here = std::env::current_exe().unwrap();
    here.ancestors().nth(2).unwrap().join("webhand")
}

/// A cargo command in the workspace, without the variables that describe this package: crates that read them would be
/// built anew, and again in every test.
pub fn cargo() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap());
    for (name, _) in std::env::vars_os() {
        let is_ours = |name: &str| name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_");
        if name.to_str().is_some_and(is_ours) {
            command.env_remove(name);
        }
    }
    command
}

/// The longest wait for something that must happen; no machine is so slow.
pub const DEADLINE: Duration = Duration::from_mins(1);

/// Orders a tide clock, with the literal brain.
pub const ORDER: &str = "click \"Add Tide clock to basket\", type \"Ana Torres\" into Name, \
    type \"Muelle 3\" into Address and click \"Place order for €30.00\"";
