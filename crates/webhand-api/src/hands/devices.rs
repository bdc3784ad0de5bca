//! [`DeviceBook`]: which browsers are paired, kept by the binary.

use super::proof::PairingKey;

/// A browser whose extension is paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedDevice {
    pub id: String,
    pub key: PairingKey,
    /// Host and port that it dials.
    pub address: String,
}

/// Knows paired browsers, and the code that is waited for. Other processes may change it at any time.
pub trait DeviceBook: Send + Sync {
    /// The key of a device; `None` when it is not paired (any more).
    fn find(&self, device: &str) -> Option<PairingKey>;

    /// The key of the code that pairs a browser now.
    fn code(&self) -> Option<PairingKey>;

    /// Keeps a device and uses the code up. `false` when the code is used or too old meanwhile, or nothing can be kept.
    fn pair(&self, code: &PairingKey, device: &PairedDevice) -> bool;

    /// Whether no browser is paired.
    fn is_empty(&self) -> bool;
}
