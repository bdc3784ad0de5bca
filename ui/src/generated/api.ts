// Generated from webhand-wire by `make generate`; do not edit.

export type NewRun = { 
/**
 * What is to be done, in plain words.
 */
task: string, 
/**
 * Where to begin.
 */
url?: string, 
/**
 * Who decides: literal, PROVIDER/MODEL or PROVIDER:URL#MODEL. An agent's key may not name a URL.
 */
brain?: string, mode?: RunMode, 
/**
 * Origins where it may read, type and send without asking. Only with the owner's key.
 */
allow?: Array<string>, 
/**
 * Origins where it may read without asking. Only with the owner's key.
 */
allow_read?: Array<string>, limits?: RunLimits, 
/**
 * Runs with a higher priority start first; from -100 to 100.
 */
priority?: number, 
/**
 * The named profile whose log-ins the run uses. Only with the owner's key.
 */
profile?: string, 
/**
 * The same key again returns the run that it started.
 */
idempotency_key?: string, };

export type RunMode = "careful" | "autonomous";

export type RunLimits = { steps?: number, minutes?: number, tokens?: number, 
/**
 * US dollars, such as "0.50".
 */
cost?: string, };

export type StartedRun = { id: string, 
/**
 * False when the idempotency key named a run that was there already.
 */
created: boolean, };

export type RunInfo = { id: string, task: string, state: RunState, 
/**
 * Milliseconds since 1970.
 */
started: number, updated: number, steps: number, tokens: number, 
/**
 * US dollars, in millionths; of the tokens whose price is known.
 */
cost: number, question?: QuestionInfo, outcome?: OutcomeInfo, 
/**
 * How many runs start before this one.
 */
place?: number, 
/**
 * Why the run is parked.
 */
reason?: string, 
/**
 * The rest is known when a run is read by itself.
 */
url?: string, brain?: string, mode?: RunMode, max_steps?: number, };

export type RunState = "queued" | "working" | "waiting" | "taken_over" | "paused" | "parked" | "over";

export type QuestionInfo = { 
/**
 * Repeated in the answer, so that an answer cannot meet another question.
 */
no: number, topic: QuestionTopic, text: string, 
/**
 * What exactly would be sent, where to.
 */
details: Array<string>, 
/**
 * Names and values, uncut as far as they are known.
 */
content: Array<[string, string]>, 
/**
 * Answers to choose from.
 */
options: Array<string>, 
/**
 * The kind that a yes may cover for the rest of the run.
 */
this_kind?: string, };

export type QuestionTopic = "approval" | "brain" | "secret" | "hand_over" | "budget" | "debugger";

export type Answer = { 
/**
 * The `no` of the question.
 */
question: number, answer: AnswerWord, 
/**
 * The words of a `text`, or the secret of a `secret`.
 */
text?: string, };

export type AnswerWord = "yes" | "yes_to_kind" | "no" | "text" | "secret";

export type OutcomeInfo = { kind: OutcomeKind, text: string, evidence: Array<string>, };

export type OutcomeKind = "done" | "partly" | "unproven" | "failed" | "refused" | "in_doubt" | "limit" | "cancelled";

export type RunPage = { runs: Array<RunInfo>, 
/**
 * The `before` of the next page; none after the last.
 */
next?: string, };

export type RunEvent = { seq: number, 
/**
 * Milliseconds on the run's clock.
 */
at: number, 
/**
 * Milliseconds since 1970.
 */
wall: number, what: RunEventKind, };

export type RunEventKind = { "type": "started", task: string, url: string | null, brain: string, mode: RunMode, max_steps: number, } | { "type": "looked", url: string, title: string, 
/**
 * Elements that can be pointed at.
 */
elements: number, 
/**
 * The name of its picture.
 */
picture: string | null, 
/**
 * Width and height of the viewport in CSS pixels.
 */
viewport: [number, number], } | { "type": "thinking" } | { "type": "answered", text: string, calls: Array<unknown>, tokens: number, cost: number, } | { "type": "acting", no: number, action: string, 
/**
 * The action in one line.
 */
text: string, approved_by_person: boolean, 
/**
 * The place of the element that is touched, on the last picture.
 */
touched: TouchedBox | null, } | { "type": "acted", no: number | null, status: string, text: string, picture: string | null, } | { "type": "request", no: number, method: string, url: string, released: boolean, } | { "type": "asked", question: QuestionInfo, } | { "type": "replied", answer: string, by: string | null, } | { "type": "problem", text: string, } | { "type": "noted", word: string, text: string | null, } | { "type": "ended", outcome: OutcomeInfo, } | { "type": "other" };

export type TouchedBox = { x: number, y: number, width: number, height: number, 
/**
 * Role and name of the element.
 */
label: string, 
/**
 * The picture on which it is.
 */
picture: string | null, };

export type EventPage = { events: Array<RunEvent>, 
/**
 * The `after` of the next page; none when these are the last events so far.
 */
next?: number, };

export type Problem = { type: string, title: string, status: number, 
/**
 * What to do next, for people.
 */
detail: string, 
/**
 * The same in one word, for programs; it stays the same in later versions.
 */
code: string, };

export type Health = { 
/**
 * `ok`.
 */
status: string, version: string, working: number, queued: number, 
/**
 * How many runs work at the same time.
 */
limit: number, };

export type ServerInfo = { version: string, 
/**
 * Whether the key is the person's.
 */
owner: boolean, 
/**
 * The brain of runs that name none.
 */
brain: string, 
/**
 * A provider that gets what the pages show, if the usual brain is not on this machine.
 */
sent_to?: string, limit: number, };

export type SessionToken = { token: string, };

export type SettingList = { settings: Array<SettingInfo>, };

export type SettingInfo = { key: string, 
/**
 * What it takes.
 */
doc: string, 
/**
 * As it would be written on a command line; none where the default holds.
 */
value: string | null, };

export type SettingValue = { 
/**
 * None goes back to the default.
 */
value: string | null, };

export type ChatSite = { 
/**
 * Its word in the setting `chat_tabs`.
 */
switch: string, title: string, hosts: Array<string>, 
/**
 * What it says about automated use.
 */
terms: string, };

export type ModelList = { models: Array<ModelInfo>, };

export type ModelInfo = { name: string, 
/**
 * Whether its key is there.
 */
ready: boolean, 
/**
 * Price or place, for people.
 */
about: string, 
/**
 * Only of a chat page that a person can switch on.
 */
chat?: ChatSite, };

export type EventDetails = { event: RunEvent, 
/**
 * The newest look at that moment.
 */
look?: LookDetails, 
/**
 * What the brain was shown, where it was asked in this line.
 */
prompt?: PromptDetails, 
/**
 * What the brain answered, where this line is its answer or asks for it.
 */
answer?: string, 
/**
 * What changed by the action, in words.
 */
changes?: string, 
/**
 * Requests that left with the action.
 */
requests: Array<RequestDetails>, 
/**
 * What the pages wrote to their consoles meanwhile.
 */
console: Array<string>, 
/**
 * The pictures before and after.
 */
picture_before?: string, picture_after?: string, };

export type LookDetails = { 
/**
 * The line of the look.
 */
seq: number, url: string, title: string, text: string, };

export type PromptDetails = { system: string, task: string, 
/**
 * Answers so far with their results, one a line.
 */
turns: Array<string>, notes: Array<string>, 
/**
 * The page as it was shown: whole, or what changed.
 */
page: string, };

export type RequestDetails = { method: string, url: string, 
/**
 * `held`, or what let it go: a word of the journal.
 */
by: string, count: number, };

export type InputBatch = { inputs: Array<InputEvent>, };

export type InputEvent = { "type": "mouse", step: MouseStep, x: number, y: number, button?: MouseButton, 
/**
 * Those held down: 1 left, 2 right, 4 middle.
 */
buttons?: number, clicks?: number, modifiers?: number, } | { "type": "wheel", x: number, y: number, delta_x: number, delta_y: number, } | { "type": "key", 
/**
 * As `KeyboardEvent.key`.
 */
key: string, down: boolean, modifiers?: number, } | { "type": "text", text: string, } | { "type": "dialog", accept: boolean, text?: string, };

export type MouseStep = "move" | "press" | "release";

export type MouseButton = "none" | "left" | "middle" | "right";

export type ScreenDialog = { 
/**
 * `alert`, `confirm`, `prompt` or `beforeunload`.
 */
kind: string, message: string, };

export type KeyList = { keys: Array<KeyInfo>, 
/**
 * Whether there is a keychain to put keys into.
 */
keychain: boolean, };

export type KeyInfo = { provider: string, 
/**
 * Where the key is, in words; none when there is none.
 */
place?: string, };

export type NewKey = { key: string, };

export type BrainChoice = { 
/**
 * As in `NewRun::brain`.
 */
brain: string, };

export type RunAgain = { 
/**
 * As in `NewRun::brain`; the one that the run began with when absent.
 */
brain?: string, };

export type ProfileList = { profiles: Array<ProfileInfo>, };

export type ProfileInfo = { name: string, 
/**
 * It holds the log-ins of a run; else it is the profile of a whole browser.
 */
cookies_only: boolean, in_use: boolean, };

export type ProfileName = { name: string, };

export type PersonWords = { 
/**
 * At most 1,000 characters of it are kept.
 */
text: string, };

export type TaskDraft = { text: string, };

export type IntentInfo = { browser: boolean, 
/**
 * Why not: `declined`, `too_short`, `knowledge` or `unclear`; otherwise `browser`.
 */
why: string, };

export type NewSchedule = { 
/**
 * What the person calls it; the task's text when absent.
 */
name?: string, when: ScheduleTrigger, 
/**
 * The task; it may have no idempotency key.
 */
run: NewRun, };

export type ScheduleTrigger = { "type": "cron", 
/**
 * Minute, hour, day of the month, month and day of the week, such as `0 8 * * mon-fri`; or `@hourly`, `@daily`,
 * `@weekly`, `@monthly`.
 */
expression: string, 
/**
 * A name such as `Europe/Madrid`; the time zone of the server when absent.
 */
zone?: string, } | { "type": "page_change", url: string, 
/**
 * A text that the part contains, such as a heading; the part is the smallest region, table, list or section
 * around it. The whole page when absent.
 */
part?: string, 
/**
 * How often the page is looked at.
 */
every_minutes: number, };

export type ScheduleInfo = { id: string, name: string, when: ScheduleTrigger, run: NewRun, enabled: boolean, 
/**
 * When it is due, in milliseconds since 1970; none while it is off.
 */
next?: number, 
/**
 * The newest run that it began, and when.
 */
last_run?: string, last_begun?: number, 
/**
 * Times that passed while the server was away, since the last begun run.
 */
missed: number, 
/**
 * Why the last time did not begin a run.
 */
problem?: string, };

export type ScheduleList = { schedules: Array<ScheduleInfo>, };

export type ScheduleSwitch = { enabled: boolean, };
