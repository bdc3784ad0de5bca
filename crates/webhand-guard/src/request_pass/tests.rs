use webhand_model::{Content, ContentField, ContentKind, HeldRequest, HeldRequestId, Origin};

use super::RequestPass;
use crate::{Policy, RequestResolution, RequestVerdict, TextSource, YesScope, judge_request};

fn order(id: u64, sum: &str) -> HeldRequest {
    let field = ContentField { name: "sum".to_owned(), digest: Some(sum.to_owned()), kind: ContentKind::Plain };
    let content = Content { media_type: "text/form".to_owned(), fields: vec![field], ..Content::default() };
    HeldRequest {
        id: HeldRequestId(id),
        method: "POST".to_owned(),
        url: "https://shop.test/order".to_owned(),
        from: Origin::from_url("https://shop.test"),
        fields: vec![["sum".to_owned(), sum.to_owned()]],
        content: Some(content),
    }
}

fn pass(request: HeldRequest) -> RequestPass {
    let mut policy = Policy::of(&webhand_model::Task::new("buy a lamp"));
    let RequestVerdict::Ask { asked, .. } = judge_request(request, &policy, &mut None, TextSource::Own) else {
        panic!("expected a question")
    };
    RequestPass::of(&RequestResolution::by_user(*asked, YesScope::Once, &mut policy)).expect("a yes")
}

#[test]
fn a_pass_is_for_the_same_request_and_no_other() {
    let pass = pass(order(1, "40"));
    assert!(pass.covers(&order(2, "40")), "it comes again under another number");
    let mut token = order(2, "40");
    token.content.as_mut().unwrap().fields[0].kind = ContentKind::Token;
    assert!(pass.covers(&token));
    let mut json = order(2, "40");
    json.content.as_mut().unwrap().media_type = "application/json".to_owned();
    let mut partial = order(2, "40");
    partial.content.as_mut().unwrap().is_partial = true;
    for other in [
        order(1, "41"),
        json,
        partial,
        HeldRequest { method: "PUT".to_owned(), ..order(1, "40") },
        HeldRequest { url: "https://shop.test/order?x=1".to_owned(), ..order(1, "40") },
        HeldRequest { from: Origin::from_url("https://ads.test"), ..order(1, "40") },
        HeldRequest { content: None, ..order(1, "40") },
    ] {
        assert!(!pass.covers(&other), "{other:?}");
    }
}

#[test]
fn a_stopped_request_has_no_pass() {
    assert_eq!(RequestPass::of(&RequestResolution::stop(order(1, "40"))), None);
}
