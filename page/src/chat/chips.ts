// Removes attachments: what a page makes of a paste that it takes for too long.

import type { ChatCommand, ComposerReading } from '../generated/chat';
import type { Composer } from './composer';
import { ChatFailure } from './failure';
import { settled } from './writing/settled';

export async function removeChips(
  composer: Composer,
  { keep, settle_ms }: Extract<ChatCommand, { kind: 'remove_chips' }>,
): Promise<ComposerReading> {
  const { parts } = composer;
  const count = (): number => parts.chips(parts.area(composer.element)).length;
  for (let left = count(); left > keep; left = count()) {
    const chip = parts.chips(parts.area(composer.element)).at(-1);
    const button = chip === undefined ? undefined : parts.candidates.all('chip_remove', chip)[0];
    if (!(button instanceof HTMLElement))
      throw new ChatFailure('no_removal', 'an attachment has no button that removes it; remove it by hand');
    button.click();
    const isGone = await settled(composer.document, settle_ms, () => count() < left);
    if (!isGone) throw new ChatFailure('no_removal', 'an attachment stayed after its button was pressed');
  }
  return composer.read();
}
