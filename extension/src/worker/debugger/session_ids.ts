// The names of sessions and requests towards the engine. They carry the tab and the browser's own id, so that a worker that
// was started anew understands them without remembering anything.

/** A session of `chrome.debugger`: a tab, or a frame or worker of it. */
export interface DebuggerSession {
  readonly tabId: number;
  readonly sessionId?: string;
}

/** `t7` for a tab, `t7/ABC` for the session ABC of a frame or worker of it. */
export function sessionName({ tabId, sessionId }: DebuggerSession): string {
  return sessionId === undefined ? `t${tabId}` : `t${tabId}/${sessionId}`;
}

export function readSession(name: string): DebuggerSession | undefined {
  const [, tab, sessionId] = /^t(\d+)(?:\/(.+))?$/.exec(name) ?? [];
  if (tab === undefined) return undefined;
  return sessionId === undefined ? { tabId: Number(tab) } : { tabId: Number(tab), sessionId };
}

/** A paused request: the ids of different sessions may be the same. */
export function requestName(session: DebuggerSession, request: string): string {
  return `${sessionName(session)}|${request}`;
}

export function readRequest(name: string): { session: DebuggerSession; request: string } | undefined {
  const at = name.indexOf('|');
  const session = at < 0 ? undefined : readSession(name.slice(0, at));
  return session === undefined ? undefined : { session, request: name.slice(at + 1) };
}
