// The requests to the part `chat` of the worker. A chat is named as in `chat-tab:NAME`; each has at most one tab.

/** What the engine asks of a chat page; see `ChatPage` in webhand-port. */
export type ChatRequest =
  /** Shows the address in the chat's tab; opens a tab if there is none. A tab that shows it already stays as it is. */
  | { readonly do: 'open'; readonly chat: string; readonly address: string }
  /** Sends the script in the page one call, the JSON of a `ChatCall`. */
  | { readonly do: 'call'; readonly chat: string; readonly call: string; readonly within_ms: number }
  /** The person gives this tab to the chat. */
  | { readonly do: 'assign'; readonly chat: string; readonly tab: number }
  /** The tab goes back to the person and stays open. Without a name, all of them. */
  | { readonly do: 'release'; readonly chat: string | null }
  | { readonly do: 'list' };

/** Why a chat page did not do what it was asked; the words of `ChatPageError`. */
export type ChatFailure = 'gone' | 'reloaded' | 'no_answer' | 'not_opened';

export type ChatReply =
  | { readonly reply: string }
  | { readonly done: true }
  | { readonly chats: readonly ChatTab[] }
  | { readonly failed: ChatFailure; readonly why: string };

export interface ChatTab {
  readonly chat: string;
  readonly tab: number;
  readonly title: string;
  readonly url: string;
}
