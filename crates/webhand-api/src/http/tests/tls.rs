//! A server with TLS, and certificates that are renewed. The keys beside this file are good for nothing else.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;

use crate::fake_host::{FakeHost, fake_parts, fake_runs};
use crate::http::tls::CurrentCertificate;
use crate::http::{Server, ServerKeys, ServerParts, TlsFiles, TlsSettings};

fn files(name: &str) -> TlsFiles {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/tests/certificates");
    TlsFiles { certificate: folder.join(format!("{name}.pem")), key: folder.join(format!("{name}-key.pem")) }
}

async fn ask(address: SocketAddr, host: &str, bearer: &str) -> String {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(files("first").certificate).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("webhand.test").unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap();
    let request =
        format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    // A server that closes without saying so has still answered.
    let _ = stream.read_to_string(&mut answer).await;
    answer
}

#[tokio::test]
async fn with_tls_the_server_answers_to_the_names_of_its_certificate_alone() {
    let keys = ServerKeys::generate();
    let bearer = format!("Bearer {}", keys.agent.as_secret_text());
    let tls = TlsSettings { files: files("first"), names: vec!["webhand.test".to_owned()] };
    let parts = fake_parts(Arc::new(FakeHost::default()), keys, fake_runs());
    let parts = ServerParts { tls: Some(tls), ..parts };
    let server = Server::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), parts).await.unwrap();
    let address = server.address();
    let name = format!("webhand.test:{}", address.port());
    assert_eq!(server.origin(), format!("https://{name}"));
    let (stop, stopped) = oneshot::channel::<()>();
    let ended = tokio::spawn(server.run(async { drop(stopped.await) }));
    assert!(ask(address, &name, &bearer).await.starts_with("HTTP/1.1 200"));
    let elsewhere = format!("evil.test:{}", address.port());
    assert!(ask(address, &elsewhere, &bearer).await.starts_with("HTTP/1.1 421"));
    drop(stop);
    ended.await.unwrap();
}

#[tokio::test]
async fn an_address_for_every_machine_needs_a_name() {
    let tls = TlsSettings { files: files("first"), names: Vec::new() };
    let parts = fake_parts(Arc::new(FakeHost::default()), ServerKeys::generate(), fake_runs());
    let refused = Server::bind("0.0.0.0:0".parse().unwrap(), ServerParts { tls: Some(tls), ..parts }).await;
    assert!(refused.is_err_and(|error| error.to_string().contains("--host")));
}

#[tokio::test]
async fn a_renewed_certificate_is_taken_and_a_broken_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let used = TlsFiles { certificate: folder.path().join("cert.pem"), key: folder.path().join("key.pem") };
    // The clock of a file may be too coarse to tell two writes of one test apart.
    let put = |chain: &[u8], key: &[u8], second: u64| {
        for (path, bytes) in [(&used.certificate, chain), (&used.key, key)] {
            std::fs::write(path, bytes).unwrap();
            let file = std::fs::File::options().write(true).open(path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(second)).unwrap();
        }
    };
    let read = |name: &str| (std::fs::read(files(name).certificate).unwrap(), std::fs::read(files(name).key).unwrap());
    let (chain, key) = read("first");
    put(&chain, &key, 1);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let certificate = CurrentCertificate::read(used.clone(), provider, Duration::ZERO).unwrap();
    let first = certificate.current();
    let (chain, key) = read("second");
    put(&chain, &key, 2);
    let second = certificate.current();
    assert_ne!(first.cert, second.cert);
    put(b"renewing", &key, 3);
    assert_eq!(certificate.current().cert, second.cert);
}
