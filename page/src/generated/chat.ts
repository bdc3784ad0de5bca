// Generated from webhand-wire by `make generate`; do not edit.

export type ChatEditor = "any" | "textarea" | "prosemirror" | "lexical" | "quill" | "editable";

export type ChatSendKey = "enter" | "ctrl_enter" | "by_setting" | "none";

export type ChatRole = "composer" | "composer_area" | "send" | "stop" | "user_turn" | "user_text" | "assistant_turn" | "answer" | "code" | "code_text" | "thinking" | "end_mark" | "busy_mark" | "chip" | "chip_remove" | "signed_out" | "limit" | "blocked" | "failed" | "dialog";

export type ChatCandidate = { 
/**
 * A selector; only elements that are painted fit.
 */
css: string, 
/**
 * The element's text or label contains one of these words, in any case.
 */
words: Array<string>, 
/**
 * The address of the page contains this text.
 */
address: string, 
/**
 * The title of the page contains this text.
 */
page_title: string, 
/**
 * When it was seen on the site: `2026-08`, or `learned`.
 */
seen: string, };

export type ChatAdapter = { 
/**
 * The name in `chat-tab:NAME`.
 */
name: string, 
/**
 * The name that a person knows.
 */
title: string, 
/**
 * The date when it was last compared with the site, as `2026-08-14`.
 */
checked: string, 
/**
 * The hosts of the site, without port. Empty for an adapter that fits any host.
 */
hosts: Array<string>, 
/**
 * The address of a new, empty chat.
 */
new_chat: string, editor: ChatEditor, send_key: ChatSendKey, 
/**
 * The key in the page's `localStorage` whose text contains [`Self::ctrl_enter_mark`] where Ctrl+Enter sends.
 */
send_key_setting: string, ctrl_enter_mark: string, 
/**
 * The most characters of one paste; a longer one becomes an attachment. 0 if there is no such limit.
 */
paste_limit: number, 
/**
 * The most characters of a message.
 */
message_limit: number, 
/**
 * The sentence about automated use that a person reads before the site is switched on.
 */
terms: string, 
/**
 * The element that is written into.
 */
composer: Array<ChatCandidate>, 
/**
 * The element around the composer, its buttons and its attachments. Without a candidate that fits: the composer's form,
 * or its nearest ancestor with a button in it.
 */
composer_area: Array<ChatCandidate>, 
/**
 * The button that sends; looked for in the composer area first.
 */
send: Array<ChatCandidate>, 
/**
 * The button that stops an answer; looked for in the composer area only.
 */
stop: Array<ChatCandidate>, 
/**
 * The container of a message of the person.
 */
user_turn: Array<ChatCandidate>, 
/**
 * The text of that message, inside the container; the container itself if none fits.
 */
user_text: Array<ChatCandidate>, 
/**
 * The container of an answer, with its action bar and its thinking.
 */
assistant_turn: Array<ChatCandidate>, 
/**
 * The text of an answer, inside the container; the container itself if none fits. All elements of the first candidate
 * that fits are read, in their order.
 */
answer: Array<ChatCandidate>, 
/**
 * A code block, inside the answer.
 */
code: Array<ChatCandidate>, 
/**
 * The element that holds the lines of a code block, inside the block; the block itself if none fits.
 */
code_text: Array<ChatCandidate>, 
/**
 * Regions of a turn that are never read: thinking, headings for screen readers, buttons.
 */
thinking: Array<ChatCandidate>, 
/**
 * Marks on or inside a turn that stand there only when the answer is over.
 */
end_mark: Array<ChatCandidate>, 
/**
 * Marks on or inside a turn, or in the composer area, that stand there only while the answer is under way.
 */
busy_mark: Array<ChatCandidate>, 
/**
 * An attachment, in the composer area.
 */
chip: Array<ChatCandidate>, 
/**
 * The button that removes an attachment, inside it.
 */
chip_remove: Array<ChatCandidate>, 
/**
 * Marks of a page that nobody is signed in to. They count even if a composer is visible.
 */
signed_out: Array<ChatCandidate>, 
/**
 * Marks of a reached limit. The text of the found element is reported.
 */
limit: Array<ChatCandidate>, 
/**
 * Marks of a page that stops automated use or asks for a proof that a person is there.
 */
blocked: Array<ChatCandidate>, 
/**
 * Marks of an answer or a request that failed. The text of the found element is reported.
 */
failed: Array<ChatCandidate>, 
/**
 * Dialogs that only the person answers: consent, "discard changes?". The text of the found element is reported.
 */
dialog: Array<ChatCandidate>, };

export type WritePlace = "replace" | "end";

export type WriteWay = "setter" | "paste" | "insert";

export type SendWay = "button" | "key";

export type LearnStep = "begin" | "read" | "end";

export type ChatCommand = { "kind": "probe", } | { "kind": "read_composer", } | { "kind": "write", text: string, place: WritePlace, way: WriteWay, 
/**
 * At most 5,000.
 */
settle_ms: number, } | { "kind": "clear", settle_ms: number, } | { "kind": "remove_chips", keep: number, settle_ms: number, } | { "kind": "focus", } | { "kind": "send", way: SendWay, } | { "kind": "watch", mark: string, seen: number | null, max_ms: number, } | { "kind": "learn", step: LearnStep, };

export type ChatCall = { adapter: ChatAdapter, command: ChatCommand, };

export type ChatErrorCode = "no_composer" | "no_send" | "send_disabled" | "wrong_way" | "no_removal" | "bad_call" | "internal";

export type ChatPageState = { "kind": "blocked", text: string, } | { "kind": "signed_out", } | { "kind": "limit", 
/**
 * The text of the dialog or banner, at most 500 characters; an hour or date in it is read by the brain.
 */
text: string, } | { "kind": "dialog", text: string, } | { "kind": "changed", } | { "kind": "failed", text: string, } | { "kind": "ready", };

export type ProbedRole = { role: ChatRole, candidates: number, 
/**
 * How many of the candidates fit.
 */
fitting: number, 
/**
 * How many elements the first fitting one finds.
 */
elements: number, };

export type ProbeReport = { 
/**
 * One entry for each role that has candidates, in the order of [`ChatRole`].
 */
roles: Array<ProbedRole>, state: ChatPageState, 
/**
 * The kind of the composer that was found; `any` without one.
 */
editor: ChatEditor, address: string, 
/**
 * Whether the document is hidden.
 */
hidden: boolean, language: string, };

export type SendControl = "absent" | "disabled" | "enabled";

export type ComposerReading = { 
/**
 * Paragraphs and line breaks as `\n`, without placeholder and without the empty last paragraph of an editor.
 */
text: string, 
/**
 * The number of attachments.
 */
chips: number, send: SendControl, editor: ChatEditor, 
/**
 * Whether a stop control stands in the composer area.
 */
stop: boolean, state: ChatPageState, hidden: boolean, };

export type UserTurn = { 
/**
 * Whether no other user turn stands behind it.
 */
newest: boolean, 
/**
 * The number of characters of its text.
 */
length: number, 
/**
 * The first and last characters, at most 200 each.
 */
head: string, tail: string, };

export type AnswerBlockKind = "text" | "code" | "quote";

export type AnswerBlock = { kind: AnswerBlockKind, 
/**
 * The language that the page names for a code block; empty if none.
 */
language: string, 
/**
 * A code block line by line, without its header; other blocks as their visible text.
 */
text: string, 
/**
 * Whether all of it is there; an editor may hold only the lines that are visible.
 */
whole: boolean, };

export type EndMark = "unknown" | "absent" | "there";

export type AssistantTurn = { 
/**
 * What the answer shows, without thinking; at most 200 blocks and 200,000 characters.
 */
blocks: Array<AnswerBlock>, end_mark: EndMark, 
/**
 * Whether a busy mark is there.
 */
busy_mark: boolean, 
/**
 * Whether there is thinking in the turn.
 */
thinking: boolean, };

export type TurnReading = { 
/**
 * Another number whenever anything of this reading but `quiet_ms` is another; for `Watch { seen }`.
 */
revision: number, 
/**
 * The number of user turns on the page, also of those that are not painted.
 */
user_turns: number, 
/**
 * The newest user turn that contains the mark.
 */
user: UserTurn | null, 
/**
 * The newest answer behind that user turn, and before any other user turn.
 */
assistant: AssistantTurn | null, 
/**
 * Whether a stop control stands in the composer area.
 */
stop: boolean, 
/**
 * The milliseconds since the text of the answer, its marks or the stop control last changed.
 */
quiet_ms: number, state: ChatPageState, address: string, hidden: boolean, };

export type LearnedRole = { role: ChatRole, candidates: Array<ChatCandidate>, };

export type ChatReply = { "kind": "probed" } & ProbeReport | { "kind": "composer" } & ComposerReading | { "kind": "turns" } & TurnReading | { "kind": "learned", roles: Array<LearnedRole>, 
/**
 * Whether a message was sent since `Begin`, as far as the script saw it.
 */
sent: boolean, } | { "kind": "done", } | { "kind": "error", code: ChatErrorCode, message: string, };
