// Which brain the next task gets: what the composer remembers, and what a tab with a chat can be given for.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../../../ui/src/api.ts';
import type { ModelInfo } from '../../../ui/src/generated/api.ts';
import type { CurrentTab } from '../ext_api.ts';

/** Where the composer keeps what is remembered for the next task. */
export const COMPOSER = 'composer';

export function useModels(): readonly ModelInfo[] {
  const [models, setModels] = useState<readonly ModelInfo[]>([]);
  useEffect(() => {
    api.models().then(
      (list) => {
        setModels(list.models);
      },
      () => undefined,
    );
  }, []);
  return models;
}

/** The chat in a tab, as a brain; null where no known site is shown. */
export function chatIn(tab: CurrentTab | null, models: readonly ModelInfo[]): ModelInfo | null {
  if (tab === null || !URL.canParse(tab.url)) return null;
  const { hostname } = new URL(tab.url);
  return models.find(({ chat }) => chat?.hosts.includes(hostname)) ?? null;
}

/**
 * The place of the brain that was given last. A composer that is open is told of it; its own changes must not come back
 * to it while one types.
 */
export const GIVEN = 'given_brain';

/** The next task gets this brain. */
export async function rememberBrain(brain: string): Promise<void> {
  const kept = await chrome.storage.local.get<Record<string, object>>(COMPOSER);
  await chrome.storage.local.set({ [COMPOSER]: { ...kept[COMPOSER], brain }, [GIVEN]: { brain, at: Date.now() } });
}
