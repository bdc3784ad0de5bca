// Reads and writes `chrome.storage` for the offscreen document, which has none: keys and addresses in `local`, which only
// the extension's own pages can read, and saved tools in `sync`.

import type { Handler } from './handler.ts';

/** `area` is `local` or `sync`; `get` without a key reads everything of the area. */
export type SettingsRequest =
  | { readonly get: string | null; readonly area: 'local' | 'sync' }
  | { readonly set: Readonly<Record<string, unknown>>; readonly area: 'local' | 'sync' }
  | { readonly remove: string; readonly area: 'local' | 'sync' };

export function settingsHandler(): Handler {
  // Content scripts must not read the keys.
  void chrome.storage.local.setAccessLevel({ accessLevel: chrome.storage.AccessLevel.TRUSTED_CONTEXTS });
  return {
    isRepeatable: () => true,
    handle: async (body) => {
      const request = body as SettingsRequest;
      const area = request.area === 'sync' ? chrome.storage.sync : chrome.storage.local;
      if ('get' in request) return area.get(request.get);
      if ('set' in request) return area.set(request.set);
      return area.remove(request.remove);
    },
  };
}
