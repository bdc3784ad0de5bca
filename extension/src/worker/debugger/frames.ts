// Commands and their answers as the engine writes them: the flat form of the Chrome DevTools Protocol.

/** A command of the engine. Without a session it is for the browser as a whole. */
export interface Command {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
  readonly sessionId?: string;
}

export type Params = Readonly<Record<string, unknown>>;

/** Why a command was refused, in the browser's terms. */
export class CommandError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Chromium's code for a session that is gone. */
export const NO_SUCH_SESSION = -32001;
const SERVER_ERROR = -32000;

/** `chrome.debugger` rejects with the protocol's error as JSON, or with a sentence of its own. */
export function commandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const text = error instanceof Error ? error.message : String(error);
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    if (typeof message === 'string') return new CommandError(typeof code === 'number' ? code : SERVER_ERROR, message);
  } catch {
    // A sentence.
  }
  const isGone = /not attached|No tab with|Session with given id not found|Detached while/i.test(text);
  return new CommandError(isGone ? NO_SUCH_SESSION : SERVER_ERROR, text);
}

export function replyFrame(command: Command, result: unknown): string {
  return JSON.stringify({ id: command.id, result: result ?? {}, sessionId: command.sessionId });
}

export function errorFrame(command: Command, error: unknown): string {
  const { code, message } = commandError(error);
  return JSON.stringify({ id: command.id, error: { code, message }, sessionId: command.sessionId });
}

export function eventFrame(method: string, params: unknown, sessionId?: string): string {
  return JSON.stringify({ method, params, sessionId });
}
