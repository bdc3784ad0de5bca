//! Only the drivers use the client of the protocol: everywhere else in the hands another driver can take their place.

use std::fs;

use anyhow::Result;

use super::{files_below, none, root};

/// The folders and the files of `webhand-hands` that may use `webhand_cdp`: the drivers whose messages its client carries,
/// and the place where a client comes in.
const SPEAK_THE_PROTOCOL: &[&str] =
    &["driver/cdp", "driver/cdp.rs", "driver/quiet", "driver/quiet.rs", "connection.rs"];

#[test]
fn only_the_driver_of_the_protocol_uses_its_client() -> Result<()> {
    let (sources, mut complaints, mut uses) = (root()?.join("crates/webhand-hands/src"), Vec::new(), 0);
    for path in files_below("crates/webhand-hands/src", &[".rs"])? {
        if !fs::read_to_string(&path)?.contains("webhand_cdp::") {
            continue;
        }
        let name = path.strip_prefix(&sources)?;
        uses += 1;
        if !SPEAK_THE_PROTOCOL.iter().any(|allowed| name.starts_with(allowed)) {
            complaints.push(format!("{}: uses webhand_cdp; ask the driver instead", name.display()));
        }
    }
    assert!(uses > 0, "the driver of the protocol is not where it is looked for");
    none(&complaints);
    Ok(())
}
