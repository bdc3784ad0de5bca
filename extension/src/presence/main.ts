// Runs in each document of a run's tabs and shows the person that webhand works there: a frame around the page, a bar with
// Take over and Stop, a box around what is touched. The person's own press or key pauses the run.
//
// Invariants: the page sees one empty element of no size, and nothing of this can be hit by a pointer, so it covers no
// element of the page. Only trusted events count, and none of them answers a question.

import type { Mark, PageMark, PageReport } from '../worker/presence/messages.ts';
import { Bar } from './bar.ts';
import { InputWatch } from './input_watch.ts';

/** In the world of the extension's scripts, which no page can see. */
const world = globalThis as { webhandPresence?: true };

if (world.webhandPresence !== true) {
  world.webhandPresence = true;
  start();
}

function start(): void {
  const bar = window.top === window ? new Bar() : null;
  const report = (message: PageReport): void => {
    // The extension may have been reloaded; then nobody listens and the mark goes away.
    chrome.runtime.sendMessage(message).catch(() => {
      show(null);
    });
  };
  const watch = new InputWatch(bar, (act) => {
    report({ to: 'presence', do: 'act', act });
  });
  const show = (mark: Mark | null): void => {
    bar?.show(mark);
    watch.follow(mark);
  };
  chrome.runtime.onMessage.addListener((message: PageMark, sender, respond: (done: true) => void) => {
    // The script of the quiet level hears messages of its own, which have no `do`.
    if (sender.id !== chrome.runtime.id || sender.tab !== undefined || !('do' in message)) return false;
    switch (message.do) {
      case 'mark':
        show(message.mark);
        break;
      case 'touch':
        bar?.touch(message.touch);
        break;
      case 'expect':
        watch.expect(message.input);
        // The frames of the page do as well, but what is waited for is the page.
        if (bar === null) return false;
        break;
      case 'show':
        bar?.reveal();
        break;
      case 'hide':
        // A picture waits for the frame that shows the bar.
        if (bar === null) return false;
        void bar.conceal().then(() => {
          respond(true);
        });
        return true;
    }
    respond(true);
    return false;
  });
  chrome.runtime.sendMessage({ to: 'presence', do: 'hello' } satisfies PageReport).then(
    (mark: Mark | null | undefined) => {
      show(mark ?? null);
    },
    () => undefined,
  );
}
