// The requests to the part `chat` of the worker. A chat of a run is named by the run and the brain; each has at most one tab.
// A tab that the person gives for a brain is named by the brain alone, until a run takes it.

/** A request of the engine to a chat page; see `ChatPage` in webhand-port. */
export type ChatRequest =
  /** Shows the address in the chat's tab; opens a tab if there is none. A tab that shows it already stays as it is. */
  | { readonly do: 'open'; readonly chat: string; readonly address: string }
  /** Sends the script in the page one call, the JSON of a `ChatCall`. */
  | { readonly do: 'call'; readonly chat: string; readonly call: string; readonly within_ms: number }
  /** The person gives this tab to the chat. */
  | { readonly do: 'assign'; readonly chat: string; readonly tab: number }
  /** All chats of a run give their tabs back. */
  | { readonly do: 'leave'; readonly run: string }
  /** The tab goes back to the person and stays open. Without a name, all of them. */
  | { readonly do: 'release'; readonly chat: string | null }
  | { readonly do: 'list' };

/** The name of a run's chat; `brain` is as in `chat-tab:NAME`. */
export const chatName = (run: string, brain: string): string => `${run} ${brain}`;

/** Whether a chat is one of this run. */
export const isOfRun = (chat: string, run: string): boolean => chat.startsWith(`${run} `);

/** The run of a chat; null for a tab that no run has taken yet. */
export const runOf = (chat: string): string | null => (chat.includes(' ') ? chat.slice(0, chat.indexOf(' ')) : null);

/** The brain of a run's chat, or of a tab that no run has taken yet. */
export const brainOf = (chat: string): string => chat.slice(chat.indexOf(' ') + 1);

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
