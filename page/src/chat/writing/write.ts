// Writes a text into the composer once, and says what the composer holds then.

import type { ChatCommand, ComposerReading } from '../../generated/chat';
import { execCommand } from '../../dom/dom';
import type { Composer } from '../composer';
import { ChatFailure } from '../failure';
import { paste } from './paste';
import { select } from './selection';
import { settled } from './settled';

type Write = Extract<ChatCommand, { kind: 'write' }>;

/** Never writes a second time: an editor may commit late, and the text would stand there twice. */
export async function write(composer: Composer, { text, place, way, settle_ms }: Write): Promise<ComposerReading> {
  const { element, kind } = composer;
  const isPlain = kind === 'textarea';
  if (isPlain !== (way === 'setter'))
    throw new ChatFailure('wrong_way', `${way} does not fit an editor of the kind ${kind}`);
  const expected = place === 'replace' ? text : composer.text() + text;
  const chips = countChips(composer);
  if (way === 'setter') setValue(element, expected);
  else {
    await select(element, place);
    if (way === 'paste') paste(element, text, kind);
    else insert(composer.document, text);
  }
  const isThere = (): boolean => isSame(composer.text(), expected) || countChips(composer) > chips;
  await settled(composer.document, settle_ms, isThere);
  return composer.read();
}

export async function clear(composer: Composer, settle_ms: number): Promise<ComposerReading> {
  const { element } = composer;
  if (composer.kind === 'textarea') setValue(element, '');
  else if (composer.text() !== '') {
    await select(element, 'replace');
    // Lexical does nothing on `delete` but takes an empty insertion.
    if (composer.kind === 'lexical') insert(composer.document, '');
    else execCommand(composer.document, 'delete');
  }
  await settled(composer.document, settle_ms, () => composer.text().trim() === '');
  return composer.read();
}

/** The caret behind the text, for text that the browser inserts. */
export function focusEnd(composer: Composer): Promise<void> {
  return select(composer.element, 'end');
}

/** The setter of the prototype is right in every world: frameworks patch the property of the element. */
function setValue(element: HTMLElement, value: string): void {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  element.focus();
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function insert(document: Document, text: string): void {
  execCommand(document, 'insertText', false, text);
}

const countChips = ({ parts, element }: Composer): number => parts.chips(parts.area(element)).length;

/** Editors show some spaces as no-break spaces, and line ends may differ; nothing else may. */
export const isSame = (one: string, other: string): boolean => comparable(one) === comparable(other);

const comparable = (text: string): string => text.replace(/\u00a0/g, ' ').replace(/\r\n?/g, '\n');
