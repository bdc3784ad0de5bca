// Stops everything: through the engine, and where it does not answer by the worker, which lets go of all tabs by itself.

import type { Acknowledged } from '../protocol.ts';
import type { PresenceMessage } from '../worker/presence/messages.ts';
import { ext } from './ext_requests.ts';

export async function stopEverything(): Promise<void> {
  try {
    await ext.disengage();
  } catch {
    const message: PresenceMessage = { to: 'presence', do: 'disengage' };
    const answer: Acknowledged = await chrome.runtime.sendMessage(message);
    if ('error' in answer) throw new Error(answer.error);
  }
}
