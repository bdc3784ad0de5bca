//! The routes that each kind of key opens.

use super::client::{Answer, ask};
use crate::fake_host::RunningServer;
use crate::http::{RouteAccess, routes};

async fn ask_with(server: &RunningServer, bearer: &str, method: &str, path: &str) -> Answer {
    let host = server.host_header();
    ask(server.address, method, path, &[("Host", &host), ("Authorization", bearer)], "").await
}

#[tokio::test]
async fn what_is_for_the_person_is_refused_to_an_agents_key() {
    let server = RunningServer::start().await;
    let owned: Vec<_> = routes().iter().filter(|route| route.access == RouteAccess::OwnerKey).collect();
    assert!(owned.len() >= 5, "{owned:?}");
    for route in owned {
        let refused = ask_with(&server, &server.bearer(), route.method.as_str(), route.path).await;
        assert_eq!(refused.status, 403, "{} {refused:?}", route.path);
        assert!(refused.body.contains(r#""code":"owner_only""#), "{refused:?}");
        let let_in = ask_with(&server, &server.owner_bearer(), route.method.as_str(), route.path).await;
        assert!(![401, 403].contains(&let_in.status), "{} {let_in:?}", route.path);
    }
}

#[tokio::test]
async fn a_code_opens_one_session_and_nothing_else() {
    let server = RunningServer::start().await;
    let made = ask_with(&server, &server.owner_bearer(), "POST", "/api/v1/session/codes").await;
    let code = format!("Bearer {}", token_in(&made));
    assert_eq!(ask_with(&server, &code, "GET", "/api/v1/runs").await.status, 401, "it is no key");
    let opened = ask_with(&server, &code, "POST", "/api/v1/session").await;
    assert_eq!(opened.status, 200, "{opened:?}");
    assert_eq!(ask_with(&server, &code, "POST", "/api/v1/session").await.status, 401, "it is used up");
    let session = format!("Bearer {}", token_in(&opened));
    assert_eq!(ask_with(&server, &session, "GET", "/api/v1/settings").await.status, 200);
    assert_eq!(ask_with(&server, &server.owner_bearer(), "POST", "/api/v1/session").await.status, 401);
}

fn token_in(answer: &Answer) -> String {
    let value: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    value["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn only_named_parameters_are_taken_and_each_once() {
    let server = RunningServer::start().await;
    for (path, status) in [
        ("/api/v1/runs?limit=5&text=lamp", 200),
        ("/api/v1/runs?limit=5&limit=6", 400),
        ("/api/v1/runs?token=abc", 400),
        ("/api/v1/health?limit=5", 400),
        ("/?code=abc", 400),
    ] {
        let answer = ask_with(&server, &server.bearer(), "GET", path).await;
        assert_eq!(answer.status, status, "{path} {answer:?}");
    }
}

#[tokio::test]
async fn a_flood_of_one_role_does_not_keep_the_other_out() {
    let server = RunningServer::start().await;
    let mut refused = None;
    for _ in 0..200 {
        let answer = ask_with(&server, &server.bearer(), "POST", "/api/v1/runs").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert!(refused.head.contains("retry-after: 1"), "{refused:?}");
    assert_eq!(ask_with(&server, &server.owner_bearer(), "POST", "/api/v1/runs").await.status, 400);
}

#[tokio::test]
async fn a_person_who_sent_too_much_still_stops_a_run_and_moves_the_mouse() {
    let server = RunningServer::start().await;
    let owner = server.owner_bearer();
    let mut last = 0;
    for _ in 0..200 {
        last = ask_with(&server, &owner, "POST", "/api/v1/runs").await.status;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
    for path in ["cancel", "pause", "take", "input"] {
        let path = format!("/api/v1/runs/unknown/{path}");
        assert_eq!(ask_with(&server, &owner, "POST", &path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn the_dashboard_can_be_framed_by_nobody_and_loads_nothing_from_elsewhere() {
    let server = RunningServer::start().await;
    let host = server.host_header();
    let page = ask(server.address, "GET", "/", &[("Host", &host)], "").await;
    assert_eq!(page.status, 200, "{page:?}");
    for part in ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", "cross-origin-opener-policy"] {
        assert!(page.head.contains(part), "{part} in {}", page.head);
    }
}
