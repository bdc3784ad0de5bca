// The keys of a run. Single letters do nothing while one types.

import { useEffect } from 'preact/hooks';

import type { RunInfo } from '../generated/api.ts';

interface Keys {
  chosen: number;
  choose: (index: number | null) => void;
  info: RunInfo | null;
  send: (command: 'cancel' | 'take' | 'give-back') => void;
  /** Shows the picture before or after. */
  compare?: () => void;
}

export function useRunKeys(keys: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOpen = keys.info !== null && keys.info.state !== 'over';
      if (event.key === '.' && event.ctrlKey && isOpen) {
        event.preventDefault();
        keys.send('cancel');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'j') keys.choose(keys.chosen + 1);
      else if (event.key === 'k') keys.choose(keys.chosen - 1);
      else if (event.key === 'l') keys.choose(null);
      else if (event.key === 'b') keys.compare?.();
      else if (event.key === 't' && isOpen) keys.send(keys.info?.state === 'taken_over' ? 'give-back' : 'take');
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  });
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select');
}
