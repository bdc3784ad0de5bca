//! The parts that need no network: reading scripts, choosing turns, cutting streams, judging schemas.

use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::protocol::schema::check_strict;
use crate::request_log::{MAX_REQUESTS, RecordedRequest, RequestLog};
use crate::script::player::ScriptPlayer;
use crate::script::rule::Conversation;
use crate::{
    CallOrder, Capture, Fault, FaultKind, RetryHint, Rule, RuleCondition, Script, ScriptError, ScriptedTurn, Split,
    StreamShape, TurnSelection,
};

#[test]
fn reads_a_script_file_with_everything_in_it() {
    let script = Script::parse(
        r#"{"key": "k", "models": ["m"], "extra_fields": ["provider"],
            "stream": {"split": {"seed": 1, "max": 3}, "calls": "interleaved", "missing": ["id"], "line_end": "crlf"},
            "plan": {"mode": "rule", "rules": [
              {"when": {"contains": ["Pay"], "lacks": ["Paid"]}, "take": {"pay": {"ref_of": "button \"Pay\""}}, "times": 1,
               "turn": {"text": ["I pay."], "calls": [{"name": "click", "args": {"ref": "{{pay}}"}}],
                        "fault": {"what": {"kind": "status", "status": 429, "retry": {"seconds": 2}}, "times": 2}}},
              {"turn": {"calls": [{"name": "done", "args": "{broken", "id": "x"}], "finish": "length", "usage": {"input": 7}}}
            ]}}"#,
    );
    let Ok(Script { plan: TurnSelection::Rule { rules }, stream, .. }) = script else { panic!("{script:?}") };
    assert_eq!((rules.len(), stream.calls), (2, CallOrder::Interleaved));
    assert_eq!(rules[0].turn.fault.as_ref().map(|fault| fault.times), Some(2));
}

#[test]
fn says_where_a_script_is_wrong() {
    let why = |text: &str| Script::parse(text).unwrap_err().to_string();
    assert!(why(r#"{"plan": {"mode": "script", "turns": [{"txt": []}]}}"#).contains("txt"));
    let untaken = r#"{"plan": {"mode": "rule", "rules": [{"turn": {"text": ["{{pay}}"]}}]}}"#;
    assert_eq!(why(untaken), r#"rule 0: "{{pay}}" names something the rule does not `take`"#);
    let no_error = r#"{"plan": {"mode": "script", "turns": [{"fault": {"what": {"kind": "status", "status": 200}}}]}}"#;
    assert_eq!(why(no_error), "turn 0: status 200 is no error; use one from 400 to 599");
    assert!(matches!(Script::parse(&" ".repeat(5 << 20)), Err(ScriptError::TooLarge)));
}

#[test]
fn a_rule_clicks_the_ref_it_finds_in_the_newest_observation() {
    let rule = Rule {
        when: RuleCondition {
            in_order: strings(&["Cart", "Pay"]),
            lacks: strings(&["Paid"]),
            ..RuleCondition::default()
        },
        take: [
            ("pay".to_owned(), Capture::RefOf("button \"Pay\"".to_owned())),
            ("sum".to_owned(), Capture::Between { after: "Total ".to_owned(), until: "\"".to_owned() }),
        ]
        .into(),
        times: Some(1),
        turn: ScriptedTurn::calls("click", json!({"ref": "{{pay}}", "why": ["costs {{sum}}"]})),
    };
    let page = "- heading \"Cart\"\n- text \"Total 40 €\"\n- button \"Pay\" [ref=f2e7] [focused]";
    let turn = rule.apply(&newest(page), 0).unwrap();
    assert_eq!(serde_json::to_value(&turn.calls[0].args).unwrap(), json!({"ref": "f2e7", "why": ["costs 40 €"]}));
    assert!(rule.apply(&newest(page), 1).is_none(), "it may be used once");
    assert!(rule.apply(&newest(&format!("{page}\nPaid")), 0).is_none());
    assert!(rule.apply(&newest("Pay\nCart"), 0).is_none(), "the order counts");
    assert!(rule.apply(&newest("Cart Total 1\" button \"Pay\""), 0).is_none(), "there is no ref to take");
}

#[test]
fn a_fault_strikes_its_number_of_times_and_then_the_turn_comes() {
    let turns =
        vec![ScriptedTurn::says("a").with_fault(Fault::times(2, FaultKind::status(503))), ScriptedTurn::says("b")];
    let mut player = ScriptPlayer::new(TurnSelection::Script { turns });
    let mut next = || player.pick_turn(&newest("")).map(|pick| (pick.turn.text.concat(), pick.fault.is_some()));
    assert_eq!(next(), Ok(("a".to_owned(), true)));
    assert_eq!(next(), Ok(("a".to_owned(), true)));
    assert_eq!(next(), Ok(("a".to_owned(), false)));
    assert_eq!(next(), Ok(("b".to_owned(), false)));
    assert_eq!(next(), Err("the script has 2 turns and all are played; add one".to_owned()));
}

#[test]
fn the_same_seed_cuts_at_the_same_places_and_loses_nothing() {
    let shape = |seed| StreamShape { split: Some(Split { seed, max: 3 }), ..StreamShape::default() };
    let text = "data: {\"a\":\"šč€😀\\n\"}\n\n";
    let pieces = shape(7).split_into_network_chunks(vec![text.to_owned()]);
    assert_eq!(pieces, shape(7).split_into_network_chunks(vec![text.to_owned()]));
    assert_ne!(pieces, shape(8).split_into_network_chunks(vec![text.to_owned()]));
    assert_eq!(pieces.concat(), text.as_bytes());
    assert!(pieces.iter().all(|piece| (1..=3).contains(&piece.len())));
    assert!(pieces.iter().any(|piece| str::from_utf8(piece).is_err()), "some letter is cut");
}

#[test]
fn each_form_of_retry_has_its_header() {
    let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
    let header = |retry: RetryHint| format!("{:?}", retry.header(now));
    assert_eq!(header(RetryHint::Milliseconds(20)), r#"("retry-after-ms", "20")"#);
    assert_eq!(header(RetryHint::Seconds(2)), r#"("retry-after", "2")"#);
    assert_eq!(header(RetryHint::DateInSeconds(3)), r#"("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT")"#);
    assert_eq!(header(RetryHint::Should(false)), r#"("x-should-retry", "false")"#);
}

#[test]
fn a_strict_schema_of_the_common_subset_passes() {
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["ref", "how"],
        "properties": {
            "ref": {"type": ["string", "null"], "description": "which"},
            "how": {"anyOf": [{"$ref": "#/$defs/way"}, {"type": "array", "items": {"type": "integer"}}]}},
        "$defs": {"way": {"type": "string", "enum": ["left", "right"]}}});
    assert_eq!(check_strict(&schema), Ok(()));
}

#[test]
fn a_strict_schema_is_refused_for_each_thing_providers_refuse() {
    let property = |schema: Value| json!({"type": "object", "additionalProperties": false, "required": ["a"], "properties": {"a": schema}});
    let object = property(json!({"type": "string"}));
    let without = |key: &str| {
        let mut schema = object.clone();
        schema.as_object_mut().unwrap().remove(key);
        schema
    };
    let endless = json!({"type": "object", "additionalProperties": false, "required": ["a"],
        "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "array", "items": {"$ref": "#/$defs/a"}}}});
    let mut deep = json!({"type": "string"});
    for _ in 0..5 {
        deep = property(deep);
    }
    let cases = [
        (json!({"type": "array", "items": {"type": "string"}}), "the root must have"),
        (without("required"), "required must list exactly"),
        (without("additionalProperties"), "additionalProperties must be given and false"),
        (property(json!({"type": "object"})), "/properties/a: additionalProperties"),
        (property(json!({"type": "string", "default": "x"})), "\"default\" is not permitted"),
        (property(json!({"type": "string", "pattern": "x"})), "\"pattern\" is not permitted"),
        (property(json!({"type": "integer", "minimum": 1})), "\"minimum\" is not permitted"),
        (property(json!({"oneOf": [{"type": "string"}]})), "\"oneOf\" is not permitted"),
        (property(json!({"type": "array"})), "an array must have items"),
        (property(json!({"description": "anything"})), "type must be"),
        (endless, "refers to itself"),
        (deep, "deeper than 5 levels"),
    ];
    for (schema, expected) in cases {
        let why = check_strict(&schema).unwrap_err();
        assert!(why.contains(expected), "{why} should say: {expected}");
    }
}

#[test]
fn keeps_only_the_newest_requests() {
    let mut log = RequestLog::default();
    for _ in 0..MAX_REQUESTS + 3 {
        log.push(request("x"));
    }
    let kept = log.all();
    assert_eq!((kept.len(), kept[0].number), (MAX_REQUESTS, 4));
    for _ in 0..4 {
        log.push(request(&"y".repeat(30 << 20)));
    }
    assert_eq!(log.all().len(), 2, "two such bodies are all that fits");
}

#[test]
fn printing_a_request_does_not_print_its_key() {
    let mut request = request("{}");
    request.headers.push(("authorization".to_owned(), "Bearer sk-hidden".to_owned()));
    assert!(!format!("{request:?}").contains("sk-hidden"));
}

fn newest(text: &str) -> Conversation {
    Conversation { newest: text.to_owned(), whole: text.to_owned() }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn request(body: &str) -> RecordedRequest {
    let (method, path) = ("POST".to_owned(), "/".to_owned());
    RecordedRequest {
        number: 0,
        method,
        path,
        query: String::new(),
        headers: Vec::new(),
        body: body.to_owned(),
        status: None,
    }
}
