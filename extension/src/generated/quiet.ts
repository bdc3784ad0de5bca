// Generated from webhand-wire by `make generate`; do not edit.

export type QuietMouseStep = "moved" | "pressed" | "released";

export type QuietMouse = { step: QuietMouseStep, x: number, y: number, 
/**
 * As in `MouseEvent.button`.
 */
button: number, 
/**
 * Those held down, as in `MouseEvent.buttons`.
 */
buttons: number, clicks: number, 
/**
 * Keys held down: 1 alt, 2 control, 4 meta, 8 shift.
 */
modifiers: number, };

export type QuietKeyStep = "down" | "up";

export type QuietKey = { step: QuietKeyStep, key: string, code: string, key_code: number, location: number, modifiers: number, repeat: boolean, 
/**
 * What the key types; empty for one that types nothing.
 */
text: string, };

export type QuietInput = { "input": "mouse" } & QuietMouse | { "input": "wheel", x: number, y: number, delta_x: number, delta_y: number, } | { "input": "key" } & QuietKey | { "input": "text", text: string, };

export type QuietFile = { name: string, media_type: string, 
/**
 * In base64.
 */
bytes: string, };

export type QuietDocument = { tab: number, frame: number, parent: number | null, document: string, url: string, origin: string, media_type: string, 
/**
 * The document can be used.
 */
is_interactive: boolean, };

export type QuietNavigation = { tab: number, 
/**
 * 0 is the top frame.
 */
frame: number, parent: number | null, document: string | null, url: string, 
/**
 * The person or a script went back or forward in the history.
 */
in_history: boolean, };

export type QuietFormEntry = { name: string, 
/**
 * The name of the file where it is one.
 */
value: string, is_file: boolean, };

export type QuietBodyPart = { 
/**
 * In base64.
 */
bytes: string | null, };

export type QuietBody = { "form": "fields", entries: Array<QuietFormEntry>, is_multipart: boolean, } | { "form": "bytes", parts: Array<QuietBodyPart>, } | { "form": "unknown", };

export type QuietRequest = { 
/**
 * Redirects keep it.
 */
id: string, 
/**
 * Absent for what workers send.
 */
tab: number | null, 
/**
 * The frame that sends it, or that the document is loaded into.
 */
frame: number | null, parent: number | null, 
/**
 * The origin of the document that sends it.
 */
initiator: string | null, 
/**
 * As in `webRequest.ResourceType`.
 */
resource: string, method: string, url: string, 
/**
 * The status of the answer that led here, when it goes on after a redirect.
 */
redirect_status: number | null, body: QuietBody | null, 
/**
 * `QuietCommand::AllowOnce` lets it through.
 */
is_allowed: boolean, };

export type QuietStoppedForm = { tab: number, frame: number, document: string, 
/**
 * The number under which the document keeps it.
 */
form: number, method: string, url: string, 
/**
 * `application/x-www-form-urlencoded`, `multipart/form-data` or `text/plain`.
 */
media_type: string, entries: Array<QuietFormEntry>, };

export type QuietEvent = { "kind": "tab_opened", tab: number, opener: number | null, url: string, } | { "kind": "tab_closed", tab: number, } | { "kind": "tab_named", tab: number, title: string, url: string, } | { "kind": "navigation_started" } & QuietNavigation | { "kind": "committed" } & QuietNavigation | { "kind": "within_document" } & QuietNavigation | { "kind": "interactive" } & QuietNavigation | { "kind": "load_failed", place: QuietNavigation, 
/**
 * The browser's name of the error: `net::ERR_NAME_NOT_RESOLVED`.
 */
error: string, } | { "kind": "frame_removed", tab: number, frame: number, } | { "kind": "started" } & QuietDocument | { "kind": "request_started" } & QuietRequest | { "kind": "request_answered", id: string, status: number, media_type: string, } | { "kind": "request_finished", id: string, } | { "kind": "request_failed", id: string, error: string, } | { "kind": "form_stopped" } & QuietStoppedForm;

export type QuietCommand = { "kind": "ping", } | { "kind": "open", } | { "kind": "adopt", tab: number, } | { "kind": "close", tab: number, } | { "kind": "activate", tab: number, } | { "kind": "leave", } | { "kind": "inject", tab: number, frame: number | null, } | { "kind": "navigate", tab: number, url: string, } | { "kind": "reload", tab: number, } | { "kind": "step", tab: number, back: boolean, } | { "kind": "stop_loading", tab: number, } | { "kind": "ask", tab: number, document: string, command: string, } | { "kind": "open_roots", tab: number, document: string, } | { "kind": "frame_owner", tab: number, parent: string, child: string, } | { "kind": "input", tab: number, document: string, input: QuietInput, } | { "kind": "layout", tab: number, document: string, } | { "kind": "capture", tab: number, } | { "kind": "set_files", tab: number, document: string, node: number, files: Array<QuietFile>, } | { "kind": "guard", tab: number, } | { "kind": "send_form", tab: number, document: string, form: number, } | { "kind": "drop_form", tab: number, document: string, form: number, } | { "kind": "allow_once", tab: number, method: string, url: string, } | { "kind": "end_allow", };

export type QuietReply = { "kind": "done", } | { "kind": "tab", tab: number, } | { "kind": "documents", documents: Array<QuietDocument>, } | { "kind": "answer", text: string, } | { "kind": "number", node: number | null, } | { "kind": "count", count: number, } | { "kind": "inside", node: number, x: number, y: number, } | { "kind": "layout", page: [number, number], client: [number, number], content: [number, number], } | { "kind": "picture", jpeg: string, 
/**
 * How many pixels of the picture a CSS pixel has.
 */
ratio: number, } | { "kind": "gone", } | { "kind": "needs_debugger", why: string, };
