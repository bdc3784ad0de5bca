//! The actions on a page or its browser. A new action is one entry here; the compiler then asks for its row in
//! `properties.rs`, its arms in `action_input.rs` and `action_subject.rs`, and the arm of the hands that performs it.

use serde_json::{Map, Value};

use super::action_input::ActionInput;
use super::action_subject::ActionSubject;
use super::define::actions;
use super::parameter::{ClickCount, Offset, Point, Region, RowLimit, TokenBudget, WaitMs, read_list, words};
use super::properties::{ActionProperties, PageContact};
use crate::{Parameter, ParameterKind, Ref, RefResolver, ToolCallError, WebUrl};

words!(
    /// A mouse button.
    Button { Left = "left", Right = "right", Middle = "middle" }
);
words!(
    /// A key held during a click.
    Modifier { Alt = "alt", Control = "control", Meta = "meta", Shift = "shift" }
);
words!(
    /// A press or a release of the mouse button.
    MouseVerb { Down = "down", Up = "up" }
);
words!(
    /// Which way to scroll.
    Direction { Up = "up", Down = "down", Left = "left", Right = "right", Top = "top", Bottom = "bottom" }
);
words!(
    /// An operation on tabs.
    TabVerb { New = "new", List = "list", Switch = "switch", Close = "close" }
);
words!(
    /// The property of an element or of the page that is read.
    ElementProperty {
        Text = "text", Value = "value", Html = "html", Attribute = "attribute", Title = "title", Url = "url",
        Count = "count", Box = "box",
    }
);
words!(
    /// The state of an element that is checked.
    ElementCheck { Visible = "visible", Enabled = "enabled", Checked = "checked", Focused = "focused", Editable = "editable" }
);

impl Parameter for Vec<Modifier> {
    const KIND: ParameterKind = ParameterKind::Words(Modifier::WORDS);

    fn read(value: &Value, refs: &dyn RefResolver) -> Result<Option<Self>, ToolCallError> {
        read_list(value, refs)
    }

    fn write(&self) -> Value {
        self.iter().map(Parameter::write).collect()
    }
}

actions! {
    /// Something done to a page: one variant, exactly its own data.
    pub enum Action, kinds ActionKind {
        /// Look at the page: its elements with their refs.
        Snapshot = "snapshot", Look, Read, aka ["get_browser_state", "update_tree"], eg r#"{"scope":"e12"}"# {
            /// Only this element and what is in it.
            scope: Option<Ref>;
            /// How many tokens it may take; 0 for the whole page.
            budget: Option<TokenBudget>;
            /// Only what changed since the last look.
            delta: Option<bool>;
            /// Add the box of each element in viewport pixels.
            boxes: Option<bool>;
        }
        /// Take a picture of the page.
        Screenshot = "screenshot", Look, Read, eg r#"{"full":true}"# {
            /// Only this element.
            target as "ref": Option<Ref>;
            /// The whole page, not only what is in view.
            full: Option<bool>;
            /// Write each element's ref on it.
            marks: Option<bool>;
            /// This part of the last one, enlarged.
            region: Option<Region>;
        }
        /// Keep the page as a PDF among the downloads.
        Pdf = "pdf", Look, Read, eg r#"{"name":"invoice"}"# {
            /// What to call the file; the page's title if left out.
            name: Option<String>;
        }
        /// Read the main content, or one element, as Markdown.
        Read = "read", Look, Read, eg r#"{"ref":"e12"}"# {
            /// Only this element.
            target as "ref": Option<Ref>;
            /// Several tabs, such as t2 and t3, or all.
            tabs: Option<Vec<String>>;
            /// Go on behind so many characters, as a cut text says.
            offset: Option<Offset>;
        }
        /// Find elements by text or role, with the path to each.
        Find = "find", Look, Read, eg r#"{"text":"Sign in","role":"button"}"# {
            /// Words in its name or text.
            text: Option<String>;
            /// Its role, such as button.
            role: Option<String>;
        }
        /// Get one thing about the page or an element.
        Get = "get", Look, Read, eg r#"{"what":"value","ref":"e4"}"# {
            /// What to get.
            what: ElementProperty;
            /// Of which element.
            target as "ref": Option<Ref>;
            /// Name of the attribute, or role to count.
            name: Option<String>;
        }
        /// Check the state of an element.
        Is = "is", Look, Read, eg r#"{"what":"checked","ref":"e6"}"# {
            /// What to check.
            what: ElementCheck;
            /// Of which element.
            target as "ref": Ref;
        }
        /// Show what the page wrote to its console.
        Console = "console", Look, Read, eg "{}" {}
        /// Show the page's last requests.
        Network = "network", Look, Read, eg "{}" {}
        /// Wait until something is there or gone; without a condition, until the page rests.
        Wait = "wait", Look, Read, aka ["wait_and_observe"], eg r#"{"text":"Thank you","ms":10000}"# {
            /// Until this text is there.
            text: Option<String>;
            /// Until this text is gone.
            gone: Option<String>;
            /// Until the address contains this.
            url: Option<String>;
            /// Until this element is visible.
            target as "ref": Option<Ref>;
            /// Until no request is under way.
            idle: Option<bool>;
            /// At most this many milliseconds; alone, exactly that long.
            ms: Option<WaitMs>;
        }
        /// Click an element.
        Click = "click", Touch, Input, aka ["click_element"], eg r#"{"ref":"e3"}"# {
            /// Which element.
            target as "ref": Ref;
            /// Which mouse button.
            button: Option<Button>;
            /// How many clicks in a row.
            count: Option<ClickCount>;
            /// Keys held meanwhile.
            modifiers: Option<Vec<Modifier>>;
        }
        /// Double-click an element.
        Dblclick = "dblclick", Touch, Input, aka ["double_click"], eg r#"{"ref":"e3"}"# {
            /// Which element.
            target as "ref": Ref;
        }
        /// Move the mouse over an element.
        Hover = "hover", Touch, Input, aka ["hover_element"], eg r#"{"ref":"e3"}"# {
            /// Which element.
            target as "ref": Ref;
        }
        /// Put the keyboard focus on an element.
        Focus = "focus", Touch, Input, eg r#"{"ref":"e4"}"# {
            /// Which element.
            target as "ref": Ref;
        }
        /// Replace what a field holds.
        Fill = "fill", Touch, Input, aka ["input_text", "input"], eg r#"{"ref":"e4","value":"Ana Torres"}"# {
            /// Which field.
            target as "ref": Ref;
            /// What it shall hold.
            value: String, aka ["text"];
        }
        /// Type at the end of a field, key by key.
        Type = "type", Touch, Input, aka ["type_text"], eg r#"{"ref":"e4","text":"lighthouse","submit":true}"# {
            /// Which field; left out, whatever has the focus.
            target as "ref": Option<Ref>;
            /// What to type.
            text: String, aka ["value"];
            /// Milliseconds between keys.
            delay: Option<WaitMs>;
            /// Press Enter afterwards.
            submit: Option<bool>, aka ["press_enter"];
        }
        /// Empty a field.
        Clear = "clear", Touch, Input, eg r#"{"ref":"e4"}"# {
            /// Which field.
            target as "ref": Ref;
        }
        /// Press a key or chord such as Enter or Control+A.
        Press = "press", Touch, Input, aka ["press_key"], eg r#"{"key":"Enter","ref":"e4"}"# {
            /// The key.
            key: String;
            /// On which element; left out, whatever has the focus.
            target as "ref": Option<Ref>;
            /// Milliseconds to hold it.
            hold: Option<WaitMs>;
        }
        /// Choose in a list by value or visible text.
        Select = "select", Touch, Input, aka ["select_option"], eg r#"{"ref":"e5","value":"Spain"}"# {
            /// Which list.
            target as "ref": Ref;
            /// The option.
            value: Option<String>, aka ["option", "text"];
            /// Several options, where the list allows it.
            values: Option<Vec<String>>;
        }
        /// Tick a checkbox, switch or radio button.
        Check = "check", Touch, Input, eg r#"{"ref":"e6"}"# {
            /// Which one.
            target as "ref": Ref;
        }
        /// Untick a checkbox or switch.
        Uncheck = "uncheck", Touch, Input, eg r#"{"ref":"e6"}"# {
            /// Which one.
            target as "ref": Ref;
        }
        /// Give files to a file field.
        Upload = "upload", Touch, File, eg r#"{"ref":"e7","files":["notes.pdf"]}"# {
            /// The field, or the button that opens the file chooser.
            target as "ref": Ref;
            /// Paths of the files.
            files: Vec<String>;
        }
        /// Drag one element onto another.
        Drag = "drag", Touch, Input, eg r#"{"from":"e8","to":"e9"}"# {
            /// What to drag.
            from: Ref;
            /// Where to drop it.
            to: Ref;
        }
        /// Scroll the page or a scrollable element.
        Scroll = "scroll", Touch, Read, aka ["scroll_page", "scroll_horizontally"], eg r#"{"direction":"down"}"# {
            /// Which element; left out, the page.
            target as "ref": Option<Ref>;
            /// Which way.
            direction: Direction;
            /// Pixels; left out, 70 % of what is visible.
            amount: Option<f64>;
        }
        /// Click a place on the last screenshot.
        ClickAt = "click_at", Touch, Input, eg r#"{"x":320,"y":240}"# {
            /// Pixels from the left.
            x: f64;
            /// Pixels from the top.
            y: f64;
            /// Which mouse button.
            button: Option<Button>;
            /// How many clicks in a row.
            count: Option<ClickCount>;
            /// Keys held meanwhile.
            modifiers: Option<Vec<Modifier>>;
        }
        /// Move the mouse over a place on the last screenshot.
        HoverAt = "hover_at", Touch, Input, eg r#"{"x":320,"y":240}"# {
            /// Pixels from the left.
            x: f64;
            /// Pixels from the top.
            y: f64;
        }
        /// Scroll what lies at a place of the last screenshot.
        ScrollAt = "scroll_at", Touch, Read, eg r#"{"x":320,"y":240,"direction":"down"}"# {
            /// Pixels from the left.
            x: f64;
            /// Pixels from the top.
            y: f64;
            /// Which way.
            direction: Direction;
            /// Pixels; left out, 70 % of what is visible.
            amount: Option<f64>;
        }
        /// Drag from one place of the last screenshot to another.
        DragAt = "drag_at", Touch, Input, eg r#"{"from":[320,240],"to":[480,240]}"# {
            /// From where.
            from: Point;
            /// To where.
            to: Point;
            /// Over which places on the way.
            via: Option<Vec<Point>>;
        }
        /// Press the left mouse button and keep it down, or let it go; in between, it can be moved.
        Mouse = "mouse", Touch, Input, eg r#"{"action":"down","x":320,"y":240}"# {
            /// Down, or up again.
            action: MouseVerb;
            /// Pixels from the left of the last screenshot; left out, where the mouse is.
            x: Option<f64>;
            /// Pixels from the top.
            y: Option<f64>;
        }
        /// Go to an address; a tab that already shows it is used.
        Open = "open", Travel, Navigate, aka ["navigate", "open_new_tab" => r#"{"new_tab":true}"#,
            "open_tab" => r#"{"new_tab":true}"#, "goto"], eg r#"{"url":"https://example.com/"}"# {
            /// The address.
            url: WebUrl;
            /// In a new tab.
            new_tab: Option<bool>;
            /// In a new tab, while you stay here; several load at the same time.
            behind: Option<bool>;
        }
        /// Go back in the history of the tab.
        Back = "back", Travel, Navigate, aka ["go_back"], eg "{}" {}
        /// Go forward in the history of the tab.
        Forward = "forward", Travel, Navigate, aka ["go_forward"], eg "{}" {}
        /// Load the page again.
        Reload = "reload", Travel, Navigate, eg "{}" {}
        /// List, open, switch to or close tabs.
        Tab = "tab", Travel, Navigate, aka ["list_tabs" => r#"{"action":"list"}"#, "switch_tab" => r#"{"action":"switch"}"#,
            "close_tab" => r#"{"action":"close"}"#], eg r#"{"action":"switch","tab":"t2"}"# {
            /// What to do.
            action: TabVerb;
            /// The address of a new tab.
            url: Option<WebUrl>;
            /// Which tab, such as t2.
            tab: Option<String>, aka ["tab_id"];
        }
        /// Open a saved tool by its name.
        OpenTool = "open_tool", Travel, Navigate, eg r#"{"name":"mail"}"# {
            /// Its name.
            name: String;
        }
        /// Answer a dialog the page has opened.
        Dialog = "dialog", Travel, Input, eg r#"{"accept":true}"# {
            /// Accept it, or dismiss it.
            accept: bool;
            /// What to enter in a prompt.
            text: Option<String>;
        }
        /// List the files downloaded in this run.
        Downloads = "downloads", Travel, Read, eg "{}" {}
        /// Take data from the page as JSON of a given schema.
        Extract = "extract", Data, Read,
            eg r#"{"schema":{"type":"object","properties":{"total":{"type":"number"}}},"instruction":"the total of the bill"}"# {
            /// A JSON Schema.
            schema: Map<String, Value>;
            /// What to look for.
            instruction: Option<String>;
        }
        /// Scroll a list or table to its end and collect its rows.
        Collect = "collect", Data, Read, eg r#"{"ref":"e12","limit":100}"# {
            /// The list or table.
            target as "ref": Ref;
            /// At most this many rows.
            limit: Option<RowLimit>;
        }
        /// Run JavaScript in the page; off unless the person allowed it.
        Eval = "eval", Data, Code, aka ["execute_javascript", "run_javascript"], eg r#"{"script":"document.title"}"# {
            /// The script.
            script: String;
            /// The element it gets as its argument.
            target as "ref": Option<Ref>;
        }
        /// Call a tool that the page itself offers.
        PageTool = "page_tool", Data, Commit, eg r#"{"name":"search","args":{"words":"lighthouse"}}"# {
            /// Its name.
            name: String;
            /// Its arguments.
            args: Option<Map<String, Value>>;
        }
    }
}

impl Action {
    /// The properties that no argument changes.
    #[must_use]
    pub const fn properties(&self) -> ActionProperties {
        self.kind().properties()
    }

    /// The element that the action targets, if it names one.
    #[must_use]
    pub fn target(&self) -> Option<Ref> {
        if let ActionSubject::Element(target) = self.subject() { Some(target) } else { None }
    }

    /// The address that the action opens, if it names one.
    #[must_use]
    pub fn destination(&self) -> Option<&WebUrl> {
        if let ActionInput::Address(url) = self.input() { Some(url) } else { None }
    }

    /// The class it has at least, by the catalogue.
    #[must_use]
    pub fn class(&self) -> crate::ActionClass {
        Self::SPECS.iter().find(|spec| spec.name == self.name()).map_or(crate::ActionClass::Policy, |spec| spec.class)
    }

    /// Whether the action can be interrupted and repeated safely, because it changes nothing.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.class() == crate::ActionClass::Read
    }

    /// Whether requests of a page may be the effect of the action.
    #[must_use]
    pub fn contact(&self) -> PageContact {
        self.properties().contact
    }

    /// Text composed by the brain that the action enters into the page.
    #[must_use]
    pub fn composed_text(&self) -> Option<&str> {
        match self.input() {
            ActionInput::Text(text) | ActionInput::Keystrokes { text, .. } => Some(text),
            ActionInput::Click { .. }
            | ActionInput::MouseUp
            | ActionInput::Key(_)
            | ActionInput::Options { .. }
            | ActionInput::Files(_)
            | ActionInput::Address(_)
            | ActionInput::Other => None,
        }
    }
}
