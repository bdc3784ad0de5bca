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
  return (await redeem(code)) || sessionToken() !== null;
}

/** Exchanges the owner's key for the token of a session; the key itself is kept nowhere. Returns whether it was taken. */
export async function enterWithKey(key: string): Promise<boolean> {
  const code = await post('/api/v1/session/codes', key);
  return code !== null && (await redeem(code));
}

async function redeem(code: string): Promise<boolean> {
  const token = await post('/api/v1/session', code);
  if (token !== null) sessionStorage.setItem(PLACE, token);
  return token !== null;
}

/** The token that an address answers; none when it refuses this one. */
async function post(path: string, bearer: string): Promise<string | null> {
  const headers = new Headers();
  try {
    headers.set('Authorization', `Bearer ${bearer}`);
  } catch {
    // Text that is no header is no key either.
    return null;
  }
  const response = await fetch(path, { method: 'POST', headers });
  if (!response.ok) return null;
  return ((await response.json()) as { token: string }).token;
}
