//! Files that only this program reads: log-ins at rest are encrypted with a key of the keychain, or of a file where there is
//! none.
//!
//! Invariant: a sealed file that was changed is not opened. A key in a file protects a copy of the data folder without that
//! file, such as a backup, and nothing else.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom as _, SystemRandom};

use crate::data_dir::{DataDir, write_private};
use crate::keychain;

/// The key of this data folder.
pub struct ProfileCipher {
    key: LessSafeKey,
}

impl ProfileCipher {
    /// Finds the key, or makes one. The keychain's program may take seconds.
    pub fn open(data_dir: &DataDir) -> Result<Self> {
        let path = data_dir.profile_key_file();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(_) => Self::from_keychain(&path)?,
        };
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes).map_err(|_| {
            anyhow!("{} is no key; log-ins that were sealed with it are lost without it", path.display())
        })?;
        Ok(Self { key: LessSafeKey::new(key) })
    }

    fn from_keychain(path: &Path) -> Result<Vec<u8>> {
        if let Ok(Some(text)) = keychain::read(KEY_NAME) {
            return BASE64_STANDARD.decode(text).context("the key of profiles in the keychain is damaged");
        }
        let mut bytes = vec![0; CHACHA20_POLY1305.key_len()];
        SystemRandom::new().fill(&mut bytes).map_err(|_| anyhow!("this system gives no random numbers"))?;
        if keychain::keep(KEY_NAME, &BASE64_STANDARD.encode(&bytes)).is_err() {
            write_private(path, &bytes)?;
        }
        Ok(bytes)
    }

    /// Writes a file that is opened only with this key.
    pub fn write(&self, path: &Path, mut bytes: Vec<u8>) -> Result<()> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| anyhow!("this system gives no random numbers"))?;
        let sealed =
            self.key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(MARK), &mut bytes);
        sealed.map_err(|_| anyhow!("{} is too large to be sealed", path.display()))?;
        write_private(path, &[MARK, &nonce, &bytes].concat())
    }

    /// The decrypted content of a file; `None` when there is none.
    pub fn read(&self, path: &Path) -> Result<Option<Vec<u8>>> {
        let Ok(file) = fs::read(path) else { return Ok(None) };
        let unusable = || anyhow!("{} was sealed with another key, or was changed", path.display());
        let Some((nonce, sealed)) = file.strip_prefix(MARK).and_then(|rest| rest.split_at_checked(NONCE_LEN)) else {
            bail!(unusable());
        };
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| unusable())?;
        let mut bytes = sealed.to_vec();
        let opened = self.key.open_in_place(nonce, Aad::from(MARK), &mut bytes).map_err(|_| unusable())?;
        Ok(Some(opened.to_vec()))
    }
}

const KEY_NAME: &str = "WEBHAND_PROFILE_KEY";
/// The first bytes of each sealed file, which name its form.
const MARK: &[u8] = b"webhand sealed 1\n";

#[cfg(test)]
mod tests;
