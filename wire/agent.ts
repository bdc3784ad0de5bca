// Generated from webhand-wire by `make generate`; do not edit.

/** What each request takes. */
export interface Commands {
  /** Look at the page: its elements with their refs. */
  snapshot: { scope?: string; budget?: number; delta?: boolean; boxes?: boolean };
  /** Take a picture of the page. */
  screenshot: { ref?: string; full?: boolean; marks?: boolean; region?: [number, number, number, number] };
  /** Keep the page as a PDF among the downloads. */
  pdf: { name?: string };
  /** Read the main content, or one element, as Markdown. */
  read: { ref?: string; tabs?: string[]; offset?: number };
  /** Find elements by text or role, with the path to each. */
  find: { text?: string; role?: string };
  /** Get one thing about the page or an element. */
  get: { what: 'text' | 'value' | 'html' | 'attribute' | 'title' | 'url' | 'count' | 'box'; ref?: string; name?: string };
  /** Check the state of an element. */
  is: { what: 'visible' | 'enabled' | 'checked' | 'focused' | 'editable'; ref: string };
  /** Show what the page wrote to its console. */
  console: Record<string, never>;
  /** Show the page's last requests. */
  network: Record<string, never>;
  /** Wait until something is there or gone; without a condition, until the page rests. */
  wait: { text?: string; gone?: string; url?: string; ref?: string; idle?: boolean; ms?: number };
  /** Click an element. */
  click: { ref: string; button?: 'left' | 'right' | 'middle'; count?: number; modifiers?: ('alt' | 'control' | 'meta' | 'shift')[] };
  /** Double-click an element. */
  dblclick: { ref: string };
  /** Move the mouse over an element. */
  hover: { ref: string };
  /** Put the keyboard focus on an element. */
  focus: { ref: string };
  /** Replace what a field holds. */
  fill: { ref: string; value: string };
  /** Type at the end of a field, key by key. */
  type: { ref?: string; text: string; delay?: number; submit?: boolean };
  /** Empty a field. */
  clear: { ref: string };
  /** Press a key or chord such as Enter or Control+A. */
  press: { key: string; ref?: string; hold?: number };
  /** Choose in a list by value or visible text. */
  select: { ref: string; value?: string; values?: string[] };
  /** Tick a checkbox, switch or radio button. */
  check: { ref: string };
  /** Untick a checkbox or switch. */
  uncheck: { ref: string };
  /** Give files to a file field. */
  upload: { ref: string; files: string[] };
  /** Drag one element onto another. */
  drag: { from: string; to: string };
  /** Scroll the page or a scrollable element. */
  scroll: { ref?: string; direction: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom'; amount?: number };
  /** Click a place on the last screenshot. */
  click_at: { x: number; y: number; button?: 'left' | 'right' | 'middle'; count?: number; modifiers?: ('alt' | 'control' | 'meta' | 'shift')[] };
  /** Move the mouse over a place on the last screenshot. */
  hover_at: { x: number; y: number };
  /** Scroll what lies at a place of the last screenshot. */
  scroll_at: { x: number; y: number; direction: 'up' | 'down' | 'left' | 'right' | 'top' | 'bottom'; amount?: number };
  /** Drag from one place of the last screenshot to another. */
  drag_at: { from: [number, number]; to: [number, number]; via?: [number, number][] };
  /** Press the left mouse button and keep it down, or let it go; in between, it can be moved. */
  mouse: { action: 'down' | 'up'; x?: number; y?: number };
  /** Go to an address; a tab that already shows it is used. */
  open: { url: string; new_tab?: boolean; behind?: boolean };
  /** Go back in the history of the tab. */
  back: Record<string, never>;
  /** Go forward in the history of the tab. */
  forward: Record<string, never>;
  /** Load the page again. */
  reload: Record<string, never>;
  /** List, open, switch to or close tabs. */
  tab: { action: 'new' | 'list' | 'switch' | 'close'; url?: string; tab?: string };
  /** Open a saved tool by its name. */
  open_tool: { name: string };
  /** Answer a dialog the page has opened. */
  dialog: { accept: boolean; text?: string };
  /** List the files downloaded in this run. */
  downloads: Record<string, never>;
  /** Take data from the page as JSON of a given schema. */
  extract: { schema: Record<string, unknown>; instruction?: string };
  /** Scroll a list or table to its end and collect its rows. */
  collect: { ref: string; limit?: number };
  /** Run JavaScript in the page; off unless the person allowed it. */
  eval: { script: string; ref?: string };
  /** Call a tool that the page itself offers. */
  page_tool: { name: string; args?: Record<string, unknown> };
  /** Ask the person a question and wait for the answer. */
  ask: { question: string; options?: string[]; secret?: string };
  /** Give the browser to the person for what only they can do, such as a captcha, a login or a code. */
  hand_over: { what: string };
  /** Keep a short note in the working memory of this run. */
  note: { text: string };
  /** The task is finished. */
  done: { answer: string; evidence?: string[]; partly?: boolean };
  /** The task cannot be done. */
  fail: { reason: string; tried?: string[] };
  /** Show the token; only as the first message, where it was not sent before. */
  auth: { token: string };
  /** Take up the session of a connection that was cut; only before any other request. */
  resume: { key: string; got?: MessageId };
  /** Ask whether anybody is there. Answered at once, before requests that wait. */
  ping: Record<string, never>;
  /** Start a run of the server with a task; `data.value.id` names it. */
  run: { task: string; url?: string; brain?: string; idempotency_key?: string };
  /** Send the events of a run, until it is over. Answered at once; after a cut follow again from the last `seq`. */
  follow: { run: string; after?: number };
  /** Answer what the brain of a run asks; approvals and secrets are for the person. */
  answer: { run: string; question: number; text: string };
  /** List the sessions of the server. */
  sessions: Record<string, never>;
  /** End the session: its tabs are closed and the connection ends. */
  close: Record<string, never>;
}

export type CommandName = keyof Commands;

/** One request, with exactly its own parameters. */
export type Command = {
  [Name in CommandName]: { id?: MessageId; type: Name } & ({} extends Commands[Name]
    ? { params?: Commands[Name] }
    : { params: Commands[Name] });
}[CommandName];

export type JsonValue = number | string | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type MessageId = number | string;

export type AgentRequest = { id?: MessageId | null, type: string, params?: JsonValue, };

export type AgentPicture = { 
/**
 * `image/jpeg`.
 */
mime: string, base64: string, };

export type AgentSession = { name: string, 
/**
 * The key for `resume`.
 */
resume: string, 
/**
 * How many requests have come in so far.
 */
received: number, };

export type AgentData = { 
/**
 * What happened and what changed, in a few lines.
 */
text: string, 
/**
 * The same for programs, where there is something to compute with.
 */
value?: unknown, 
/**
 * What changed beside the target: navigations, tabs, dialogs, downloads.
 */
changes?: Array<JsonValue>, picture?: AgentPicture, 
/**
 * With the first reply on a connection.
 */
session?: AgentSession, };

export type Approval = { id: string, question: string, details?: Array<string>, 
/**
 * The kind of request that the person may allow for the rest of the session, if that is offered.
 */
this_kind?: string | null, 
/**
 * What the person types to allow it.
 */
command: string, };

export type AgentReply = { id: MessageId | null, success: boolean, data?: AgentData, 
/**
 * What went wrong and what to do next, for people and models.
 */
error?: string, 
/**
 * The same in one word, for programs.
 */
code?: string, approval?: Approval, };

export type FollowEnd = "over" | "lost";

export type AgentEvent = { 
/**
 * The id of the run.
 */
run: string, 
/**
 * A `RunEvent` of `/api/v1`.
 */
event?: unknown, end?: FollowEnd, };
