use super::super::DemoSite;
use super::browser::{FORM, HttpAnswer, HttpClient, between, marks};

#[tokio::test]
async fn searching_the_mail_finds_by_sender_without_accents() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site);
    let senders = |page: &HttpAnswer| between(&page.body, "class=\"who\">", "<").map(str::to_owned).collect::<Vec<_>>();

    assert_eq!(senders(&browser.open("/mail").await).len(), 25);
    assert_eq!(senders(&browser.open("/mail?q=ernesto").await), ["Ernesto Vidal"; 4]);
    assert_eq!(senders(&browser.open("/mail?q=LUCIA+crates").await), ["Lucía Ferrer"]);
    let none = browser.open("/mail?q=%3Cb%3Ezzz").await;
    assert!(none.body.contains("No messages for “&lt;b&gt;zzz”"));
}

#[tokio::test]
async fn a_reply_reaches_the_ledger_and_an_empty_one_does_not() {
    let site = DemoSite::start().await.unwrap();
    let browser = HttpClient::new(&site);
    assert!(browser.open("/mail/7").await.body.contains("14,200 €"));

    assert_eq!(browser.submit("/mail/7/reply", "text=+").await.status, 422);
    let sent = browser.submit("/mail/7/reply", "text=I+agree").await;
    assert_eq!((sent.status, sent.location.as_str()), (303, "/mail/7?replied=1"));
    assert!(browser.open(&sent.location).await.body.contains("Reply sent to Ernesto Vidal."));
    assert_eq!(marks(&site), ["Message message=7 text=I agree to=ernesto@faro.test"]);
}

#[tokio::test]
async fn a_deleted_message_is_gone_once_and_for_its_visitor_alone() {
    let site = DemoSite::start().await.unwrap();
    let ana = HttpClient::new(&site).with_cookie().await;
    let other = HttpClient::new(&site).with_cookie().await;

    assert_eq!(ana.send("DELETE", "/mail/5", FORM, "").await.status, 204);
    assert_eq!(ana.send("DELETE", "/mail/5", FORM, "").await.status, 404);
    assert_eq!(ana.open("/mail/5").await.status, 404);
    assert_eq!(other.open("/mail/5").await.status, 200);
    assert_eq!(marks(&site), ["Delete message=5 subject=Everything must go (overboard)"]);
}
