//! TLS for addresses that other machines reach: the person's certificate, read again when its files change.
//!
//! Invariant: a certificate that cannot be read does not replace one that works.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;

/// The files of a certificate with its chain, and of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    #[error("{path} cannot be read: {source}")]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{path} holds no certificate in the PEM form")]
    NoCertificate { path: PathBuf },
    #[error("{path} holds no private key in the PEM form")]
    NoKey { path: PathBuf },
    #[error("certificate and key cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
}

/// Accepts TLS connections with the certificate of these files.
///
/// # Errors
/// When the certificate cannot be used.
pub(super) fn acceptor(files: TlsFiles) -> Result<TlsAcceptor, TlsError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let certificate = CurrentCertificate::read(files, Arc::clone(&provider), BETWEEN_CHECKS)?;
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = config.with_no_client_auth().with_cert_resolver(Arc::new(certificate));
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// The certificate of the files as they are now.
#[derive(Debug)]
pub(super) struct CurrentCertificate {
    /// How long the files are taken to be unchanged.
    between_checks: Duration,
    files: TlsFiles,
    provider: Arc<CryptoProvider>,
    current: Mutex<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    key: Arc<CertifiedKey>,
    changed: [Option<SystemTime>; 2],
    checked: Instant,
}

impl CurrentCertificate {
    pub(super) fn read(
        files: TlsFiles,
        provider: Arc<CryptoProvider>,
        between_checks: Duration,
    ) -> Result<Self, TlsError> {
        let changed = changed(&files);
        let key = Arc::new(load(&files, &provider)?);
        Ok(Self {
            between_checks,
            files,
            provider,
            current: Mutex::new(Loaded { key, changed, checked: Instant::now() }),
        })
    }

    /// Looks at the files at most every few seconds.
    pub(super) fn current(&self) -> Arc<CertifiedKey> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.checked.elapsed() >= self.between_checks {
            current.checked = Instant::now();
            let now = changed(&self.files);
            if now != current.changed {
                match load(&self.files, &self.provider) {
                    Ok(key) => {
                        tracing::info!("the certificate was read again");
                        (current.key, current.changed) = (Arc::new(key), now);
                    }
                    Err(error) => tracing::warn!(%error, "the new certificate cannot be used; the old one stays"),
                }
            }
        }
        Arc::clone(&current.key)
    }
}

impl ResolvesServerCert for CurrentCertificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.current())
    }
}

fn load(files: &TlsFiles, provider: &CryptoProvider) -> Result<CertifiedKey, TlsError> {
    let unreadable = |path: &PathBuf, source| TlsError::Unreadable { path: path.clone(), source };
    let chain = fs::read(&files.certificate).map_err(|error| unreadable(&files.certificate, error))?;
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&chain).flatten().collect();
    if chain.is_empty() {
        return Err(TlsError::NoCertificate { path: files.certificate.clone() });
    }
    let key = fs::read(&files.key).map_err(|error| unreadable(&files.key, error))?;
    let key = PrivateKeyDer::from_pem_slice(&key).map_err(|_| TlsError::NoKey { path: files.key.clone() })?;
    Ok(CertifiedKey::from_der(chain, key, provider)?)
}

fn changed(files: &TlsFiles) -> [Option<SystemTime>; 2] {
    let of = |path: &PathBuf| fs::metadata(path).and_then(|about| about.modified()).ok();
    [of(&files.certificate), of(&files.key)]
}

const BETWEEN_CHECKS: Duration = Duration::from_secs(5);
