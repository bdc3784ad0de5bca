//! Builds the module, and reads from the built file what it wants and offers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use super::support;

#[test]
fn the_module_imports_nothing_and_exports_five_functions() -> Result<()> {
    let module = fs::read(build()?)?;
    let sections = sections(&module).context("not a wasm module")?;
    let imports = sections.iter().find(|(kind, _)| *kind == IMPORTS);
    ensure!(imports.is_none_or(|(_, body)| body.first() == Some(&0)), "the module wants something from its host");
    let exports = sections.iter().find(|(kind, _)| *kind == EXPORTS).context("no exports")?.1;
    for name in ["memory", "alloc", "dealloc", "deliver", "feed", "panic_message"] {
        let written = [&[u8::try_from(name.len())?][..], name.as_bytes()].concat();
        ensure!(exports.windows(written.len()).any(|at| at == written), "{name} is not exported");
    }
    Ok(())
}

#[test]
fn the_module_stays_small_enough_to_ship() -> Result<()> {
    let bytes = fs::metadata(build()?)?.len();
    ensure!(bytes < MOST_BYTES, "the module has {bytes} bytes; docs/decisions/wasm.md says what it is made of");
    Ok(())
}

/// Builds the module as the panel gets it.
pub fn build() -> Result<PathBuf> {
    cargo(&["build", "--package", "webhand-wasm", "--profile", "panel"])?;
    Ok(root()?.join("target").join(TARGET).join("panel/webhand_wasm.wasm"))
}

/// Runs a cargo command for the wasm target.
pub fn cargo(arguments: &[&str]) -> Result<()> {
    let mut cargo = support::cargo();
    cargo.args(arguments).args(["--quiet", "--locked", "--target", TARGET, "--target-dir", "target"]);
    let built = cargo.output().context("cargo cannot be started")?;
    if !built.status.success() {
        bail!("cargo {}:\n{}", arguments.join(" "), String::from_utf8_lossy(&built.stderr));
    }
    Ok(())
}

/// A script of the folder `wasm`.
pub fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm").join(name)
}

fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the package lies in the workspace")
}

/// Kind and content of each section of a module.
fn sections(module: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let mut rest = module.strip_prefix(b"\0asm\x01\0\0\0")?;
    let mut sections = Vec::new();
    while let Some((kind, after)) = rest.split_first() {
        let (length, after) = number(after)?;
        let (body, after) = after.split_at_checked(length)?;
        sections.push((*kind, body));
        rest = after;
    }
    Some(sections)
}

/// A number as wasm writes it: seven bits a byte, the lowest first.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let length = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at(length);
    let number = digits
        .iter()
        .rev()
        .try_fold(0_usize, |sum, digit| sum.checked_mul(128)?.checked_add(usize::from(digit & 0x7f)))?;
    Some((number, rest))
}

const TARGET: &str = "wasm32-unknown-unknown";
const IMPORTS: u8 = 2;
const EXPORTS: u8 = 7;
/// A bound that is noticed when a large dependency comes in, with room for what is written anew.
const MOST_BYTES: u64 = 7 << 20;
