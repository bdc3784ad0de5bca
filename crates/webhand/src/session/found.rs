//! Which sessions there are.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;

use super::host::Record;
use super::{About, Connection, Folder, Place, message};

/// A session that is there.
#[derive(Debug, Serialize)]
pub struct Found {
    pub name: String,
    pub pid: u32,
    /// Nothing when it does not answer.
    #[serde(flatten)]
    pub about: Option<About>,
}

/// All sessions of this person. What dead ones left is removed.
pub fn all(folder: &Folder) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    for place in folder.places() {
        if !place.is_alive() {
            place.clear()?;
            continue;
        }
        let Some(record) = Record::read(&place) else { continue };
        found.push(Found { name: place.name().to_owned(), pid: record.pid, about: about(&place) });
    }
    Ok(found)
}

fn about(place: &Place) -> Option<About> {
    let mut connection = Connection::open(place).ok()??;
    let reply = connection.ask(message::ABOUT, &json!({}), ANSWERED_WITHIN).ok()?;
    serde_json::from_value(reply.data.value?).ok()
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(2);
