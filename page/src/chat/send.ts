// Presses the send control or the key once. Whether the message was sent is seen in the turns, not here.

import type { SendWay } from '../generated/chat';
import type { Candidates } from './candidates';
import { isDisabled } from './composer';
import { ChatFailure } from './failure';
import type { Parts } from './parts';

export function send(parts: Parts, way: SendWay): void {
  const composer = parts.composer();
  if (!(composer instanceof HTMLElement))
    throw new ChatFailure('no_composer', 'no candidate of the adapter finds the field for messages on this page');
  if (way === 'key') {
    pressEnter(composer, parts.candidates);
    return;
  }
  const button = parts.send(parts.area(composer));
  if (!(button instanceof HTMLElement))
    throw new ChatFailure('no_send', 'no candidate of the adapter finds the send button');
  if (isDisabled(button)) throw new ChatFailure('send_disabled', 'the send button is there and disabled');
  button.click();
}

function pressEnter(composer: HTMLElement, candidates: Candidates): void {
  const { send_key, send_key_setting, ctrl_enter_mark } = candidates.adapter;
  if (send_key === 'none') throw new ChatFailure('no_send', 'the adapter says that no key sends');
  const isControl =
    send_key === 'ctrl_enter' || (send_key === 'by_setting' && hasMark(send_key_setting, ctrl_enter_mark));
  composer.focus();
  const key = { key: 'Enter', code: 'Enter', keyCode: 13, which: 13, ctrlKey: isControl };
  const init = { ...key, bubbles: true, cancelable: true, composed: true };
  composer.dispatchEvent(new KeyboardEvent('keydown', init));
  composer.dispatchEvent(new KeyboardEvent('keyup', init));
}

/** Whether the page's own setting, which the person made, contains a text. It is only read. */
function hasMark(setting: string, mark: string): boolean {
  try {
    return window.localStorage.getItem(setting)?.includes(mark) === true;
  } catch {
    // A page whose storage is blocked has no setting.
    return false;
  }
}
