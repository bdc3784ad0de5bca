mod browser;
mod mail;
mod shop;

use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::DemoSite;
use super::markup::Markup;
use browser::{FORM, HttpClient, JSON, between, marks, soon};

#[tokio::test]
async fn every_page_answers_and_loads_nothing_from_elsewhere() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site);
    let pages = [
        "/",
        "/mail",
        "/mail/7",
        "/shop",
        "/shop/brass-lantern",
        "/shop/basket",
        "/search",
        "/contact",
        "/widgets",
        "/widgets/timetable",
        "/chat",
    ];
    for path in pages {
        let page = browser.open(path).await;
        assert_eq!(page.status, 200, "{path}");
        let elsewhere = page.body.replace(site.frame_url(), "");
        assert!(!elsewhere.contains("//"), "{path} points to another host");
        for asset in between(&page.body, "/assets/", "\"") {
            let file = asset.split('#').next().unwrap();
            assert_eq!(browser.open(&format!("/assets/{file}")).await.status, 200, "{path} loads {file}");
        }
    }
    assert_eq!(browser.open("/nowhere").await.status, 404);
}

#[tokio::test]
async fn the_chat_frame_comes_from_another_origin() {
    let site = DemoSite::start().await.unwrap();
    let kiosk = HttpClient::new(&site).open("/widgets").await;
    assert_ne!(site.frame_url(), site.url());
    assert!(kiosk.body.contains(&format!("<iframe src=\"{}/chat\"", site.frame_url())));

    let mut frame = HttpClient::new(&site);
    frame.host = site.frame_url().replace("http://localhost", "127.0.0.1");
    let reply = frame.send("POST", "/api/chat", JSON, r#"{"text":"Is the pier open?"}"#).await;
    assert_eq!(reply.status, 200);
    assert_eq!(marks(&site), ["Chat text=Is the pier open?"]);
}

#[tokio::test]
async fn a_late_search_is_still_out_while_other_pages_answer() {
    let site = DemoSite::with_lateness(0, Duration::from_hours(1)).await.unwrap();
    let browser = HttpClient::new(&site);
    let search = pin!(browser.exchange("GET", "/api/search?q=fog", FORM, ""));
    let pages = pin!(async {
        for _ in 0..20 {
            assert_eq!(browser.open("/search").await.status, 200);
        }
    });
    tokio::select! {
        _ = search => panic!("the archive answered at once"),
        () = pages => {}
    }
}

#[tokio::test]
async fn a_search_finds_what_the_archive_holds() {
    let site = DemoSite::with_lateness(0, Duration::ZERO).await.unwrap();
    let browser = HttpClient::new(&site);
    let boats = browser.open("/api/search?q=boat").await;
    let titles: Vec<&str> = between(&boats.body, "\"title\":\"", "\"").collect();
    assert_eq!(titles, ["Estrella del Alba", "Golondrina"]);
    assert_eq!(browser.open("/api/search?q=submarine").await.body, "[]");
}

#[tokio::test]
async fn the_contact_form_shows_what_it_received_and_no_tags() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site);
    let form = "name=%3Ci%3EAna&email=ana%40sereno.test&topic=ferry&date=2030-05-04&reach=phone&message=Hola";
    let sent = browser.submit("/contact", form).await;
    let thanks = browser.open(&sent.location).await.body;
    assert!(thanks.contains("Thank you, &lt;i&gt;Ana"));
    assert!(thanks.contains("<dt>Newsletter</dt><dd>no</dd>"));
    assert_eq!(browser.submit("/contact", &form.replace("Hola", "+")).await.status, 422);
    assert_eq!(
        marks(&site),
        [
            "Contact date=2030-05-04 email=ana@sereno.test message=Hola name=<i>Ana newsletter=no reach=phone topic=ferry"
        ]
    );
}

#[tokio::test]
async fn the_visitor_cookie_outlives_the_browser_and_the_server() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site).with_cookie().await;
    assert_eq!(browser.open("/").await.cookie, "", "a known visitor gets no second cookie");
    browser.open("/shop/basket/add?product=sardines&quantity=2").await;
    assert!(browser.open("/shop").await.body.contains("Basket (2)"));

    let later = DemoSite::start().await.unwrap();
    let returning = HttpClient { host: HttpClient::new(&later).host, cookie: browser.cookie };
    assert!(returning.open("/shop").await.body.contains("Basket (0)"));
}

#[tokio::test]
async fn dropping_the_site_closes_its_ports() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site);
    let mut idle = TcpStream::connect(&browser.host).await.unwrap();
    idle.write_all(b"GET / HTTP/1.1\r\nhost: demo\r\n\r\n").await.unwrap();
    let mut first = [0; 8];
    idle.read_exact(&mut first).await.unwrap();

    drop(site);
    soon(idle.read_to_end(&mut Vec::new())).await.unwrap();
    soon(async {
        while TcpStream::connect(&browser.host).await.is_ok() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[test]
fn a_value_that_looks_like_a_slot_is_not_filled() {
    let page = Markup::fill("<p>{{a}}{{b}}</p>", &[("a", "{{b}}".into()), ("b", "<&".into())]);
    assert_eq!(page, Markup::fixed("<p>{{b}}&lt;&amp;</p>"));
}
