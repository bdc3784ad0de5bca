//! Paired browsers and the code that is waited for, as files of the data folder, readable by their owner alone.
//!
//! Invariant: the files are changed under a lock, so that of two programs one uses a code up.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use webhand_api::hands::{DeviceBook, PairedDevice, PairingKey, new_code};

use crate::data_dir::{DataDir, make_private, write_private};

/// The files of one data folder.
#[derive(Debug, Clone)]
pub struct DeviceFiles {
    devices: PathBuf,
    code: PathBuf,
    lock: PathBuf,
}

/// A paired browser as it is kept.
#[derive(Clone, Serialize, Deserialize)]
pub struct Device {
    pub id: String,
    key: String,
    /// Host and port that it dials.
    pub address: String,
    /// When it was paired, in milliseconds since 1970.
    pub paired: u64,
}

#[derive(Serialize, Deserialize)]
struct Code {
    key: String,
    /// In milliseconds since 1970.
    until: u64,
}

impl DeviceFiles {
    pub fn of(data_dir: &DataDir) -> Self {
        let file = |name: &str| data_dir.root().join(name);
        Self {
            devices: file("extension-devices.json"),
            code: file("extension-code.json"),
            lock: file("extension-lock"),
        }
    }

    /// Waits for a new code from now on; another one is void.
    pub fn new_code(&self) -> Result<String> {
        let code = new_code().context("this system gives no random numbers")?;
        let key = PairingKey::of_code(&code).as_secret_text();
        let _lock = self.lock()?;
        let until = now() + u64::try_from(CODE_LIFE.as_millis()).unwrap_or(u64::MAX);
        write_private(&self.code, &serde_json::to_vec(&Code { key, until })?)?;
        Ok(code)
    }

    /// Waits for no code any more.
    pub fn forget_code(&self) {
        let _ = fs::remove_file(&self.code);
    }

    /// The paired browsers, the newest last.
    pub fn devices(&self) -> Vec<Device> {
        let bytes = fs::read(&self.devices).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Where the browser that was paired last looks for a program of this machine.
    pub fn newest_address(&self) -> Option<SocketAddr> {
        let address = self.devices().pop()?.address;
        let here = address.strip_prefix("localhost:").and_then(|port| port.parse().ok());
        here.map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port))).or_else(|| address.parse().ok())
    }

    /// Removes a device. Whether there was one.
    pub fn unpair(&self, id: &str) -> Result<bool> {
        let _lock = self.lock()?;
        let mut devices = self.devices();
        let before = devices.len();
        devices.retain(|device| device.id != id);
        write_private(&self.devices, &serde_json::to_vec(&devices)?)?;
        Ok(devices.len() < before)
    }

    fn open_code(&self) -> Option<PairingKey> {
        let code: Code = serde_json::from_slice(&fs::read(&self.code).ok()?).ok()?;
        (code.until > now()).then(|| PairingKey::parse(&code.key)).flatten()
    }

    fn try_pair(&self, code: &PairingKey, device: &PairedDevice) -> Result<bool> {
        let _lock = self.lock()?;
        if self.open_code().as_ref() != Some(code) {
            return Ok(false);
        }
        // A code that is not gone would be good twice.
        fs::remove_file(&self.code).context("the code cannot be used up")?;
        let mut devices = self.devices();
        let too_many = (devices.len() + 1).saturating_sub(MOST_DEVICES);
        devices.drain(..too_many);
        let (id, key, address) = (device.id.clone(), device.key.as_secret_text(), device.address.clone());
        devices.push(Device { id, key, address, paired: now() });
        write_private(&self.devices, &serde_json::to_vec(&devices)?)?;
        Ok(true)
    }

    fn lock(&self) -> Result<File> {
        self.lock.parent().map_or(Ok(()), make_private)?;
        let opened = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&self.lock);
        let file = opened.with_context(|| format!("cannot write {}", self.lock.display()))?;
        file.lock().with_context(|| format!("cannot lock {}", self.lock.display()))?;
        Ok(file)
    }
}

impl DeviceBook for DeviceFiles {
    fn find(&self, device: &str) -> Option<PairingKey> {
        self.devices().iter().find(|known| known.id == device).and_then(|known| PairingKey::parse(&known.key))
    }

    fn code(&self) -> Option<PairingKey> {
        self.open_code()
    }

    fn pair(&self, code: &PairingKey, device: &PairedDevice) -> bool {
        self.try_pair(code, device).unwrap_or_else(|error| {
            tracing::warn!(%error, "a browser could not be paired");
            false
        })
    }

    fn is_empty(&self) -> bool {
        self.devices().is_empty()
    }
}

/// The origin of the server that serves a data folder now.
pub fn running_server(data_dir: &DataDir) -> Option<String> {
    let path = data_dir.server_lock_file();
    let file = File::open(&path).ok()?;
    if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return None;
    }
    let holder = fs::read_to_string(path).ok()?;
    Some(holder.rsplit_once(", ")?.1.trim().to_owned())
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

const CODE_LIFE: Duration = Duration::from_mins(15);
const MOST_DEVICES: usize = 16;

#[cfg(test)]
mod tests {
    use webhand_api::hands::{DeviceBook as _, PairedDevice};

    use super::DeviceFiles;
    use crate::data_dir::DataDir;

    #[test]
    fn a_code_pairs_one_browser_and_a_removed_browser_has_no_key() {
        let folder = tempfile::tempdir().unwrap();
        let files = DeviceFiles::of(&DataDir::find(Some(folder.path())).unwrap());
        files.new_code().unwrap();
        let code = files.code().unwrap();
        let device = PairedDevice { id: "a1".to_owned(), key: code.clone(), address: "localhost:7878".to_owned() };
        assert!(files.pair(&code, &device));
        assert!(!files.pair(&code, &PairedDevice { id: "b2".to_owned(), ..device }), "the code is used up");
        assert_eq!(files.newest_address().unwrap().to_string(), "127.0.0.1:7878");
        assert!(files.find("a1").is_some() && files.unpair("a1").unwrap() && files.find("a1").is_none());
    }
}
