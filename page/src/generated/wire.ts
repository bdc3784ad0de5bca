// Generated from webhand-wire by `make generate`; do not edit.

export type Purpose = "press" | "point" | "drop";

export type Caret = "keep" | "all" | "end";

export type Proxy = "editor" | "terminal";

export type PageOptions = { 
/**
 * What the control and its nearest surroundings say it holds.
 */
shows: string, 
/**
 * Present when it is a field for which the browser suggests these texts.
 */
suggested: Array<string> | null, 
/**
 * The field whose text narrows the options.
 */
field: number | null, 
/**
 * A field elsewhere that has the focus: one in the list, if it got it when that was opened.
 */
focused: number | null, 
/**
 * Those that can be seen.
 */
options: Array<PageOption>, };

export type PageOption = { node: number, name: string, selected: boolean, disabled: boolean, };

export type ScrollDirection = "up" | "down" | "left" | "right" | "top" | "bottom";

export type FieldKind = "none" | "text" | "password" | "one_time_code" | "card" | "file" | "choice";

export type PageErrorCode = "stale" | "unknown" | "not_visible" | "covered" | "moving" | "disabled" | "not_editable" | "wrong_kind" | "no_option" | "internal";

export type PageNode = { depth: number, 
/**
 * An ARIA role, or `text` for loose text, or `iframe`.
 */
role: string, name?: string, 
/**
 * Present when something can be done to it (and on every `<iframe>`).
 */
node?: number, 
/**
 * x, y, width, height; on nodes that have a number.
 */
bounds?: [number, number, number, number], 
/**
 * At least partly inside the viewport.
 */
in_view?: boolean, 
/**
 * The resolved address of a link; one that leads to a part of the same document begins with its `#`.
 */
href?: string, 
/**
 * `focused`, `checked`, `checked=mixed`, `disabled`, `expanded=false`, `selected`, `pressed`, `required`,
 * `readonly`, `invalid`, `multiline`, `level=2`, `guessed`, `filled` …
 */
states?: Array<string>, 
/**
 * What a field holds. Never present on password and one-time-code fields, where the state says `filled`.
 */
value?: string, 
/**
 * On what holds a document of its own: where that begins, x and y, and how much larger than in its own pixels it is
 * painted, across and down.
 */
content?: [number, number, number, number], 
/**
 * The number of what takes every click meant for it; 0 when that has none.
 */
cover?: number, };

export type PageSnapshot = { title: string, url: string, 
/**
 * `document.readyState`.
 */
ready: string, 
/**
 * Width and height of the viewport.
 */
viewport: [number, number], 
/**
 * Scroll offset, and the largest possible one: x, y, max x, max y.
 */
scroll: [number, number, number, number], 
/**
 * In reading order; a node's children follow it with a greater depth.
 */
nodes: Array<PageNode>, 
/**
 * Collection stopped at `max_nodes`.
 */
truncated: boolean, 
/**
 * So many elements may hold a closed shadow root, which only the browser can tell; nothing when none is new.
 */
suspects?: number, 
/**
 * So many custom elements may have told the browser alone what they are; nothing when none is to be asked about.
 */
speakers?: number, };

export type FormFacts = { 
/**
 * Resolved, with `formaction` of the button taken into account.
 */
action: string, 
/**
 * `get`, `post` or `dialog`, with `formmethod` taken into account.
 */
method: string, 
/**
 * Name and value of each field, in order, as form data; values of password and one-time-code fields and of
 * files are `…`. At most 100, each value at most 200 characters.
 */
fields: Array<[string, string]>, };

export type Accessible = { role: string, name: string, description: string, };

export type PageFacts = { role: string, name: string, field: FieldKind, 
/**
 * The resolved address a click follows.
 */
href: string | null, 
/**
 * A click submits `form`.
 */
submits: boolean, 
/**
 * Enter in this field submits `form`.
 */
enter_submits: boolean, form: FormFacts | null, bounds: [number, number, number, number] | null, accessible: Accessible, aimed: Aimed | null, };

export type PageField = { names: Array<string>, text: string, href?: string, };

export type PageRecord = { 
/**
 * What the page itself calls it, or empty.
 */
key: string, 
/**
 * Where it begins in the content of its scroller.
 */
at: number, fields: Array<PageField>, };

export type PageRecordSet = { title: string, records: Array<PageRecord>, };

export type PageRecords = { 
/**
 * What is said of the page's one subject.
 */
facts: PageRecord, sets: Array<PageRecordSet>, 
/**
 * What scrolls the rows that were asked for, when that is not the page.
 */
scroller: number | null, 
/**
 * How many rows to pass over to read on, where there are more than are read at once.
 */
next: number | null, 
/**
 * How far to scroll for the rows after the last one that follows those in view without a gap; nothing where no row
 * is in view or after it.
 */
ahead: number | null, 
/**
 * The control that brings further rows: the next page, or more of them.
 */
more: Described | null, };

export type RowsPart = { 
/**
 * How many to pass over.
 */
skip: number, 
/**
 * Only those that are not far above the view.
 */
onward: boolean, };

export type Aimed = { x: number, y: number, 
/**
 * The element's box: x, y, width, height.
 */
bounds: [number, number, number, number], };

export type At = { node: number | null, 
/**
 * The same point in the document that a frame holds.
 */
inner: [number, number] | null, };

export type Disarmed = { 
/**
 * Whether a press or a key reached the element; absent when none came.
 */
hit: boolean | null, 
/**
 * A whole click reached it, or as much of one as it stayed for.
 */
clicked: boolean, 
/**
 * What the first event that was kept back would have reached.
 */
instead: Described | null, 
/**
 * The element had not moved then, so `instead` lies over it.
 */
covered: boolean, 
/**
 * Fields of one character beside it, to which the page moved on after a key and which took the next.
 */
along: Array<number>, };

export type Looking = { max_nodes: number, near: boolean, };

export type Asked = "first" | "ahead" | "again" | "unseen";

export type Reaction = "impossible" | "none" | "some" | "repeated";

export type Settling = { max_ms: number, 
/**
 * Waits at least so long for a document with scripts to show anything: an application that draws itself is not at rest before.
 */
blank_ms: number, 
/**
 * So long ago came the last answer that the document had asked for since then.
 */
answered_ms: number | null, 
/**
 * The script was told everything that this document listens on.
 */
heard: boolean, 
/**
 * Ends `Arm` first, and waits for nothing when the events went elsewhere.
 */
disarm: boolean, 
/**
 * The mouse rests where it is pressed, so what it is over stays the same.
 */
rests: boolean, asked: Asked, 
/**
 * Looks in the same breath, as by `Snapshot`.
 */
look: Looking | null, };

export type Settled = { 
/**
 * In time.
 */
quiet: boolean, 
/**
 * It keeps changing by itself; that was not waited for.
 */
stream: boolean, reaction: Reaction, 
/**
 * Nothing can have changed since the last look, so it was not looked at again.
 */
same: boolean, 
/**
 * Where the events went, where that was asked.
 */
disarmed: Disarmed | null, 
/**
 * What it shows then, where that was asked.
 */
seen?: PageSnapshot, };

export type ElementState = { tag: string, 
/**
 * The `type` of an `<input>`, else empty.
 */
input_type: string, text: string, value: string | null, checked: boolean | null, 
/**
 * Neither checked nor not.
 */
mixed: boolean, visible: boolean, enabled: boolean, editable: boolean, focused: boolean, bounds: [number, number, number, number], role: string, 
/**
 * It is not painted itself but takes the keys for what is painted around it, whose text is its value.
 */
proxy: Proxy | null, 
/**
 * The page or the browser says that it holds nothing valid; what it says, if anything.
 */
invalid: string | null, 
/**
 * Of a slider or spinner that is no `<input>`: where it stands, and its smallest and largest value.
 */
range: [number, number, number] | null, 
/**
 * Enter does not begin another line.
 */
one_line: boolean, 
/**
 * What it is and how it is, the browser alone may know; this is what was known of it last.
 */
speaks: boolean, };

export type Scrolled = { 
/**
 * Whether anything moved.
 */
moved: boolean, 
/**
 * Offset and largest possible offset along the axis scrolled.
 */
position: number, max: number, 
/**
 * How much of it is in view at once.
 */
visible: number, };

export type Described = { node: number | null, role: string, name: string, };

export type PageCommand = { "kind": "snapshot", 
/**
 * Collection stops at this many nodes and says so.
 */
max_nodes: number, 
/**
 * In a large document, what is far from the viewport is only counted, as nodes of the role `more`.
 */
near: boolean, } | { "kind": "inspect", node: number, 
/**
 * Where that needs neither scrolling nor waiting, the element is aimed at too, and armed for a moment.
 */
aim: boolean, } | { "kind": "aim", node: number, 
/**
 * The element is armed as by `Arm` as soon as there is such a point.
 */
arm: boolean, 
/**
 * Where nothing has moved for a while, the element is not watched for a frame.
 */
hasty: boolean, purpose: Purpose, } | { "kind": "reveal", node: number, } | { "kind": "outward", node: number, x: number, y: number, } | { "kind": "at", x: number, y: number, } | { "kind": "dragging", } | { "kind": "focus", node: number, caret: Caret, } | { "kind": "set_value", node: number, value: string, } | { "kind": "select", node: number, values: Array<string>, } | { "kind": "options", node: number, } | { "kind": "state", node: number, } | { "kind": "scroll", node: number | null, direction: ScrollDirection, 
/**
 * Pixels; absent means 70 % of the visible part.
 */
amount: number | null, } | { "kind": "read", node: number | null, longest: number, } | { "kind": "records", node: number | null, part: RowsPart, } | { "kind": "source", node: number, attribute: string | null, } | { "kind": "has_spinners", node: number, } | { "kind": "focused", } | { "kind": "next_frame", } | { "kind": "pixel_ratio", } | { "kind": "has_text", text: string, there: boolean, max_ms: number, } | { "kind": "arm", node: number | null, } | { "kind": "let_go", } | { "kind": "disarm", } | { "kind": "settle" } & Settling | { "kind": "pressed", 
/**
 * As in [`Settling`], which was asked too early to know.
 */
answered_ms: number | null, 
/**
 * Without it the answer tells where the events went and nothing else.
 */
wait: boolean, };

export type ListenerGroup = { 
/**
 * Types of events, with a space between them.
 */
events: string, 
/**
 * How many of the objects belong to this group.
 */
elements: number, };

export type ObjectCommand = { "kind": "shadow_candidates", } | { "kind": "internals_candidates", } | { "kind": "element", node: number, } | { "kind": "document", most_elements: number, } | { "kind": "number_of", } | { "kind": "adopt_roots", } | { "kind": "add_listeners", groups: Array<ListenerGroup>, } | { "kind": "apply_internals", attributes: Array<{ [key in string]: string }>, };

export type PageReply = { "kind": "snapshot" } & PageSnapshot | { "kind": "inspected" } & PageFacts | { "kind": "aimed" } & Aimed | { "kind": "at" } & At | { "kind": "state" } & ElementState | { "kind": "options" } & PageOptions | { "kind": "scrolled" } & Scrolled | { "kind": "text", text: string, } | { "kind": "records" } & PageRecords | { "kind": "has", has: boolean, } | { "kind": "number", node: number | null, } | { "kind": "pixel_ratio", ratio: number, } | { "kind": "disarmed" } & Disarmed | { "kind": "settled" } & Settled | { "kind": "done", } | { "kind": "error", code: PageErrorCode, message: string, by: Described | null, };
