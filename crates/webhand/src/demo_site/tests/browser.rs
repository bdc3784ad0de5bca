use std::future::Future;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::super::{DemoSite, LedgerEntry};

/// A minimal HTTP client: one connection for each request, no redirects followed.
pub(super) struct HttpClient {
    pub host: String,
    pub cookie: String,
}

pub(super) struct HttpAnswer {
    pub status: u16,
    pub location: String,
    pub cookie: String,
    pub body: String,
}

impl HttpClient {
    pub fn new(site: &DemoSite) -> Self {
        Self { host: site.url().replace("http://", ""), cookie: String::new() }
    }

    pub async fn with_cookie(mut self) -> Self {
        let cookie = self.open("/").await.cookie;
        assert!(cookie.contains("Max-Age=31536000"), "{cookie}");
        cookie.split(';').next().unwrap().clone_into(&mut self.cookie);
        self
    }

    pub async fn open(&self, path: &str) -> HttpAnswer {
        self.send("GET", path, FORM, "").await
    }

    pub async fn submit(&self, path: &str, form: &str) -> HttpAnswer {
        self.send("POST", path, FORM, form).await
    }

    pub async fn send(&self, method: &str, path: &str, kind: &str, body: &str) -> HttpAnswer {
        soon(self.exchange(method, path, kind, body)).await
    }

    pub async fn exchange(&self, method: &str, path: &str, kind: &str, body: &str) -> HttpAnswer {
        let mut stream = TcpStream::connect(&self.host).await.unwrap();
        let (host, cookie, length) = (&self.host, &self.cookie, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let header = |name| between(head, name, "\r\n").next().unwrap_or_default().to_owned();
        HttpAnswer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            location: header("\r\nlocation: "),
            cookie: header("\r\nset-cookie: "),
            body: body.to_owned(),
        }
    }
}

pub(super) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future).await.expect("the site answers")
}

pub(super) fn between<'a>(text: &'a str, start: &str, end: &str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap())
}

pub(super) fn marks(site: &DemoSite) -> Vec<String> {
    let line = |LedgerEntry { kind, data, .. }: &LedgerEntry| {
        let fields = data.iter().map(|(field, value)| format!("{field}={value}"));
        [format!("{kind:?}")].into_iter().chain(fields).collect::<Vec<_>>().join(" ")
    };
    site.ledger().iter().map(line).collect()
}

pub(super) const FORM: &str = "application/x-www-form-urlencoded";
pub(super) const JSON: &str = "application/json";
