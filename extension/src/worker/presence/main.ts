// The worker's part of what a person sees: wires browser events, the scripts of pages and the views to the controller.

import { type Acknowledged, isOwnPage } from '../../protocol.ts';
import type { Endpoint } from '../endpoint.ts';
import { PresenceController } from './controller.ts';
import type { PageReport, PresenceAct, PresenceMessage } from './messages.ts';
import { openFromNotifications } from './notice.ts';

export function startPresence(emit: Endpoint['emit']): PresenceController {
  const controller = new PresenceController((act) => {
    emit('presence', act);
  });
  openFromNotifications();
  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') void chrome.tabs.create({ url: 'welcome.html' });
  });
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: unknown) => void) => {
    const answer = answerTo(controller, message, sender);
    answer?.then(respond, (error: unknown) => {
      respond({ error: String(error) } satisfies Acknowledged);
    });
    return answer !== null;
  });
  return controller;
}

/** Pages may only report about their own tab; everything else has to come from a page of the extension. */
function answerTo(
  controller: PresenceController,
  message: unknown,
  sender: chrome.runtime.MessageSender,
): Promise<unknown> | null {
  const { to, do: what } = (message ?? {}) as { to?: unknown; do?: unknown };
  if (to !== 'presence' || sender.id !== chrome.runtime.id) return null;
  if (isOwnPage(sender)) {
    const own = message as PresenceMessage;
    if (own.do === 'state') return controller.state();
    return controller.disengage().then((): Acknowledged => ({ ok: true }));
  }
  const tab = sender.tab?.id;
  const isKnown = what === 'hello' || (what === 'act' && isAct((message as { act?: unknown }).act));
  if (tab === undefined || !isKnown) return null;
  return controller.report(message as PageReport, tab);
}

const ACTS: readonly PresenceAct['act'][] = ['interrupt', 'take', 'give-back', 'resume', 'cancel'];

const isAct = (act: unknown): boolean => (ACTS as readonly unknown[]).includes(act);
