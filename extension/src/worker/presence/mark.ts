// The text and buttons of the bar on a page in each state of its run. Pure but for the catalogue of texts.

import type { Mark, PresenceAct, PresenceRun } from './messages.ts';

const text = (key: string, places: string[] = []) => chrome.i18n.getMessage(key, places);

const LABELS: Record<PresenceAct['act'], string> = {
  'interrupt': '',
  'take': 'bar_take',
  'give-back': 'bar_give_back',
  'resume': 'bar_resume',
  'cancel': 'bar_stop',
};

/** None where the run does not work on a page. */
export function markOf(run: PresenceRun): Mark | null {
  const counted = run.maxSteps > 0 ? `${run.step}/${run.maxSteps}` : String(run.step);
  const mark = (state: Mark['state'], key: string, acts: PresenceAct['act'][]): Mark => ({
    state,
    guards: state === 'working',
    announced: run.level === 'debugger',
    step: run.step,
    maxSteps: run.maxSteps,
    text: text(key, [counted]),
    buttons: acts.map((act) => ({ act, text: text(LABELS[act]) })),
  });
  switch (run.state) {
    case 'working':
      return mark('working', 'bar_working', ['take', 'cancel']);
    case 'waiting':
      return mark('waiting', 'bar_waiting', ['take', 'cancel']);
    case 'taken_over':
      return mark('taken_over', 'bar_taken', ['give-back', 'cancel']);
    case 'paused':
      return mark('paused', 'bar_paused', ['resume', 'take', 'cancel']);
    case 'queued':
    case 'parked':
    case 'over':
      return null;
  }
}
