// The keys of a run. Single letters do nothing while one types; Escape does.

import { useEffect, useRef } from 'preact/hooks';

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
  const escaped = useRef(-Infinity);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOpen = keys.info !== null && keys.info.state !== 'over';
      const isSecond = event.key === 'Escape' && event.timeStamp - escaped.current < TWICE_WITHIN;
      escaped.current = event.key === 'Escape' && !isSecond && !isInDialog(event.target) ? event.timeStamp : -Infinity;
      if ((isSecond || (event.key === '.' && event.ctrlKey)) && isOpen) {
        event.preventDefault();
        keys.send('cancel');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (ACTIONS[event.key]?.(keys, isOpen) === true) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  });
}

/** The effect of each key; true when the key must do nothing else. */
const ACTIONS: Partial<Record<string, (keys: Keys, isOpen: boolean) => unknown>> = {
  j: ({ choose, chosen }) => {
    choose(chosen + 1);
  },
  k: ({ choose, chosen }) => {
    choose(chosen - 1);
  },
  l: ({ choose }) => {
    choose(null);
  },
  b: ({ compare }) => compare?.(),
  t: ({ info, send }, isOpen) => {
    if (isOpen) send(info?.state === 'taken_over' ? 'give-back' : 'take');
  },
  // A yes takes two keys: this one only goes to the button.
  y: () => focusOn('[data-key="y"]'),
  n: () => {
    document.querySelector<HTMLButtonElement>('[data-key="n"]')?.click();
  },
  o: () => {
    toggleRecord();
  },
  c: ({ info, chosen }) => {
    if (info !== null) copyAddress(info.id, chosen);
  },
};

function focusOn(selector: string): boolean {
  document.querySelector<HTMLElement>(selector)?.focus();
  return true;
}

/** Opens everything that is kept of the step, or closes it. */
function toggleRecord(): void {
  const parts = [...document.querySelectorAll<HTMLDetailsElement>('.record details')];
  const isOpening = parts.some((part) => !part.open);
  for (const part of parts) part.open = isOpening;
}

function copyAddress(run: string, chosen: number): void {
  const address = `${location.origin}${location.pathname}#/runs/${run}/steps/${chosen + 1}`;
  navigator.clipboard.writeText(address).catch(() => undefined);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('dialog') !== null;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, select');
}

/** How quickly Escape is pressed twice. */
const TWICE_WITHIN = 600;
