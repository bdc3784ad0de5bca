// Runs in each document of a run's tabs at the quiet level: the page script, input, and the keeping back of forms. The worker
// injects it; a document that has it already is left as it is.

import { PageAgent } from '../../../page/src/agent';
import { watchPasswords } from '../../../page/src/dom/secret';
import { Forms } from './forms';
import { Server, factsOf } from './serve';
import type { FromContent, ToContent, Welcome } from './messages';

const STARTED = 'webhandStarted';

if (!Object.hasOwn(globalThis, STARTED)) {
  Object.defineProperty(globalThis, STARTED, { value: true });
  start();
}

function start(): void {
  const agent = new PageAgent(document);
  watchPasswords(document);
  const forms = new Forms((form) => {
    tell({ quiet: 'form_stopped', form });
  });
  const server = new Server(document, agent, forms);
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    const request = (message as Partial<ToContent> | null)?.quiet;
    if (sender.id !== chrome.runtime.id || sender.tab !== undefined || typeof request !== 'object') return false;
    void server.handle(request).then(respond);
    return true;
  });
  void chrome.runtime.sendMessage({ quiet: 'started', facts: factsOf(document) } satisfies FromContent).then(
    (welcome: Welcome | undefined) => {
      if (welcome?.guarded === false) forms.leaveAlone();
    },
    () => undefined,
  );
}

function tell(message: FromContent): void {
  chrome.runtime.sendMessage(message).catch(() => undefined);
}
