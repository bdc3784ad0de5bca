use insta::assert_snapshot;

use super::*;
use crate::recorded_run;
use crate::terminal::width::width;

/// The rendered events of a run without a terminal, or on one of this many columns.
fn rendered(events: &[Event], room: Option<usize>) -> String {
    let mut renderer = EventRenderer::default();
    let shows = events.iter().flat_map(|event| renderer.render_event(event));
    let lines = shows.flat_map(|show| match show {
        ScreenUpdate::Line(line) => line.lines(false, room),
        ScreenUpdate::Question(question) => {
            render_question(&question, room.unwrap_or(80)).iter().map(|line| line.render(false, room)).collect()
        }
        ScreenUpdate::Wait(_)
        | ScreenUpdate::Live(_)
        | ScreenUpdate::Prompt(_)
        | ScreenUpdate::Typed
        | ScreenUpdate::Ready(_)
        | ScreenUpdate::Words(_)
        | ScreenUpdate::WordsOver
        | ScreenUpdate::Answer(_) => Vec::new(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_order_is_told_line_by_line() {
    assert_snapshot!(rendered(&recorded_run::order().events(), None), @r##"
    ▌ order a lantern <script>alert(1)</script>[31m" onload="x
      http://shop.test/basket · brain literal
        ✓ open http://shop.test/basket  0.1 s
     1  Basket <script>alert(1)</script>[31m" onload="x · http://shop.test/basket · 2 elements  0.1 s
        I fill in the name.  0.1 s, 1,234 tokens
        ✓ fill textbox "Name" with "Ana"  0.1 s
     2  Basket · http://shop.test/basket · 2 elements  0.1 s
        Now the order.  0.1 s, 1,234 tokens
      ╭─ webhand asks ────────────────────────────────────────────────────────────╮
      │ http://shop.test: click button "Order"? It sends something that cannot be │
      │ taken back.                                                               │
      │                                                                           │
      │   POST http://shop.test/order                                             │
      │   total = "42.90"                                                         │
      ╰───────────────────────────────────────────────────────────────────────────╯
        · answered: yes
        ✓ click button "Order <script>alert(1)</script>\u{1b}[31m\" onload=\"x"  0.1 s, allowed by you
        ✓ send POST http://shop.test/order  → http://shop.test/orders/1001  0.1 s
     3  Order 1001 placed · http://shop.test/basket · 2 elements  0.1 s
    "##);
}

#[test]
fn an_answer_that_makes_no_sense_is_told_with_its_reason() {
    let mut renderer = EventRenderer::default();
    for event in recorded_run::until_the_question().events() {
        renderer.render_event(&event);
    }
    let call = webhand_model::ToolCall { id: String::new(), name: "clik".to_owned(), arguments: serde_json::json!({}) };
    let updates = renderer
        .render_input(&Input::Answered(BrainAnswer { calls: vec![call], ..BrainAnswer::default() }), String::new());
    let Some(ScreenUpdate::Line(line)) = updates.first() else { panic!("{updates:?}") };
    assert_eq!(line.render(false, None), "    ✗ clik: there is no action \"clik\"; nearest: click, click_at");
}

#[test]
fn a_narrow_terminal_is_not_overrun() {
    for room in [20, 40, 80] {
        for line in rendered(&recorded_run::order().events(), Some(room)).lines() {
            assert!(width(line) <= room.max(24), "{room}: {line}");
        }
    }
}

#[test]
fn what_is_being_waited_for_is_said() {
    let mut renderer = EventRenderer::default();
    let waits: Vec<_> = recorded_run::until_the_question()
        .events()
        .iter()
        .flat_map(|event| renderer.render_event(event))
        .filter_map(|show| if let ScreenUpdate::Wait(what) = show { Some(what) } else { None })
        .collect();
    assert_eq!(waits[..3], ["open http://shop.test/basket", "looking", "thinking"]);
    assert!(waits.contains(&"fill textbox \"Name\" with \"Ana\"".to_owned()), "{waits:?}");
}

#[test]
fn a_secret_is_not_shown() {
    use webhand_model::{Action, ActionClass, FieldKind};
    let mut events = recorded_run::until_the_question().events();
    for event in &mut events {
        if let EventKind::Input { input: Input::Inspected(facts), .. } = &mut event.kind {
            facts.target.as_mut().unwrap().field = FieldKind::Password;
        }
        if let EventKind::Intent { intent: Intent::Act { action: Action::Fill { value, .. }, class, .. }, .. } =
            &mut event.kind
        {
            "hunter2-secret".clone_into(value);
            *class = ActionClass::Credential;
        }
    }
    let text = rendered(&events, None);
    assert!(!text.contains("hunter2") && text.contains("fill textbox \"Name\" with …"), "{text}");
}
