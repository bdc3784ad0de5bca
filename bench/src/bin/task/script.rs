//! The twenty steps, and how each agent's own format expresses them.

use serde_json::{Value, json};
use webhand_bench::handles::HandleStyle;

/// One thing to be done on the page.
#[derive(Debug, Clone)]
pub enum Step {
    Open(String),
    Click(&'static str),
    Fill(&'static str, &'static str),
}

/// Ten on five hundred letters.
pub const INBOX: [Step; 10] = [
    Step::Click("Drawer 01"),
    Step::Click("Drawer 05"),
    Step::Fill("Look through letters", "invoice"),
    Step::Click("Tick 0000"),
    Step::Click("Tick 0001"),
    Step::Click("Flag 0002"),
    Step::Click("Errand 03"),
    Step::Click("Errand 07"),
    Step::Click("Letter 0003"),
    Step::Click("Put away 0004"),
];

/// Ten on two thousand plants.
pub const SHOP: [Step; 10] = [
    Step::Click("Colour 01"),
    Step::Click("Colour 05"),
    Step::Fill("Look for a plant", "lily"),
    Step::Click("Order plant 0000"),
    Step::Click("Keep plant 0001"),
    Step::Click("Order plant 0001"),
    Step::Click("Plant 0002"),
    Step::Click("Order plant 0002"),
    Step::Click("Keep plant 0000"),
    Step::Click("Colour 09"),
];

/// The format of a request and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Webhand,
    PageAgent,
    BrowserUse,
}

/// The answer to a request.
#[derive(Debug)]
pub enum ScriptAnswer<'a> {
    Do(&'a Step, String),
    /// The element of the step is not in the look.
    Miss,
    Done,
}

impl Dialect {
    /// The handle of the control of this name in the newest look at the page.
    pub fn find(self, look: &str, name: &str) -> Option<String> {
        match self {
            Self::Webhand => HandleStyle::Webhand.find(look, name),
            Self::PageAgent | Self::BrowserUse => numbered(look, name),
        }
    }

    /// How often it may look again for a missing element: on a busy machine a peer's own time limits sometimes leave it
    /// with an empty page, and it must still complete all steps.
    pub fn max_retries(self) -> usize {
        match self {
            Self::Webhand => 0,
            Self::PageAgent | Self::BrowserUse => 5,
        }
    }

    /// The message a model of that agent would write.
    pub fn message(self, said: &ScriptAnswer<'_>, nth: usize) -> Value {
        match self {
            Self::Webhand => {
                let (name, arguments) = webhand(said);
                call(nth, name, &arguments, &json!(NARRATION))
            }
            Self::PageAgent => {
                let action = page_agent(said);
                call(nth, "AgentOutput", &with_thoughts(json!({"action": action})), &Value::Null)
            }
            Self::BrowserUse => {
                let mut thoughts = with_thoughts(json!({"action": [browser_use(said)]}));
                thoughts["thinking"] = NARRATION.into();
                json!({"role": "assistant", "content": thoughts.to_string()})
            }
        }
    }
}

fn webhand(said: &ScriptAnswer<'_>) -> (&'static str, Value) {
    match said {
        ScriptAnswer::Do(Step::Open(url), _) => ("open", json!({"url": url})),
        ScriptAnswer::Do(Step::Click(_), handle) => ("click", json!({"ref": handle})),
        ScriptAnswer::Do(Step::Fill(_, value), handle) => ("fill", json!({"ref": handle, "value": value})),
        ScriptAnswer::Miss => ("scroll", json!({"direction": "down"})),
        ScriptAnswer::Done => ("done", json!({"answer": "All twenty steps are done."})),
    }
}

fn page_agent(said: &ScriptAnswer<'_>) -> Value {
    match said {
        ScriptAnswer::Do(Step::Click(_), handle) => json!({"click_element_by_index": {"index": number(handle)}}),
        ScriptAnswer::Do(Step::Fill(_, text), handle) => json!({"input_text": {"index": number(handle), "text": text}}),
        // It lives in one page, which is opened for it.
        ScriptAnswer::Do(Step::Open(_), _) | ScriptAnswer::Miss => json!({"wait": {"seconds": 1}}),
        ScriptAnswer::Done => json!({"done": {"text": "All steps are done.", "success": true}}),
    }
}

fn browser_use(said: &ScriptAnswer<'_>) -> Value {
    match said {
        ScriptAnswer::Do(Step::Open(url), _) => json!({"navigate": {"url": url, "new_tab": false}}),
        ScriptAnswer::Do(Step::Click(_), handle) => json!({"click": {"index": number(handle)}}),
        ScriptAnswer::Do(Step::Fill(_, text), handle) => {
            json!({"input": {"index": number(handle), "text": text, "clear": true}})
        }
        ScriptAnswer::Miss => json!({"wait": {"seconds": 1}}),
        ScriptAnswer::Done => json!({"done": {"text": "All steps are done.", "success": true, "files_to_display": []}}),
    }
}

/// The additional fields that both peers require, as short as a model would write them.
fn with_thoughts(mut answer: Value) -> Value {
    answer["evaluation_previous_goal"] = "It worked.".into();
    answer["memory"] = "I go through the list.".into();
    answer["next_goal"] = NARRATION.into();
    answer
}

fn call(nth: usize, name: &str, arguments: &Value, content: &Value) -> Value {
    let function = json!({"name": name, "arguments": arguments.to_string()});
    let calls = json!([{"id": format!("call_{nth}"), "type": "function", "function": function}]);
    json!({"role": "assistant", "content": content, "tool_calls": calls})
}

fn number(handle: &str) -> Value {
    handle.parse::<u64>().map_or(Value::Null, Value::from)
}

/// The number of the nearest mark `[7]<` before the name.
fn numbered(look: &str, name: &str) -> Option<String> {
    let at = look.match_indices(name).map(|(at, _)| at).find(|at| ends(&look[at + name.len()..]))?;
    let mark = look[..at].rfind("]<")?;
    let from = look[..mark].rfind('[')? + 1;
    let number = &look[from..mark];
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| number.to_owned())
}

/// Whether a name ends here and is no part of a longer one.
fn ends(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
}

const NARRATION: &str = "I do the next step.";
