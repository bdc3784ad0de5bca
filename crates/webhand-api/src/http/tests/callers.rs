//! Every method of every path by every bad caller. A new route is covered automatically.

use std::collections::BTreeSet;

use futures_util::future::join_all;

use super::client::{Answer, ask};
use crate::fake_host::RunningServer;
use crate::http::{RouteAccess, RouteEffect, routes};

const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/// A client, and the status it gets.
struct Caller {
    who: &'static str,
    headers: Vec<(&'static str, String)>,
    status: u16,
}

fn bad_callers(server: &RunningServer) -> Vec<Caller> {
    let (host, bearer) = (server.host_header(), server.bearer());
    let port = server.address.port();
    let caller = |who, headers: &[(&'static str, &str)], status| Caller {
        who,
        headers: headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
        status,
    };
    let (wrong, short) = (format!("Bearer {}", "0".repeat(64)), &bearer[..bearer.len() - 1]);
    let basic = bearer.replace("Bearer", "Basic");
    let (rebound, bare, with_user) =
        (format!("evil.example:{port}"), "127.0.0.1".to_owned(), format!("evil.example@{host}"));
    let mut callers = vec![
        caller("no token", &[("Host", &host)], 401),
        caller("wrong token", &[("Host", &host), ("Authorization", &wrong)], 401),
        caller("part of the token", &[("Host", &host), ("Authorization", short)], 401),
        caller("another scheme", &[("Host", &host), ("Authorization", &basic)], 401),
        caller("two tokens", &[("Host", &host), ("Authorization", &bearer), ("Authorization", &wrong)], 401),
        caller("token in a protocol", &[("Host", &host), ("Sec-WebSocket-Protocol", "webhand, bearer.x")], 401),
        caller("foreign host", &[("Host", &rebound), ("Authorization", &bearer)], 421),
        caller("host without port", &[("Host", &bare), ("Authorization", &bearer)], 421),
        caller("host with a user", &[("Host", &with_user), ("Authorization", &bearer)], 421),
        caller("no host", &[("Authorization", &bearer)], 421),
        caller("empty host", &[("Host", ""), ("Authorization", &bearer)], 421),
        caller("two hosts", &[("Host", &host), ("Host", &rebound), ("Authorization", &bearer)], 421),
        caller("the same host twice", &[("Host", &host), ("Host", &host), ("Authorization", &bearer)], 421),
        caller(
            "an image of a foreign page",
            &[("Host", &host), ("Authorization", &bearer), ("Sec-Fetch-Site", "cross-site")],
            403,
        ),
        caller(
            "a page of the same site",
            &[("Host", &host), ("Authorization", &bearer), ("Sec-Fetch-Site", "same-site")],
            403,
        ),
    ];
    for origin in super::origins::foreign(port) {
        callers.push(Caller {
            who: "foreign origin",
            headers: vec![("Host", host.clone()), ("Authorization", bearer.clone()), ("Origin", origin)],
            status: 403,
        });
    }
    callers
}

#[tokio::test]
async fn no_bad_caller_gets_anything_from_any_route() {
    let paths: BTreeSet<_> =
        routes().iter().map(|route| route.path).chain(["/", "/nowhere", "/ws/agent/", "//ws/agent"]).collect();
    let mut asked = 0;
    for path in paths {
        asked += join_all(METHODS.map(|method| every_bad_caller(method, path))).await.iter().sum::<usize>();
    }
    assert!(asked > 1_000, "{asked}");
}

/// Whether an address needs no key.
fn is_open(method: &str, path: &str) -> bool {
    let opens = |route: &&crate::http::Route| route.access == RouteAccess::Open;
    routes().iter().filter(opens).any(|route| route.method.as_str() == method && route.path == path)
}

/// On a server of its own, where the wrong tokens of other callers cause no delay.
async fn every_bad_caller(method: &str, path: &str) -> usize {
    let server = RunningServer::start().await;
    let callers = bad_callers(&server);
    for caller in &callers {
        let answer = ask_as(&server, caller, method, path).await;
        let shows_no_key = ["no token", "token in a protocol"].contains(&caller.who);
        if shows_no_key && is_open(method, path) {
            assert_eq!(answer.status, 200, "{method} {path}: it holds no data: {answer:?}");
            continue;
        }
        assert_eq!(answer.status, caller.status, "{} {method} {path}: {answer:?}", caller.who);
        assert!(method == "HEAD" || answer.body.contains(r#""success":false"#), "{answer:?}");
        assert!(!answer.head.contains("access-control-"), "{answer:?}");
    }
    server.stop().await;
    callers.len()
}

/// The body is announced and never sent: a server that waited for it before it judged the head would not answer.
async fn ask_as(server: &RunningServer, caller: &Caller, method: &str, path: &str) -> Answer {
    let mut headers: Vec<(&str, &str)> = caller.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    headers.push(("Content-Length", "1000"));
    ask(server.address, method, path, &headers, "").await
}

#[tokio::test]
async fn the_owner_is_served_while_others_guess() {
    let server = RunningServer::start().await;
    let (host, wrong) = (server.host_header(), format!("Bearer {}", "f".repeat(64)));
    let guesses: Vec<_> = (0..40)
        .map(|_| {
            let (address, host, wrong) = (server.address, host.clone(), wrong.clone());
            let guess = async move {
                ask(address, "GET", "/healthz", &[("Host", &host), ("Authorization", &wrong)], "").await.status
            };
            tokio::spawn(guess)
        })
        .collect();
    let bearer = server.bearer();
    let answer = ask(server.address, "GET", "/healthz", &[("Host", &host), ("Authorization", &bearer)], "").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(guesses.iter().any(|guess| !guess.is_finished()), "the guesses still wait for their answers");
    for guess in guesses {
        guess.abort();
    }
}

#[tokio::test]
async fn a_token_in_the_address_is_refused_even_if_it_is_right() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    for route in routes() {
        let path = format!("{}?token={}", route.path, server.token.as_secret_text());
        let headers = [("Host", host.as_str()), ("Authorization", &bearer)];
        let answer = ask(server.address, route.method.as_str(), &path, &headers, "").await;
        assert_eq!(answer.status, 400, "{answer:?}");
        let answer = ask(server.address, route.method.as_str(), &path, &headers[..1], "").await;
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(!answer.body.contains(server.token.as_secret_text()));
    }
}

#[tokio::test]
async fn an_address_in_the_request_line_must_be_ours_too() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let headers = [("Host", host.as_str()), ("Authorization", &bearer)];
    assert_eq!(ask(server.address, "GET", "http://evil.example/healthz", &headers, "").await.status, 421);
    let ours = format!("http://{host}/healthz");
    assert_eq!(ask(server.address, "GET", &ours, &headers, "").await.status, 200);
}

#[test]
fn what_a_link_or_an_image_can_send_changes_nothing() {
    for route in routes() {
        assert!(!route.method.is_safe() || route.effect == RouteEffect::Reads, "{} {}", route.method, route.path);
    }
}

#[test]
fn every_route_is_in_the_document() {
    let text = include_str!("../../../../../docs/wire.md");
    for route in routes() {
        let listed = text.lines().find(|line| line.starts_with("| `") && line.contains(&format!("{}`", route.path)));
        assert!(listed.is_some_and(|line| line.contains(route.method.as_str())), "{} {}", route.method, route.path);
    }
}

#[tokio::test]
async fn the_token_opens_every_route_under_both_names_of_this_machine() {
    let server = RunningServer::start().await;
    let bearer = server.owner_bearer();
    for host in [server.host_header(), format!("localhost:{}", server.address.port())] {
        // The stream of changes has no end.
        let is_asked = |route: &&crate::http::Route| {
            ![RouteAccess::Code, RouteAccess::Pairing].contains(&route.access) && route.path != "/api/v1/changes"
        };
        for route in routes().iter().filter(is_asked) {
            let headers = [("Host", host.as_str()), ("Authorization", &bearer)];
            let answer = ask(server.address, route.method.as_str(), route.path, &headers, "").await;
            assert!(!answer.body.contains(r#""success":false"#) || answer.status == 426, "{} {answer:?}", route.path);
        }
    }
}

#[tokio::test]
async fn bodies_are_bounded() {
    let server = RunningServer::start().await;
    let (host, bearer) = (server.host_header(), server.bearer());
    let body = "x".repeat(webhand_wire::agent::MOST_BYTES + 1);
    let length = body.len().to_string();
    let headers = [("Host", host.as_str()), ("Authorization", &bearer), ("Content-Length", &length)];
    let answer = ask(server.address, "POST", "/healthz", &headers, &body).await;
    assert_eq!(answer.status, 413, "{answer:?}");
}
