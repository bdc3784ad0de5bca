//! The crates that must build without an operating system.

use anyhow::Result;

use super::module;

/// Each is built by itself, without the features that another crate of the module would switch on.
#[test]
fn engine_hands_and_what_they_use_build_for_wasm() -> Result<()> {
    for name in ["webhand-rt", "webhand-cdp", "webhand-hands", "webhand-engine", "webhand-literal", "webhand-wasm"] {
        module::cargo(&["check", "--package", name])?;
    }
    Ok(())
}
