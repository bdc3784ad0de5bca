// An update of the extension ends everything of it at once, and what the browser holds for it would be sent. So before that
// the runs are paused and every tab is let go, which fails what is held.

import type { OffscreenMessage } from '../protocol.ts';
import { hasEngine } from './engine_page.ts';
import type { TabKeeper } from './tabs.ts';

/** An engine that does not answer is not waited for: the tabs are let go all the same. */
const PARKED_WITHIN = 10_000;

export function parkBeforeUpdates(keepers: readonly TabKeeper[]): void {
  chrome.runtime.onUpdateAvailable.addListener(() => {
    void parkAll(keepers).finally(() => {
      chrome.runtime.reload();
    });
  });
}

async function parkAll(keepers: readonly TabKeeper[]): Promise<void> {
  if (await hasEngine()) {
    const call: OffscreenMessage = { to: 'offscreen', do: 'park' };
    const late = new Promise((resolve) => setTimeout(resolve, PARKED_WITHIN));
    await Promise.race([chrome.runtime.sendMessage(call).catch(() => undefined), late]);
  }
  for (const keeper of keepers) await keeper.releaseAll();
}
