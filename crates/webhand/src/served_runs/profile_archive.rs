//! Named profiles at rest: one encrypted file each, unpacked into a folder while a run uses it.
//!
//! Invariant: the folder is removed only after the file that holds it is written whole.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tar::{Archive, Builder, EntryType, Header};

use crate::data_dir::{DataDir, make_private};
use crate::profile_cipher::ProfileCipher;

/// Unpacks a profile that is at rest. A folder that is there already is newer: its run ended without giving it back.
pub fn unpack_profile(data_dir: &DataDir, name: &str) -> Result<()> {
    let (folder, file) = (data_dir.named_profile(name)?, data_dir.sealed_profile(name)?);
    if folder.exists() || !file.exists() {
        return Ok(());
    }
    let Some(bytes) = ProfileCipher::open(data_dir)?.read(&file)? else { return Ok(()) };
    let arriving = folder.with_file_name(format!("{name}.arriving"));
    let _ = fs::remove_dir_all(&arriving);
    make_private(&arriving)?;
    Archive::new(Cursor::new(bytes)).unpack(&arriving).context("a profile at rest cannot be unpacked")?;
    fs::rename(&arriving, &folder).context("a profile at rest cannot be unpacked")
}

/// Packs a profile that no browser uses any more, and removes its folder.
pub fn pack_profile(data_dir: &DataDir, name: &str) -> Result<()> {
    let (folder, file) = (data_dir.named_profile(name)?, data_dir.sealed_profile(name)?);
    if !folder.exists() {
        return Ok(());
    }
    let mut packed = Builder::new(Vec::new());
    append(&mut packed, &folder, &PathBuf::new(), MOST_DEPTH)?;
    ProfileCipher::open(data_dir)?.write(&file, packed.into_inner()?)?;
    fs::remove_dir_all(&folder).context("a profile was encrypted, and its folder could not be removed")
}

/// Adds what lies in a folder, without caches and without the names under which a browser locks it.
fn append(packed: &mut Builder<Vec<u8>>, folder: &Path, inside: &Path, depth: u32) -> Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name();
        let (path, at) = (entry.path(), inside.join(&name));
        let about = fs::symlink_metadata(&path)?;
        if LEFT_OUT.iter().any(|left_out| name == *left_out) || depth == 0 {
            continue;
        }
        let mut header = Header::new_gnu();
        header.set_mode(if about.is_dir() { 0o700 } else { 0o600 });
        if about.is_dir() {
            header.set_entry_type(EntryType::Directory);
            header.set_size(0);
            packed.append_data(&mut header, &at, std::io::empty())?;
            append(packed, &path, &at, depth - 1)?;
        } else if about.is_file() {
            let bytes = fs::read(&path)?;
            header.set_size(u64::try_from(bytes.len())?);
            packed.append_data(&mut header, &at, bytes.as_slice())?;
        }
    }
    Ok(())
}

/// The parts of a profile that a browser makes again by itself.
const LEFT_OUT: [&str; 14] = [
    "Cache",
    "Code Cache",
    "GPUCache",
    "DawnCache",
    "DawnGraphiteCache",
    "DawnWebGPUCache",
    "GrShaderCache",
    "ShaderCache",
    "GraphiteDawnCache",
    "Crashpad",
    "component_crx_cache",
    "SingletonLock",
    "SingletonSocket",
    "SingletonCookie",
];
const MOST_DEPTH: u32 = 24;

#[cfg(test)]
mod tests;
