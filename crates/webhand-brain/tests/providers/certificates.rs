//! A provider whose certificate nobody knows: asked only by whoever trusts its authority. The authority's own key was
//! thrown away, so these certificates can be good for nothing else.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use webhand_brain::client::{OpenContext, RemoteBrain};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{BrainChoice, BrainSpec};
use webhand_port::BrainError;

use super::asking::{KEY, ask, patient, prompt};

const ANSWER: &str = r#"{"choices":[{"message":{"content":"Hello","role":"assistant"},"finish_reason":"stop"}]}"#;

#[tokio::test]
async fn certificates_of_ones_own_are_trusted_when_they_are_named() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    let port = serve_twice(&folder);
    let error = ask(&brain(port, "").with_retries(0), &prompt()).await.unwrap_err();
    assert!(matches!(&error, BrainError::Rejected(why) if why.contains("?ca=FILE")), "{error}");

    let named = format!("?ca={}", folder.join("authority.pem").display());
    let answer = ask(&brain(port, &named).with_retries(0), &prompt()).await.unwrap();
    assert_eq!(answer.text, "Hello");
}

#[test]
fn a_file_without_certificates_is_refused() {
    for file in ["/nowhere/at/all.pem", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
        let BrainChoice::Model(model) = BrainSpec::parse(&format!("openai/m?ca={file}")).unwrap().choices.remove(0)
        else {
            panic!("it is a model")
        };
        let error =
            RemoteBrain::open(&model, OpenContext::new(&|_| Some(KEY.to_owned()), &Prices::known())).unwrap_err();
        assert!(error.to_string().contains("holds no certificates"), "{error}");
    }
}

fn brain(port: u16, setting: &str) -> RemoteBrain {
    let spec = format!("openai:https://127.0.0.1:{port}/v1#m{setting}");
    let BrainChoice::Model(model) = BrainSpec::parse(&spec).unwrap().choices.remove(0) else { panic!("it is a model") };
    patient(RemoteBrain::open(&model, OpenContext::new(&|_| Some(KEY.to_owned()), &Prices::known())).unwrap())
}

/// A server of two connections: one that is given up in the middle of greeting, and one that is answered.
fn serve_twice(folder: &Path) -> u16 {
    rustls::crypto::ring::default_provider().install_default().ok();
    let certificates = CertificateDer::pem_file_iter(folder.join("server.pem")).unwrap().collect::<Result<_, _>>();
    let key = PrivateKeyDer::from_pem_file(folder.join("server-key.pem")).unwrap();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(certificates.unwrap(), key).unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for tcp in listener.incoming().take(2).flatten() {
            let mut tls = StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), tcp);
            let mut asked = vec![0; 64 << 10];
            let mut length = 0;
            // The request is over when its body is: it ends as JSON objects end.
            while let Ok(more @ 1..) = tls.read(&mut asked[length..]) {
                length += more;
                if asked[..length].ends_with(b"}") {
                    break;
                }
            }
            let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}", ANSWER.len());
            if length > 0 {
                tls.write_all(format!("{head}\r\nconnection: close\r\n\r\n{ANSWER}").as_bytes()).ok();
                tls.flush().ok();
            }
        }
    });
    port
}
