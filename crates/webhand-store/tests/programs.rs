//! Several programs on one file, one of which dies in the middle of writing.
//!
//! Each test starts itself again as the other programs; a variable tells them the file.

#![cfg(unix)]

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;
use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, RunId, Seq, Task};
use webhand_port::Store as _;
use webhand_store::SqliteStore;

#[tokio::test]
async fn programs_may_open_a_new_file_at_the_same_time() -> Result<()> {
    if let Some(file) = env::var_os(FILE) {
        SqliteStore::open(file).await?;
        return Ok(());
    }
    for _round in 0..5 {
        let folder = TempDir::new()?;
        let file = folder.path().join("webhand.db");
        let mut programs = Vec::new();
        for _program in 0..6 {
            programs
                .push(again("programs_may_open_a_new_file_at_the_same_time", &file)?.stdout(Stdio::null()).spawn()?);
        }
        for mut program in programs {
            assert!(timeout(PATIENCE, program.wait()).await??.success());
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_was_acknowledged_is_seen_by_others_and_survives_kill_9() -> Result<()> {
    if let Some(file) = env::var_os(FILE) {
        return write_until_nobody_listens(Path::new(&file)).await;
    }
    let folder = TempDir::new()?;
    let file = folder.path().join("webhand.db");
    let mut acknowledged = Seq(0);
    for _round in 0..5 {
        let (mut writer, mut lines) = start_writer(&file)?;
        for _write in 0..20 {
            acknowledged = next_acknowledged(&mut lines).await?.context("the writer ended by itself")?;
        }
        let watcher = SqliteStore::open(&file).await?;
        assert!(watcher.end(&run()?).await? >= acknowledged, "another program sees it at once");

        writer.start_kill()?;
        while let Some(seq) = next_acknowledged(&mut lines).await? {
            acknowledged = seq;
        }
        timeout(PATIENCE, writer.wait()).await??;
        acknowledged = check(&SqliteStore::open(&file).await?, acknowledged).await?;
    }
    Ok(())
}

/// All acknowledged events are there, without a gap, and the summary fits them. Returns the end: one event more may
/// have been written than its writer lived to say.
async fn check(store: &SqliteStore, acknowledged: Seq) -> Result<Seq> {
    let events = store.read(&run()?, Seq(0)).await?;
    let end = store.end(&run()?).await?;
    assert!(end >= acknowledged, "{acknowledged} was acknowledged, but the journal ends at {end}");
    assert!(events.iter().map(|event| event.seq.0).eq(1..=end.0), "the numbers have a gap");
    let asked = events.iter().filter(|event| matches!(event.kind, EventKind::Intent { .. })).count();
    assert_eq!(usize::try_from(store.runs(1).await?[0].steps)?, asked);
    Ok(end)
}

/// A test of this program, to be started as another program.
fn again(test: &str, file: &Path) -> Result<Command> {
    let mut program = Command::new(env::current_exe()?);
    program.args(["--exact", test, "--nocapture"]).env(FILE, file).kill_on_drop(true);
    Ok(program)
}

fn start_writer(file: &Path) -> Result<(Child, Lines<BufReader<ChildStdout>>)> {
    let mut writer =
        again("what_was_acknowledged_is_seen_by_others_and_survives_kill_9", file)?.stdout(Stdio::piped()).spawn()?;
    let stdout = writer.stdout.take().context("no pipe to the writer")?;
    Ok((writer, BufReader::new(stdout).lines()))
}

async fn next_acknowledged(lines: &mut Lines<BufReader<ChildStdout>>) -> Result<Option<Seq>> {
    while let Some(line) = timeout(PATIENCE, lines.next_line()).await?? {
        // The test harness writes its own lines too, and the last line may be cut.
        if let Some(seq) = line.strip_prefix("kept ").and_then(|rest| rest.strip_suffix('.')) {
            return Ok(Some(Seq(seq.parse()?)));
        }
    }
    Ok(None)
}

/// Appends two events at a time and says so, until the pipe is closed or the process killed.
async fn write_until_nobody_listens(file: &Path) -> Result<()> {
    let store = SqliteStore::open(file).await?;
    let mut end = store.end(&run()?).await?;
    while writeln!(std::io::stdout(), "kept {end}.").is_ok() {
        let [first, second] = [end.next(), end.next().next()];
        end = store.append(&run()?, end, &[event(first), event(second)]).await?;
    }
    Ok(())
}

fn run() -> Result<RunId> {
    Ok(RunId::try_from("killed-run".to_owned())?)
}

fn event(seq: Seq) -> Event {
    let what = if seq == Seq(1) {
        EventKind::Input { to: None, input: Input::Started(Task::new("write on")) }
    } else {
        EventKind::Intent { no: EffectNo(seq.0), intent: Intent::AskBrain }
    };
    Event { seq, at: Millis(seq.0), wall: seq.0, kind: what, hash: None }
}

const PATIENCE: Duration = Duration::from_mins(1);

const FILE: &str = "WEBHAND_STORE_TEST_FILE";
