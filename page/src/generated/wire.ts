// Generated from webhand-wire by `make generate`; do not edit.

export type Purpose = "press" | "point" | "drop";

export type Caret = "keep" | "all" | "end";

export type Proxy = "editor" | "terminal";

export type PageOptions = { 
/**
 * The present choice, as the control and its nearest surroundings show it.
 */
shows: string, 
/**
 * Present if the control is a field for which the browser suggests these texts.
 */
suggested: Array<string> | null, 
/**
 * The field whose text narrows the options.
 */
field: number | null, 
/**
 * The focused field, if it is another one: a search field in the list may get the focus when the list opens.
 */
focused: number | null, 
/**
 * The visible options.
 */
options: Array<PageOption>, };

export type PageOption = { node: number, name: string, selected: boolean, disabled: boolean, };

export type ScrollDirection = "up" | "down" | "left" | "right" | "top" | "bottom";

export type PageFieldKind = "none" | "text" | "password" | "one_time_code" | "card" | "file" | "choice";

export type PageErrorCode = "stale" | "unknown" | "not_visible" | "covered" | "moving" | "disabled" | "changed" | "not_editable" | "wrong_kind" | "no_option" | "internal";

export type PageNode = { depth: number, 
/**
 * An ARIA role, or `text` for loose text, or `iframe`.
 */
role: string, name?: string, 
/**
 * Present on nodes that an action can target, and on every `<iframe>`.
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
 * The resolved address of a link; a link to a part of the same document begins with `#`.
 */
href?: string, 
/**
 * `focused`, `checked`, `checked=mixed`, `disabled`, `expanded=false`, `selected`, `pressed`, `required`,
 * `readonly`, `invalid`, `multiline`, `level=2`, `guessed`, `filled` …
 */
states?: Array<string>, 
/**
 * The value of a field. Never present on password and one-time-code fields, which have the state `filled` instead.
 */
value?: string, 
/**
 * On a node with a document of its own: x and y of that document's origin, and its horizontal and vertical scale.
 */
content?: [number, number, number, number], 
/**
 * The number of the element that receives every click meant for this one; 0 if that element has no number.
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
 * How many elements may hold a closed shadow root, which only the browser knows; absent when none is new.
 */
suspects?: number, 
/**
 * How many custom elements may have set ARIA values by `ElementInternals`, which only the browser knows; absent when
 * none is to be queried.
 */
speakers?: number, };

export type FormFieldKind = "plain" | "hidden" | "password" | "one_time_code" | "card" | "file";

export type FormField = { name: string, 
/**
 * The value as it is sent; of a file its name.
 */
value: string, kind: FormFieldKind, 
/**
 * The size of a file in bytes; `None` where no file is chosen.
 */
size: number | null, };

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
 * The media type of its body, with `formenctype` taken into account.
 */
encoding: string, 
/**
 * In the order of form data; at most 2,000, with at most a million characters together.
 */
fields: Array<FormField>, 
/**
 * The place of the inspected element in `fields`.
 */
own_field: number | null, 
/**
 * Everything that will be sent is in `fields`.
 */
complete: boolean, 
/**
 * The names of fields because of which the browser will not send the form; at most ten.
 */
invalid: Array<string>, };

export type Accessible = { role: string, name: string, description: string, };

export type PageFacts = { role: string, name: string, field: PageFieldKind, 
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
enter_submits: boolean, form: FormFacts | null, bounds: [number, number, number, number] | null, accessible: Accessible, 
/**
 * What makes the element mean something else than at the last look, as the end of a sentence about it.
 */
changed: string | null, aimed: Aimed | null, };

export type PageField = { names: Array<string>, text: string, href?: string, 
/**
 * The text has several parts, which follow as fields of their own where they have names.
 */
mixed?: boolean, };

export type PageRecord = { 
/**
 * The page's own identifier of the record, or empty.
 */
key: string, 
/**
 * The offset of its beginning in its scroller's content.
 */
at: number, fields: Array<PageField>, };

export type PageRecordSet = { title: string, records: Array<PageRecord>, };

export type PageRecords = { 
/**
 * Facts about the page's one subject.
 */
facts: PageRecord, sets: Array<PageRecordSet>, 
/**
 * The element that scrolls the requested rows, if it is not the page.
 */
scroller: number | null, 
/**
 * How many rows to skip to read on, if there are more than are read at once.
 */
next: number | null, 
/**
 * How far to scroll to reach the rows after the last one that follows those in view without a gap; `None` if no row is
 * in view or after it.
 */
ahead: number | null, 
/**
 * The control that loads further rows: the next page, or more of them.
 */
more: Described | null, };

export type RowsPart = { 
/**
 * How many rows to skip.
 */
skip: number, 
/**
 * Leaves out rows far above the viewport.
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
 * A whole click reached the element, or all of its events until the element was removed.
 */
clicked: boolean, 
/**
 * The element that the first withheld event would have reached.
 */
instead: Described | null, 
/**
 * The target had not moved then, so `instead` covers it.
 */
covered: boolean, 
/**
 * One-character fields beside it to which the page moved the focus after a key, and which received the next one.
 */
along: Array<number>, 
/**
 * What makes the element mean something else than when its facts were read, as the end of a sentence about it; later
 * events were withheld.
 */
changed: string | null, };

export type Looking = { max_nodes: number, near: boolean, };

export type SettleReason = "first" | "ahead" | "again" | "unseen";

export type SignScope = "brought" | "all";

export type BusySign = "marked" | "progress" | "animation" | "disabled" | "text" | "cursor";

export type Busy = { sign: BusySign, 
/**
 * The sign stayed until the bound; it is not waited for again.
 */
outlasted: boolean, };

export type Reaction = "impossible" | "none" | "some" | "repeated";

export type Settling = { max_ms: number, 
/**
 * The least time for a document with scripts to show anything: an application that renders itself has not settled
 * before.
 */
blank_ms: number, 
/**
 * How long ago the newest response arrived that the document requested since the input.
 */
answered_ms: number | null, 
/**
 * The script knows every event listener of this document.
 */
heard: boolean, 
/**
 * Ends `Arm` first, and does not wait if the events went elsewhere.
 */
disarm: boolean, 
/**
 * The mouse does not move after the press, so the hovered element stays the same.
 */
rests: boolean, asked: SettleReason, signs: SignScope, 
/**
 * Takes a snapshot in the same call, as by `Snapshot`.
 */
look: Looking | null, };

export type Settled = { 
/**
 * The document settled in time.
 */
quiet: boolean, 
/**
 * The document keeps changing by itself; the end of that was not awaited.
 */
stream: boolean, reaction: Reaction, 
/**
 * The page still looks busy.
 */
busy: Busy | null, 
/**
 * Nothing can have changed since the last look, so no new one was taken.
 */
same: boolean, 
/**
 * Where the events went, if that was requested.
 */
disarmed: Disarmed | null, 
/**
 * The snapshot taken then, if one was requested.
 */
seen?: PageSnapshot, };

export type ElementState = { tag: string, 
/**
 * The `type` of an `<input>`, else empty.
 */
input_type: string, text: string, value: string | null, 
/**
 * The field holds a secret, and `value` is a placeholder for it. An empty field holds none.
 */
secret: boolean, checked: boolean | null, 
/**
 * Neither checked nor not.
 */
mixed: boolean, visible: boolean, enabled: boolean, editable: boolean, focused: boolean, bounds: [number, number, number, number], role: string, 
/**
 * Set if the element is not painted itself but receives the keys for a painted editor, whose text is its value.
 */
proxy: Proxy | null, 
/**
 * Present if the page or the browser calls the value invalid; the message, if there is one.
 */
invalid: string | null, 
/**
 * Of a slider or spinner that is no `<input>`: its present, smallest and largest value.
 */
range: [number, number, number] | null, 
/**
 * Enter does not insert a line break.
 */
one_line: boolean, 
/**
 * What an editor holds that plain text cannot say, in words: `bold`, `links`.
 */
formats: Array<string>, 
/**
 * The element may have set ARIA values by `ElementInternals`, which only the browser knows; the other fields hold those
 * known last.
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
 * The visible length along that axis.
 */
visible: number, };

export type Described = { node: number | null, role: string, name: string, 
/**
 * The button that closes the element, if it covers another.
 */
closer?: Described, };

export type PageCommand = { "kind": "snapshot", 
/**
 * Collection stops at this many nodes and says so.
 */
max_nodes: number, 
/**
 * In a large document, elements far from the viewport are only counted, as nodes of the role `more`.
 */
near: boolean, } | { "kind": "inspect", node: number, 
/**
 * Also aims at the element and arms it for a moment, if that needs neither scrolling nor waiting.
 */
aim: boolean, } | { "kind": "aim", node: number, 
/**
 * Arms the element as by `Arm` as soon as there is such a point.
 */
arm: boolean, 
/**
 * Skips watching the element for a frame if nothing has moved for a while.
 */
hasty: boolean, purpose: Purpose, } | { "kind": "reveal", node: number, } | { "kind": "outward", node: number, x: number, y: number, } | { "kind": "at", x: number, y: number, } | { "kind": "dragging", } | { "kind": "focus", node: number, caret: Caret, } | { "kind": "set_value", node: number, value: string, } | { "kind": "select", node: number, values: Array<string>, } | { "kind": "options", node: number, } | { "kind": "state", node: number, } | { "kind": "scroll", node: number | null, direction: ScrollDirection, 
/**
 * Pixels; absent means 70 % of the visible part.
 */
amount: number | null, } | { "kind": "read", node: number | null, longest: number, } | { "kind": "records", node: number | null, part: RowsPart, } | { "kind": "source", node: number, attribute: string | null, } | { "kind": "has_spinners", node: number, } | { "kind": "file_field", node: number, } | { "kind": "focused", } | { "kind": "next_frame", } | { "kind": "pixel_ratio", } | { "kind": "has_text", text: string, there: boolean, max_ms: number, } | { "kind": "arm", node: number | null, 
/**
 * Keys may follow the focus to an element that the page creates meanwhile, as a grid does for the cell that is typed into.
 */
follow: boolean, } | { "kind": "let_go", } | { "kind": "disarm", } | { "kind": "settle" } & Settling | { "kind": "pressed", 
/**
 * As in [`Settling`], which was sent before this was known.
 */
answered_ms: number | null, 
/**
 * Whether to wait; otherwise the answer only says where the events went.
 */
wait: boolean, };

export type ListenerGroup = { 
/**
 * Event types, separated by spaces.
 */
events: string, 
/**
 * How many of the objects belong to this group.
 */
elements: number, };

export type ObjectCommand = { "kind": "shadow_candidates", } | { "kind": "internals_candidates", } | { "kind": "element", node: number, } | { "kind": "document", most_elements: number, } | { "kind": "number_of", } | { "kind": "adopt_roots", } | { "kind": "add_listeners", groups: Array<ListenerGroup>, } | { "kind": "apply_internals", attributes: Array<{ [key in string]: string }>, };

export type PageReply = { "kind": "snapshot" } & PageSnapshot | { "kind": "inspected" } & PageFacts | { "kind": "aimed" } & Aimed | { "kind": "at" } & At | { "kind": "state" } & ElementState | { "kind": "options" } & PageOptions | { "kind": "scrolled" } & Scrolled | { "kind": "text", text: string, } | { "kind": "records" } & PageRecords | { "kind": "has", has: boolean, } | { "kind": "number", node: number | null, } | { "kind": "pixel_ratio", ratio: number, } | { "kind": "disarmed" } & Disarmed | { "kind": "settled" } & Settled | { "kind": "done", } | { "kind": "error", code: PageErrorCode, message: string, by: Described | null, };
