// Keys that move the caret, select, or step a control.

import type { QuietKey } from '../../generated/quiet';

const SHIFT = 8;
const CONTROL = 2;

type Step = readonly [
  'forward' | 'backward' | 'left' | 'right',
  'character' | 'word' | 'line' | 'lineboundary' | 'documentboundary',
];

export function moveCaret(document: Document, key: QuietKey, isEditable: boolean): void {
  if (!isEditable) {
    scrollBy(key.key);
    return;
  }
  const step = stepOf(key.key, (key.modifiers & CONTROL) !== 0);
  if (step === null) return;
  const alter = (key.modifiers & SHIFT) !== 0 ? 'extend' : 'move';
  document.getSelection()?.modify(alter, step[0], step[1]);
}

function stepOf(key: string, isFar: boolean): Step | null {
  switch (key) {
    case 'ArrowLeft':
      return ['left', isFar ? 'word' : 'character'];
    case 'ArrowRight':
      return ['right', isFar ? 'word' : 'character'];
    case 'ArrowUp':
      return ['backward', 'line'];
    case 'ArrowDown':
      return ['forward', 'line'];
    case 'Home':
      return ['backward', isFar ? 'documentboundary' : 'lineboundary'];
    case 'End':
      return ['forward', isFar ? 'documentboundary' : 'lineboundary'];
    default:
      return null;
  }
}

function scrollBy(key: string): void {
  const page = window.innerHeight * 0.9;
  const far = document.documentElement.scrollHeight;
  const by = { ArrowUp: -40, ArrowDown: 40, PageUp: -page, PageDown: page, Home: -far, End: far }[key];
  if (by !== undefined) window.scrollBy(0, by);
}

export function selectAll(document: Document, target: Element): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
  else document.getSelection()?.selectAllChildren(target);
}

/** Arrow keys on radio buttons, lists and sliders. Returns whether the key was one of them. */
export function stepControl(target: Element, key: string): boolean {
  const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
  if (target instanceof HTMLSelectElement && !target.multiple) {
    const to = key === 'Home' ? 0 : key === 'End' ? target.options.length - 1 : target.selectedIndex + (by ?? 0);
    if (by === undefined && key !== 'Home' && key !== 'End') return false;
    const wanted = target.options[to];
    if (wanted !== undefined && to !== target.selectedIndex && !wanted.disabled) {
      target.selectedIndex = to;
      changed(target);
    }
    return true;
  }
  if (!(target instanceof HTMLInputElement)) return false;
  if (target.type === 'radio' && by !== undefined) {
    stepRadio(target, by);
    return true;
  }
  if ((target.type === 'range' || target.type === 'number') && by !== undefined) {
    if (target.type === 'number' && (key === 'ArrowLeft' || key === 'ArrowRight')) return false;
    const isUp = key === 'ArrowUp' || key === 'ArrowRight';
    if (isUp) target.stepUp();
    else target.stepDown();
    changed(target);
    return true;
  }
  if (target.type === 'range' && (key === 'Home' || key === 'End')) {
    target.value = key === 'Home' ? target.min || '0' : target.max || '100';
    changed(target);
    return true;
  }
  return false;
}

function stepRadio(radio: HTMLInputElement, by: number): void {
  const scope = radio.form ?? radio.ownerDocument;
  const group = [...scope.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    (other) => other.name === radio.name && !other.disabled,
  );
  const next = group.at((group.indexOf(radio) + by) % group.length);
  next?.focus();
  next?.click();
}

function changed(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}
