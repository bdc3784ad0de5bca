//! Uploads and downloads on this machine's file system.
//!
//! Invariant: a download gets the name that its page suggests, as far as that name is safe. No file in the folder is
//! overwritten, and no file is written outside of it.

use std::io;
use std::path::Path;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::io::AsyncWriteExt as _;
use webhand_hands::{FileKind, Files};

/// The files of this machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalFiles;

impl Files for LocalFiles {
    fn kind(&self, path: &str) -> FileKind {
        let path = Path::new(path);
        if path.is_dir() {
            FileKind::Folder
        } else if path.is_file() {
            FileKind::File
        } else {
            FileKind::Missing
        }
    }

    fn absolute(&self, path: &str) -> String {
        std::fs::canonicalize(path).map_or_else(|_| path.to_owned(), |path| path.display().to_string())
    }

    fn keep_download<'a>(
        &'a self,
        from: &'a Path,
        folder: &'a Path,
        wanted: &'a str,
    ) -> BoxFuture<'a, io::Result<(String, u64)>> {
        move_into(from, folder, wanted).boxed()
    }

    fn write_new<'a>(&'a self, folder: &'a Path, wanted: &'a str, bytes: Vec<u8>) -> BoxFuture<'a, io::Result<String>> {
        write_into(folder, wanted, bytes).boxed()
    }

    fn discard<'a>(&'a self, path: &'a Path) -> BoxFuture<'a, ()> {
        async move { drop(tokio::fs::remove_file(path).await) }.boxed()
    }
}

/// Moves `from` into `folder` and returns its new name and its size.
async fn move_into(from: &Path, folder: &Path, wanted: &str) -> io::Result<(String, u64)> {
    let bytes = tokio::fs::metadata(from).await?.len();
    let clean = safe_file_name(wanted);
    for number in 0..MOST_TRIES {
        let name = numbered(&clean, number);
        // A hard link fails where a file exists; renaming would replace that file.
        match tokio::fs::hard_link(from, folder.join(&name)).await {
            Ok(()) => {
                tokio::fs::remove_file(from).await?;
                return Ok((name, bytes));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Writes a file that does not exist yet and returns its name.
async fn write_into(folder: &Path, wanted: &str, bytes: Vec<u8>) -> io::Result<String> {
    let clean = safe_file_name(wanted);
    for number in 0..MOST_TRIES {
        let name = numbered(&clean, number);
        match tokio::fs::File::create_new(folder.join(&name)).await {
            Ok(mut file) => {
                file.write_all(&bytes).await?;
                file.flush().await?;
                return Ok(name);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A file name without a path, without characters that reverse text, and not one that a system reserves.
fn safe_file_name(wanted: &str) -> String {
    let last = wanted.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_harmless = |letter: &char| {
        !letter.is_control()
            && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let letters: String = last
        .chars()
        .filter(is_harmless)
        .map(|letter| if matches!(letter, '<' | '>' | ':' | '"' | '|' | '?' | '*') { '_' } else { letter })
        .collect();
    let name = letters.trim_matches([' ', '.']);
    let (stem, ending) = split(name);
    let ending: String = ending.chars().take(MOST_ENDING).collect();
    let stem: String = stem.chars().take(MOST_STEM).collect();
    let is_reserved = RESERVED.iter().any(|reserved| stem.eq_ignore_ascii_case(reserved));
    let stem = if stem.is_empty() || is_reserved { format!("download {stem}").trim_end().to_owned() } else { stem };
    format!("{stem}{ending}")
}

/// `report (2).txt`.
fn numbered(name: &str, number: u32) -> String {
    if number == 0 {
        return name.to_owned();
    }
    let (stem, ending) = split(name);
    format!("{stem} ({number}){ending}")
}

fn split(name: &str) -> (&str, &str) {
    name.rfind('.').filter(|at| *at > 0).map_or((name, ""), |at| name.split_at(at))
}

const MOST_TRIES: u32 = 1_000;
/// In characters; four bytes each still fit into a file name.
const MOST_STEM: usize = 50;
const MOST_ENDING: usize = 10;
const RESERVED: &[&str] = &["con", "prn", "aux", "nul", "com1", "com2", "com3", "lpt1", "lpt2", "lpt3"];

#[cfg(test)]
mod tests;
