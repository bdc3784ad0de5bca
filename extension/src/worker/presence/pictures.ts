// Pictures at the quiet level show the window as the person sees it, so the mark goes while one is taken.

import type { QuietCommand } from '../../generated/quiet';
import type { Handler } from '../handler.ts';
import type { PresenceController } from './controller.ts';

export function withoutMark(presence: PresenceController, quiet: Handler): Handler {
  return {
    isRepeatable: (body) => quiet.isRepeatable(body),
    handle: (body) => {
      const command = body as QuietCommand;
      if (command.kind !== 'capture') return quiet.handle(body);
      return presence.withoutMark(command.tab, () => quiet.handle(body));
    },
  };
}
