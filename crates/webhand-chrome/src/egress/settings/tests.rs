use super::{ProxyKind, UpstreamProxy};

fn with(variables: &[(&str, &str)]) -> Option<UpstreamProxy> {
    let find = |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
    UpstreamProxy::from_environment(&find).ok()
}

#[test]
fn the_usual_variables_name_the_proxy() {
    let proxy = with(&[("HTTPS_PROXY", "http://ana:p%40ss@proxy.corp:3128"), ("http_proxy", "plain.corp:8080")])
        .expect("proxies");
    let tunnels = proxy.for_tunnel("news.example", 443).expect("a proxy");
    assert_eq!((tunnels.kind, tunnels.host.as_str(), tunnels.port), (ProxyKind::Http, "proxy.corp", 3128));
    assert_eq!(tunnels.credentials, Some(("ana".to_owned(), "p@ss".to_owned())));
    assert_eq!(tunnels.authorization().as_deref(), Some("Basic YW5hOnBAc3M="));
    assert!(!format!("{tunnels:?}").contains("p@ss"));
    assert_eq!(proxy.for_plain("news.example", 80).map(|server| server.port), Some(8080));
    let socks = with(&[("ALL_PROXY", "socks5://127.0.0.1")]).expect("a proxy");
    assert_eq!(
        socks.for_plain("news.example", 80).map(|server| (server.kind, server.port)),
        Some((ProxyKind::Socks5, 1080))
    );
    assert_eq!(
        with(&[("HTTP_PROXY", "http://set-by-a-request/")]),
        with(&[]),
        "a request header becomes this variable"
    );
    assert_eq!(with(&[("https_proxy", "https://proxy.corp")]), None);
    assert_eq!(with(&[("https_proxy", " ")]), with(&[]));
}

#[test]
fn exceptions_are_connected_to_directly() {
    let except = "corp.example, .intra, *.lab, 10.0.0.0/8, 192.168.1.7, only.example:8443, fd00::/8";
    let proxy = with(&[("all_proxy", "http://proxy:3128"), ("no_proxy", except)]).expect("a proxy");
    let is_direct = |host: &str| proxy.for_tunnel(host, 443).is_none();
    for host in [
        "corp.example",
        "wiki.corp.example",
        "a.intra",
        "x.lab",
        "10.20.30.40",
        "192.168.1.7",
        "fd12::1",
        "localhost",
        "127.0.0.1",
        "::1",
    ] {
        assert!(is_direct(host), "{host}");
    }
    for host in ["notcorp.example", "11.0.0.1", "192.168.1.8", "only.example", "2001::1"] {
        assert!(!is_direct(host), "{host}");
    }
    assert!(proxy.for_tunnel("only.example", 8443).is_none());
    assert!(
        with(&[("all_proxy", "proxy"), ("NO_PROXY", "*")]).is_some_and(|all| all.for_plain("a.example", 80).is_none())
    );
}
