// Pausing every run: where the person chose that for the time without a panel, and before the extension is updated.

import type { RunPage } from '../../../ui/src/generated/api.ts';
import { type Acknowledged, isOwnPage, type OffscreenMessage } from '../protocol.ts';
import type { Host } from './host.ts';

/** Returns when all of it is in the journals. What waits for the person or is paused already stays as it is. */
async function pauseAll(host: Host): Promise<void> {
  const { runs } = (await host.ask('GET', '/api/v1/runs?limit=100&stage=open')) as RunPage;
  const working = runs.filter(({ state }) => state === 'working' || state === 'queued');
  // One that has ended meanwhile needs no pause.
  await Promise.allSettled(working.map(({ id }) => host.ask('POST', `/api/v1/runs/${encodeURIComponent(id)}/pause`)));
}

/** The last view was closed. */
export async function parkWithoutViews(host: Host): Promise<void> {
  if (host.settings.configuration.settings['on_close'] === 'park') await pauseAll(host);
}

/** Pauses every run when the worker says that the extension ends. */
export function parkOnDemand(host: Promise<Host>): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: Acknowledged) => void) => {
    const { to, do: what } = message as Partial<OffscreenMessage>;
    if (to !== 'offscreen' || what !== 'park' || !isOwnPage(sender)) return false;
    host.then(pauseAll).then(
      () => {
        respond({ ok: true });
      },
      (error: unknown) => {
        respond({ error: String(error) });
      },
    );
    return true;
  });
}
