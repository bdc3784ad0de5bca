use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::markup::Markup;
use super::{DemoSite, Entry, Kind};

#[tokio::test]
async fn every_page_answers_and_loads_nothing_from_elsewhere() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site);
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
            assert_eq!(
                browser.open(&format!("/assets/{file}")).await.status,
                200,
                "{path} loads {file}"
            );
        }
    }
    assert_eq!(browser.open("/nowhere").await.status, 404);
}

#[tokio::test]
async fn the_chat_frame_comes_from_another_origin() {
    let site = DemoSite::start().await.unwrap();
    let kiosk = Browser::new(&site).open("/widgets").await;
    assert_ne!(site.frame_url(), site.url());
    assert!(
        kiosk
            .body
            .contains(&format!("<iframe src=\"{}/chat\"", site.frame_url()))
    );

    let mut frame = Browser::new(&site);
    frame.host = site.frame_url().replace("http://localhost", "127.0.0.1");
    let reply = frame
        .send("POST", "/api/chat", JSON, r#"{"text":"Is the pier open?"}"#)
        .await;
    assert_eq!(reply.status, 200);
    assert_eq!(marks(&site), ["Chat text=Is the pier open?"]);
}

#[tokio::test]
async fn searching_the_mail_finds_by_sender_without_accents() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site);
    let senders = |page: &Answer| {
        between(&page.body, "class=\"who\">", "<")
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };

    assert_eq!(senders(&browser.open("/mail").await).len(), 25);
    assert_eq!(
        senders(&browser.open("/mail?q=ernesto").await),
        ["Ernesto Vidal"; 4]
    );
    assert_eq!(
        senders(&browser.open("/mail?q=LUCIA+crates").await),
        ["Lucía Ferrer"]
    );
    let none = browser.open("/mail?q=%3Cb%3Ezzz").await;
    assert!(none.body.contains("No messages for “&lt;b&gt;zzz”"));
}

#[tokio::test]
async fn a_reply_reaches_the_ledger_and_an_empty_one_does_not() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site);
    assert!(browser.open("/mail/7").await.body.contains("14,200 €"));

    assert_eq!(browser.submit("/mail/7/reply", "text=+").await.status, 422);
    let sent = browser.submit("/mail/7/reply", "text=I+agree").await;
    assert_eq!(
        (sent.status, sent.location.as_str()),
        (303, "/mail/7?replied=1")
    );
    assert!(
        browser
            .open(&sent.location)
            .await
            .body
            .contains("Reply sent to Ernesto Vidal.")
    );
    assert_eq!(
        marks(&site),
        ["Message message=7 text=I agree to=ernesto@faro.test"]
    );
}

#[tokio::test]
async fn a_deleted_message_is_gone_once_and_for_its_visitor_alone() {
    let site = DemoSite::start().await.unwrap();
    let ana = Browser::new(&site).with_cookie().await;
    let other = Browser::new(&site).with_cookie().await;

    assert_eq!(ana.send("DELETE", "/mail/5", FORM, "").await.status, 204);
    assert_eq!(ana.send("DELETE", "/mail/5", FORM, "").await.status, 404);
    assert_eq!(ana.open("/mail/5").await.status, 404);
    assert_eq!(other.open("/mail/5").await.status, 200);
    assert_eq!(
        marks(&site),
        ["Delete message=5 subject=Everything must go (overboard)"]
    );
}

#[tokio::test]
async fn an_order_is_placed_exactly_once() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site).with_cookie().await;
    let order = "name=Ana&address=Calle+del+Mar+3&total=42.90&currency=EUR";

    let added = browser
        .submit("/shop/basket", "product=brass-lantern&quantity=1")
        .await;
    assert!(
        browser
            .open(&added.location)
            .await
            .body
            .contains("name=\"total\" value=\"42.90\"")
    );
    let placed = browser.submit("/shop/order", order).await;
    assert_eq!(browser.submit("/shop/order", order).await.status, 409);

    assert!(
        browser
            .open(&placed.location)
            .await
            .body
            .contains("Order 1001 placed: €42.90")
    );
    assert_eq!(
        marks(&site),
        [
            "Basket product=brass-lantern quantity=1",
            "Order address=Calle del Mar 3 currency=EUR items=1 × Brass lantern name=Ana number=1001 total=42.90",
        ]
    );
}

#[tokio::test]
async fn an_order_with_another_total_than_the_basket_is_refused() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site).with_cookie().await;
    browser
        .submit("/shop/basket", "product=enamel-mug&quantity=2")
        .await;
    browser
        .submit("/shop/basket/quantity", "product=enamel-mug&quantity=3")
        .await;

    let refused = browser
        .submit(
            "/shop/order",
            "name=Ana&address=Pier+2&total=25.80&currency=EUR",
        )
        .await;
    assert_eq!(refused.status, 409);
    assert!(
        browser
            .open("/shop/basket")
            .await
            .body
            .contains("Total <strong>€38.70")
    );
    assert!(site.ledger().iter().all(|entry| entry.kind == Kind::Basket));
}

#[tokio::test]
async fn a_late_search_is_still_out_while_other_pages_answer() {
    let site = DemoSite::with_lateness(Duration::from_hours(1))
        .await
        .unwrap();
    let browser = Browser::new(&site);
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
    let site = DemoSite::with_lateness(Duration::ZERO).await.unwrap();
    let browser = Browser::new(&site);
    let boats = browser.open("/api/search?q=boat").await;
    let titles: Vec<&str> = between(&boats.body, "\"title\":\"", "\"").collect();
    assert_eq!(titles, ["Estrella del Alba", "Golondrina"]);
    assert_eq!(browser.open("/api/search?q=submarine").await.body, "[]");
}

#[tokio::test]
async fn the_contact_form_shows_what_it_received_and_no_tags() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site);
    let form = "name=%3Ci%3EAna&email=ana%40sereno.test&topic=ferry&date=2030-05-04&reach=phone&message=Hola";
    let sent = browser.submit("/contact", form).await;
    let thanks = browser.open(&sent.location).await.body;
    assert!(thanks.contains("Thank you, &lt;i&gt;Ana"));
    assert!(thanks.contains("<dt>Newsletter</dt><dd>no</dd>"));
    assert_eq!(
        browser
            .submit("/contact", &form.replace("Hola", "+"))
            .await
            .status,
        422
    );
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
    let browser = Browser::new(&site).with_cookie().await;
    assert_eq!(
        browser.open("/").await.cookie,
        "",
        "a known visitor gets no second cookie"
    );
    browser
        .submit("/shop/basket", "product=sardines&quantity=2")
        .await;
    assert!(browser.open("/shop").await.body.contains("Basket (2)"));

    let later = DemoSite::start().await.unwrap();
    let returning = Browser {
        host: Browser::new(&later).host,
        cookie: browser.cookie,
    };
    assert!(returning.open("/shop").await.body.contains("Basket (0)"));
}

#[tokio::test]
async fn dropping_the_site_closes_its_ports() {
    let site = DemoSite::start().await.unwrap();
    let browser = Browser::new(&site);
    let mut idle = TcpStream::connect(&browser.host).await.unwrap();
    idle.write_all(b"GET / HTTP/1.1\r\nhost: demo\r\n\r\n")
        .await
        .unwrap();
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
    let page = Markup::fill(
        "<p>{{a}}{{b}}</p>",
        &[("a", "{{b}}".into()), ("b", "<&".into())],
    );
    assert_eq!(page, Markup::fixed("<p>{{b}}&lt;&amp;</p>"));
}

/// The smallest client that can tell these stories: one connection a request, nothing followed.
struct Browser {
    host: String,
    cookie: String,
}

struct Answer {
    status: u16,
    location: String,
    cookie: String,
    body: String,
}

impl Browser {
    fn new(site: &DemoSite) -> Self {
        Self {
            host: site.url().replace("http://", ""),
            cookie: String::new(),
        }
    }

    async fn with_cookie(mut self) -> Self {
        let cookie = self.open("/").await.cookie;
        assert!(cookie.contains("Max-Age=31536000"), "{cookie}");
        cookie
            .split(';')
            .next()
            .unwrap()
            .clone_into(&mut self.cookie);
        self
    }

    async fn open(&self, path: &str) -> Answer {
        self.send("GET", path, FORM, "").await
    }

    async fn submit(&self, path: &str, form: &str) -> Answer {
        self.send("POST", path, FORM, form).await
    }

    async fn send(&self, method: &str, path: &str, kind: &str, body: &str) -> Answer {
        soon(self.exchange(method, path, kind, body)).await
    }

    async fn exchange(&self, method: &str, path: &str, kind: &str, body: &str) -> Answer {
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
        let header = |name| {
            between(head, name, "\r\n")
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            location: header("\r\nlocation: "),
            cookie: header("\r\nset-cookie: "),
            body: body.to_owned(),
        }
    }
}

async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future)
        .await
        .expect("the site answers")
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> impl Iterator<Item = &'a str> {
    text.split(start)
        .skip(1)
        .map(move |rest| rest.split(end).next().unwrap())
}

fn marks(site: &DemoSite) -> Vec<String> {
    let line = |Entry { kind, data, .. }: &Entry| {
        let fields = data.iter().map(|(field, value)| format!("{field}={value}"));
        [format!("{kind:?}")]
            .into_iter()
            .chain(fields)
            .collect::<Vec<_>>()
            .join(" ")
    };
    site.ledger().iter().map(line).collect()
}

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";
