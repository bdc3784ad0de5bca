// The quiet level as the worker offers it: its part of the endpoint, and its tabs. What is asked before the worker knows
// again which tabs it has waits for that.

import type { FromContent } from '../../content/messages';
import type { QuietCommand, QuietEvent } from '../../generated/quiet';
import type { Handler } from '../handler';
import type { TabKeeper } from '../tabs';
import { type QuietBegin, READING } from './commands';
import { Quiet } from './quiet';
import { RunTabs } from './run_tabs';

export interface QuietLevel {
  readonly handler: Handler;
  readonly tabs: TabKeeper;
}

export function quietLevel(emit: (event: QuietEvent) => void): QuietLevel {
  const quiet = RunTabs.restore().then((tabs) => new Quiet(tabs, emit));
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    const told = message as Partial<FromContent> | null;
    if (sender.id !== chrome.runtime.id || sender.tab?.id === undefined || told?.quiet === undefined) return false;
    // A message that cannot be understood is answered with nothing.
    void quiet
      .then((quiet) => quiet.told(told as FromContent, sender))
      .catch(() => undefined)
      .then(respond);
    return true;
  });
  return {
    handler: {
      isRepeatable: (body) => 'begin' in (body as object) || READING.includes((body as QuietCommand).kind),
      handle: async (body) => {
        const request = body as QuietCommand | QuietBegin;
        const level = await quiet;
        return 'begin' in request ? level.begin(request.begin) : level.handle(request);
      },
    },
    tabs: {
      level: 'quiet',
      driven: async () => (await quiet).driven(),
      take: async (run, tab) => (await quiet).takeFor(run, tab),
      release: async (tab) => {
        await (await quiet).release(tab);
      },
      releaseAll: async () => {
        await (await quiet).handle({ kind: 'leave' });
      },
    },
  };
}
