// A notification for each question that waits. It opens the run and never answers: what is approved has to be seen whole.

import type { PresenceRun } from './messages.ts';

const PREFIX = 'question:';
/** Chrome cuts longer ones by itself, but not everywhere. */
const MOST_LETTERS = 200;

export async function showQuestions(runs: readonly PresenceRun[]): Promise<void> {
  const shown = Object.keys(await chrome.notifications.getAll()).filter((id) => id.startsWith(PREFIX));
  const asking = runs.filter((run) => run.state === 'waiting' && run.question !== null);
  for (const id of shown) if (!asking.some((run) => PREFIX + run.id === id)) await chrome.notifications.clear(id);
  for (const run of asking) {
    const id = PREFIX + run.id;
    if (shown.includes(id)) continue;
    await chrome.notifications.create(id, {
      type: 'basic',
      iconUrl: chrome.runtime.getURL('icons/128.png'),
      title: chrome.i18n.getMessage('notice_title'),
      message: (run.question ?? '').slice(0, MOST_LETTERS),
      contextMessage: run.task.slice(0, MOST_LETTERS),
      buttons: [{ title: chrome.i18n.getMessage('notice_open') }],
      requireInteraction: true,
    });
  }
}

/** Opens the run of a notification that is pressed. */
export function openFromNotifications(): void {
  const open = (id: string) => {
    if (id.startsWith(PREFIX)) void openRun(id.slice(PREFIX.length));
  };
  chrome.notifications.onClicked.addListener(open);
  chrome.notifications.onButtonClicked.addListener(open);
}

/** In the panel where it is open, else in a tab: a panel opens only by a press in the browser itself. */
async function openRun(run: string): Promise<void> {
  const url = `panel.html#/runs/${encodeURIComponent(run)}`;
  const [known] = await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.SIDE_PANEL] });
  if (known === undefined) {
    await chrome.tabs.create({ url });
    return;
  }
  await chrome.runtime.sendMessage({ to: 'panel', run });
  await chrome.windows.update(known.windowId, { focused: true });
}
