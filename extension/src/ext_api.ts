// The requests of the views to the engine beside `/api/v1`: the JSON of the paths under `/ext`. Types only.

import type { NewRun } from '../../ui/src/generated/api.ts';

/** Quiet works through content scripts, debugger through `chrome.debugger`. */
export type Level = 'quiet' | 'debugger';

/** `POST /api/v1/runs` in the extension. */
export interface NewTabRun extends NewRun {
  readonly level: Level;
  /** The tab to begin in; null for a new one. */
  readonly tab: number | null;
}

/** The tab that the person looks at. */
export interface CurrentTab {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  /** Why it cannot be driven, as a word for the catalogue of texts; null where it can. */
  readonly refused: 'browser_page' | 'store' | 'other_extension' | 'incognito' | 'not_loaded' | 'chat' | null;
}

export interface RunTab {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  /** Empty for a chat that no run uses yet. */
  readonly run: string;
  readonly level: Level;
  /** `brain` is a chat tab that decides; it is never driven like the others. */
  readonly role: 'work' | 'brain';
  /** Whether the run works on this one now. */
  readonly current: boolean;
}

/** `GET /ext/tabs` */
export interface TabList {
  readonly current: CurrentTab | null;
  readonly tabs: readonly RunTab[];
}

/** `POST /ext/tabs` */
export type TabCommand =
  | { readonly do: 'attach'; readonly tab: number; readonly run: string }
  | { readonly do: 'release'; readonly tab: number }
  /** The chat in this tab decides as this brain, such as `chat-tab:chatgpt`. */
  | { readonly do: 'brain'; readonly tab: number; readonly brain: string }
  | { readonly do: 'show'; readonly tab: number };

/** `GET /ext/keys`: no key is ever read back. */
export interface KeyList {
  readonly providers: readonly KeyInfo[];
}

export interface KeyInfo {
  readonly provider: string;
  readonly set: boolean;
  /** An address of one's own; null is the provider's. */
  readonly base_url: string | null;
}

/** `PUT /ext/keys`: a key of null removes it, one that is absent stays. */
export interface KeyChange {
  readonly provider: string;
  readonly key?: string | null;
  readonly base_url?: string | null;
}

/** `POST /ext/keys/test` with `{brain}` such as `openai/gpt-5`. */
export interface KeyTest {
  readonly ok: boolean;
  /** The message of the provider, for people. */
  readonly text: string;
}

/** `POST /ext/chats/learn` with `{brain}` begins it, `GET` says how it stands. */
export interface ChatLearning {
  /** While it is `watching`, the person writes one message in the chat. */
  readonly state: 'idle' | 'watching' | 'learned' | 'failed';
  /** The title of the chat, or why nothing was learned. */
  readonly text: string;
}

/** `GET` and `PUT /ext/server` */
export interface ServerLink {
  /** Stays known while there is no connection. */
  readonly address: string | null;
  readonly state: 'off' | 'connecting' | 'connected' | 'refused';
  readonly paired: boolean;
  /** Why it is refused or not reached. */
  readonly detail: string | null;
}

export interface ServerChange {
  /** The one that is kept, if absent. */
  readonly address?: string;
  readonly connect: boolean;
  /** The short code that `webhand extension pair` printed. */
  readonly code?: string;
}

/** `GET` and `PUT /ext/tools` */
export interface ToolList {
  readonly tools: readonly SavedTool[];
}

export interface SavedTool {
  readonly name: string;
  readonly url: string;
}

/** `POST /ext/disengage` */
export interface Disengaged {
  readonly stopped: number;
}
