//! Programs of Debian packages, unpacked into a folder instead of being installed.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

/// The unpacked packages.
#[derive(Debug, Clone)]
pub(super) struct DebianRoot(PathBuf);

impl DebianRoot {
    /// Downloads and unpacks the packages, and all that they need and this machine lacks, once.
    pub(super) fn install(place: &Path) -> Result<Self> {
        let root = Self(place.join("debian"));
        let done = place.join("debian.done");
        if done.exists() {
            return Ok(root);
        }
        let archives = place.join("archives");
        fs::create_dir_all(&archives)?;
        let names = needed_packages()?;
        run(Command::new("apt-get").arg("download").args(names).current_dir(&archives))?;
        let _ = fs::remove_dir_all(&root.0);
        let mut unpacked: Vec<PathBuf> = fs::read_dir(&archives)?.flatten().map(|entry| entry.path()).collect();
        // One package replaces a folder of another by a link, which fails in the other order.
        unpacked.sort_unstable();
        for archive in unpacked {
            run(Command::new("dpkg").arg("-x").arg(archive).arg(&root.0))?;
        }
        root.relocate(&root.0)?;
        fs::write(root.0.join("php.ini"), root.php_settings()?)?;
        fs::write(done, "")?;
        Ok(root)
    }

    pub(super) fn path(&self, inside: &str) -> PathBuf {
        self.0.join(inside)
    }

    /// The interpreter of PHP.
    pub(super) fn php(&self) -> Result<tokio::process::Command> {
        let program = one_in(&self.path("usr/bin"), |name| name.starts_with("php8") || name.starts_with("php7"))?;
        let libraries = one_in(&self.path("usr/lib"), |name| name.ends_with("-linux-gnu"))?;
        let mut command = tokio::process::Command::new(program);
        command.env("LD_LIBRARY_PATH", libraries).arg("-n").arg("-c").arg(self.path("php.ini"));
        Ok(command)
    }

    fn php_settings(&self) -> Result<String> {
        let extensions = one_in(&self.path("usr/lib/php"), |name| name.parse::<u32>().is_ok())?;
        let mut text = format!("extension_dir={}\n", extensions.display());
        writeln!(text, "include_path=\".:{}:/usr/share/php\"", self.path("usr/share/php").display())?;
        for name in EXTENSIONS {
            writeln!(text, "extension={name}")?;
        }
        text.push_str("error_reporting=E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING\ndisplay_errors=0\n");
        Ok(text)
    }

    /// Leads absolute links, and absolute paths in scripts, to the unpacked files.
    fn relocate(&self, folder: &Path) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let (path, kind) = entry.map(|entry| (entry.path(), entry.file_type()))?;
            let kind = kind?;
            if kind.is_dir() {
                self.relocate(&path)?;
            } else if kind.is_symlink() {
                let leads_to = fs::read_link(&path)?;
                if let Some(own) = self.own_path(&leads_to) {
                    fs::remove_file(&path)?;
                    symlink(own, &path)?;
                }
            } else if path.extension().is_some_and(|end| end == "php") {
                let text = fs::read(&path)?;
                if let Ok(text) = String::from_utf8(text) {
                    fs::write(&path, self.relocate_text(&text))?;
                }
            }
        }
        Ok(())
    }

    fn own_path(&self, path: &Path) -> Option<PathBuf> {
        let own = self.0.join(path.strip_prefix("/").ok()?);
        own.symlink_metadata().is_ok().then_some(own)
    }

    fn relocate_text(&self, text: &str) -> String {
        let mut relocated = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(['\'', '"']) {
            let (before, after) = rest.split_at(at + 1);
            relocated.push_str(before);
            let path = after.split(['\'', '"', '\n']).next().unwrap_or_default();
            let is_installed = INSTALLED_IN.iter().any(|folder| path.starts_with(folder));
            if is_installed && self.own_path(Path::new(path)).is_some() {
                relocated.push_str(&self.0.to_string_lossy());
            }
            rest = after;
        }
        relocated.push_str(rest);
        relocated
    }
}

/// The packages, and what they need and this machine does not have.
fn needed_packages() -> Result<Vec<String>> {
    let output = Command::new("apt-get")
        .args(["install", "--print-uris", "--yes", "--no-install-recommends"])
        .args(PACKAGES)
        .output()
        .context("apt-get is needed to fetch the applications")?;
    ensure!(output.status.success(), "apt-get: {}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let archives = listed.lines().filter(|line| line.starts_with('\'')).filter_map(|line| line.split(' ').nth(1));
    let mut names: Vec<String> = archives.filter_map(|name| Some(name.split_once('_')?.0.to_owned())).collect();
    names.extend(PACKAGES.map(str::to_owned));
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

fn one_in(folder: &Path, fits: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    names.sort_unstable();
    let found = names.into_iter().find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(&fits));
    found.with_context(|| format!("{} lacks a file", folder.display()))
}

pub(super) fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// The applications, the interpreter with its extensions, and scripts that are served although this machine may have them.
const PACKAGES: [&str; 12] = [
    "dokuwiki",
    "libjs-jquery",
    "php-cli",
    "php-common",
    "php8.2-curl",
    "php8.2-gd",
    "php8.2-intl",
    "php8.2-mbstring",
    "php8.2-sqlite3",
    "php8.2-xml",
    "roundcube-core",
    "roundcube-sqlite3",
];
/// Where packages put what scripts name by absolute paths.
const INSTALLED_IN: [&str; 3] = ["/usr/share/", "/etc/", "/var/lib/"];
const EXTENSIONS: [&str; 19] = [
    "ctype",
    "curl",
    "dom",
    "exif",
    "fileinfo",
    "gd",
    "iconv",
    "intl",
    "mbstring",
    "pdo",
    "pdo_sqlite",
    "phar",
    "posix",
    "simplexml",
    "sockets",
    "tokenizer",
    "xml",
    "xmlreader",
    "xmlwriter",
];
