use std::time::Duration;

use anyhow::{Context as _, Result};
use webhand_guard::Initiator;
use webhand_model::Origin;

use super::{Buffer, ProxyRequest, ProxyTarget, read_head, web_socket_initiator};

async fn read(mut bytes: &[u8]) -> Result<ProxyRequest> {
    let mut buffer = Buffer::new();
    read_head(&mut bytes, &mut buffer, Duration::from_secs(5)).await?.context("no head")
}

async fn place(line: &str) -> Option<(ProxyTarget, String, u16)> {
    let request = read(format!("{line} HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n").as_bytes()).await.ok()?;
    Some((request.target, request.host, request.port))
}

#[tokio::test]
async fn the_host_is_that_of_the_request_line() {
    for (line, target, host, port) in [
        ("CONNECT shop.test:443", ProxyTarget::Tunnel, "shop.test", 443),
        ("CONNECT SHOP.test.:443", ProxyTarget::Tunnel, "shop.test", 443),
        ("CONNECT [::1]:8443", ProxyTarget::Tunnel, "::1", 8443),
        ("GET http://shop.test/a?b", ProxyTarget::Plain, "shop.test", 80),
        ("GET http://shop.test:8080", ProxyTarget::Plain, "shop.test", 8080),
        ("GET http://[::1]:8080/", ProxyTarget::Plain, "::1", 8080),
        ("GET http://shop.test?b", ProxyTarget::Plain, "shop.test", 80),
    ] {
        assert_eq!(place(line).await, Some((target, host.to_owned(), port)), "{line}");
    }
    for line in [
        "GET /",
        "GET *",
        "GET https://shop.test/",
        "GET ftp://shop.test/",
        "CONNECT shop.test",
        "CONNECT :443",
        "CONNECT shop.test:99999",
        "GET http://ana@shop.test/",
        "GET http://:80/",
        "CONNECT a\"b:443",
    ] {
        assert_eq!(place(line).await, None, "{line}");
    }
}

#[tokio::test]
async fn the_server_gets_what_it_would_get_without_a_proxy() -> Result<()> {
    let request = read(
        b"POST http://shop.test:8080/order?x=1 HTTP/1.1\r\nHost: shop.test:8080\r\nProxy-Connection: keep-alive\r\n\
          Proxy-Authorization: Basic x\r\ncontent-length: 3\r\nX-Odd:  caf\xe9\r\n\r\nabc",
    )
    .await?;
    assert_eq!(
        request.for_server(),
        b"POST /order?x=1 HTTP/1.1\r\nHost: shop.test:8080\r\nConnection: keep-alive\r\ncontent-length: 3\r\nX-Odd: caf\xe9\r\n\r\n"
    );
    let to_proxy = String::from_utf8_lossy(&request.for_proxy(Some("Basic y"))).into_owned();
    assert!(to_proxy.starts_with("POST http://shop.test:8080/order?x=1 HTTP/1.1\r\n"), "{to_proxy}");
    assert!(to_proxy.ends_with("Proxy-Authorization: Basic y\r\n\r\n"), "{to_proxy}");
    Ok(())
}

#[tokio::test]
async fn a_head_tells_which_page_it_comes_from() -> Result<()> {
    let page = |url: &str| Initiator::Page { origin: Origin::from_url(url), network: None };
    for (headers, initiator) in [
        ("Sec-Fetch-Site: none", Initiator::OwnSite),
        ("Sec-Fetch-Site: same-site\r\nOrigin: http://localhost:1", Initiator::OwnSite),
        ("Sec-Fetch-Site: cross-site\r\nReferer: https://evil.test/", page("https://evil.test")),
        (
            "Sec-Fetch-Site: cross-site\r\nOrigin: null\r\nReferer: http://127.0.0.1:3000/",
            page("http://127.0.0.1:3000"),
        ),
        ("Origin: https://evil.test\r\nReferer: https://evil.test/a", page("https://evil.test")),
        ("Sec-Fetch-Site: cross-site", Initiator::Anonymous),
        ("Origin: null", Initiator::Anonymous),
        ("Accept: */*", Initiator::Unknown),
    ] {
        let request = read(format!("GET http://localhost/ HTTP/1.1\r\n{headers}\r\n\r\n").as_bytes()).await?;
        assert_eq!(request.initiator(), initiator, "{headers}");
    }
    let socket = b"GET /chat HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.test\r\n\r\n";
    assert_eq!(web_socket_initiator(socket), page("https://evil.test"));
    assert_eq!(web_socket_initiator(b"GET /chat HTTP/1.1\r\nHost: localhost\r\n\r\n"), Initiator::Anonymous);
    Ok(())
}
