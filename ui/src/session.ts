// The key of this dashboard: a code in the address is exchanged for a session's token, which this tab keeps.
//
// A cookie would be sent to every server of this machine, whatever its port; a token in a header goes to ours only.

const PLACE = 'webhand-session';

export function sessionToken(): string | null {
  return sessionStorage.getItem(PLACE);
}

export function forgetSession(): void {
  sessionStorage.removeItem(PLACE);
}

/** Exchanges the code in the address, if there is one. Returns whether this tab has a token now. */
export async function enter(): Promise<boolean> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return sessionToken() !== null;
  history.replaceState(null, '', '#/');
  const response = await fetch('/api/v1/session', { method: 'POST', headers: { Authorization: `Bearer ${code}` } });
  if (!response.ok) return sessionToken() !== null;
  const { token } = (await response.json()) as { token: string };
  sessionStorage.setItem(PLACE, token);
  return true;
}
