//! Models that work by pictures, with their providers' own tools, from the first look to the placed order.

use serde_json::{Value, json};
use webhand_fake_llm::{FakeServer, Script};

use crate::support::{Machine, Site};

/// Coordinates of the elements of an order: in the shop, then in the basket.
struct Places {
    add: [f64; 2],
    name: [f64; 2],
    address: [f64; 2],
    order: [f64; 2],
}

impl Places {
    fn found(machine: &Machine, site: &Site) -> Self {
        let look = |verbs: &[&str]| {
            assert_eq!(machine.run(verbs).code, Some(0), "{verbs:?}");
            machine.run(&["snapshot", "--boxes"]).out
        };
        let shop = look(&["open", &site.at("/shop")]);
        let basket = look(&["open", &site.at("/shop/basket/add?product=tide-clock&quantity=1")]);
        machine.run(&["close", "--all"]);
        Self {
            add: middle(&shop, "Add Tide clock"),
            name: middle(&basket, "textbox \"Name\""),
            address: middle(&basket, "textbox \"Address\""),
            order: middle(&basket, "Place order"),
        }
    }
}

/// The middle of the element whose line has this text.
fn middle(look: &str, text: &str) -> [f64; 2] {
    let line = look.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text} in\n{look}"));
    let sides = line.split_once("[box=").unwrap().1.split_once(']').unwrap().0;
    let sides: Vec<f64> = sides.split(',').map(|side| side.parse().unwrap()).collect();
    [sides[0] + sides[2] / 2.0, sides[1] + sides[3] / 2.0].map(f64::round)
}

fn serve(turns: &[Value]) -> FakeServer {
    let script = json!({"plan": {"mode": "script", "turns": turns}}).to_string();
    FakeServer::start(Script::parse(&script).unwrap()).unwrap()
}

fn turn(calls: &[(&str, Value)]) -> Value {
    let calls = calls.iter().map(|(name, args)| json!({"name": name, "args": args}));
    json!({"calls": calls.collect::<Vec<_>>()})
}

fn done() -> Value {
    turn(&[("done", json!({"answer": "The tide clock is ordered."}))])
}

fn claude(at: &Places) -> Vec<Value> {
    let click = |at: [f64; 2]| ("computer", json!({"action": "left_click", "coordinate": at}));
    let types = |text: &str| ("computer", json!({"action": "type", "text": text}));
    vec![
        turn(&[("computer", json!({"action": "screenshot"}))]),
        turn(&[("computer", json!({"action": "zoom", "region": [0, 0, 640, 400]}))]),
        // A click in two halves.
        turn(&[
            ("computer", json!({"action": "mouse_move", "coordinate": at.add})),
            ("computer", json!({"action": "left_mouse_down"})),
            ("computer", json!({"action": "left_mouse_up"})),
        ]),
        turn(&[
            click(at.name),
            types("Nobody"),
            ("computer", json!({"action": "triple_click", "coordinate": at.name})),
            types("Ana Torres"),
            click(at.address),
            types("Muelle 33"),
            ("computer", json!({"action": "hold_key", "text": "BackSpace", "duration": 0.1})),
        ]),
        turn(&[click(at.order)]),
        done(),
    ]
}

fn claude_browser(at: &Places) -> Vec<Value> {
    let place = |[x, y]: [f64; 2]| json!({"target": {"type": "coordinate", "x": x, "y": y}});
    let click = |at: [f64; 2]| ("browser.left_click", place(at));
    let types = |text: &str| ("browser.type", json!({"text": text}));
    vec![
        turn(&[click(at.add)]),
        turn(&[click(at.name), types("Ana Torres"), click(at.address), types("Muelle 3")]),
        turn(&[click(at.order)]),
        done(),
    ]
}

fn gpt(at: &Places) -> Vec<Value> {
    let click = |[x, y]: [f64; 2]| json!({"type": "click", "button": "left", "x": x, "y": y});
    let types = |text: &str| json!({"type": "type", "text": text});
    let actions = |actions: &[Value]| turn(&[("computer", json!({"actions": actions}))]);
    vec![
        actions(&[click(at.add)]),
        actions(&[click(at.name), types("Ana Torres"), click(at.address), types("Muelle 3"), click(at.order)]),
        done(),
    ]
}

fn gemini(at: &Places) -> Vec<Value> {
    let share = |[x, y]: [f64; 2]| [x / 1.280, y / 0.800].map(f64::round);
    let there = |at: [f64; 2]| json!({"x": share(at)[0], "y": share(at)[1]});
    let types = |at: [f64; 2], text: &str| {
        ("type_text_at", json!({"x": share(at)[0], "y": share(at)[1], "text": text, "press_enter": false}))
    };
    vec![
        turn(&[("open_web_browser", json!({}))]),
        turn(&[("click_at", there(at.add))]),
        turn(&[types(at.name, "Ana Torres"), types(at.address, "Muelle 3")]),
        turn(&[("click_at", there(at.order))]),
        done(),
    ]
}

#[test]
fn each_provider_s_own_tool_orders_a_tide_clock_by_pointing() {
    type Turns = fn(&Places) -> Vec<Value>;
    let machine = Machine::new();
    let places = Places::found(&machine, &Site::start(&machine));
    let tools: [(&str, &str, Turns); 4] = [
        ("anthropic:ORIGIN/v1#fake", "computer", claude),
        ("anthropic:ORIGIN/v1#fake", "browser", claude_browser),
        ("openai-responses:ORIGIN/v1#fake", "computer", gpt),
        ("gemini:ORIGIN/v1beta#fake", "computer", gemini),
    ];
    for (brain, hands, turns) in tools {
        let site = Site::start(&machine);
        let provider = serve(&turns(&places));
        let brain = brain.replace("ORIGIN", &provider.origin());
        let mut run = machine.command(&["run", "order a tide clock", "--url", &site.at("/shop"), "--brain", &brain]);
        run.args(["--hands", hands, "--yes"]).envs(KEYS.map(|key| (key, "sk-test")));
        let ended = crate::support::ProgramOutput::from(run.output().unwrap());
        assert_eq!(ended.code, Some(0), "{brain} {hands}: {}\n{}", ended.out, ended.err);
        assert_eq!(site.marks("Order"), 1, "{brain} {hands}: {}", ended.err);
    }
}

/// A caution of the provider is not answered by `--yes`; the action is done once the person says yes.
#[test]
fn a_safety_check_of_the_provider_waits_for_the_person() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let click = json!({"type": "click", "button": "left", "x": 5, "y": 5});
    let check = json!([{"id": "sc_1", "code": "odd", "message": "The page gives orders."}]);
    let cautious = turn(&[("computer", json!({"actions": [click], "pending_safety_checks": check}))]);
    let provider = serve(&[cautious.clone(), cautious, done()]);
    let brain = format!("openai-responses:{}/v1#fake?hands=computer", provider.origin());
    let run = |arguments: &[&str]| {
        let mut run = machine.command(arguments);
        crate::support::ProgramOutput::from(run.envs(KEYS.map(|key| (key, "sk-test"))).output().unwrap())
    };
    let parked = run(&["run", "look around", "--url", &site.at("/shop"), "--brain", &brain, "--yes", "--json"]);
    assert_eq!(parked.code, Some(4), "{}", parked.err);
    let result = parked.json().pop().unwrap()["result"].take();
    assert!(result["question"]["details"].to_string().contains("The page gives orders."), "{result}");
    machine.approve_without_terminal();
    let ended = run(&["runs", "answer", &machine.only_run()[..6], "yes"]);
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.out, ended.err);
}

const KEYS: [&str; 3] = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];
