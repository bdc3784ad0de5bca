// The badge on the button in the toolbar: what needs the person comes first.

import type { PresenceRun } from './messages.ts';

interface Badge {
  readonly text: string;
  readonly color: string;
  readonly title: string;
}

const NONE: Badge = { text: '', color: '#0b6b63', title: 'action' };

export function badgeOf(runs: readonly PresenceRun[]): Badge {
  const count = (state: PresenceRun['state']) => runs.filter((run) => run.state === state).length;
  const waiting = count('waiting');
  if (waiting > 0) return { text: waiting > 1 ? `?${waiting}` : '?', color: '#8a5300', title: 'badge_waiting' };
  if (count('taken_over') > 0) return { text: '✋', color: '#5b34b0', title: 'badge_taken' };
  if (count('working') > 0) return { text: '▶', color: '#0b6b63', title: 'badge_working' };
  if (count('paused') > 0) return { text: '❚❚', color: '#565d68', title: 'badge_paused' };
  return NONE;
}

export function showBadge(runs: readonly PresenceRun[]): void {
  const { text, color, title } = badgeOf(runs);
  void chrome.action.setBadgeText({ text });
  void chrome.action.setBadgeBackgroundColor({ color });
  void chrome.action.setBadgeTextColor({ color: '#ffffff' });
  void chrome.action.setTitle({ title: chrome.i18n.getMessage(title) });
}
