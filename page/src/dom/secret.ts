// Which fields hold secrets. A field that was ever a password field stays one, whatever the page turns it into.

import type { PageFieldKind } from '../generated/wire';
import { attr, inputType, isInput, isTextarea, styleOf, word } from './dom';
import { setOf } from './text';

const passwords = new WeakSet<Element>();
const watched = new WeakSet<Node>();

/** Watches a document or shadow root for password fields that are turned into something else. */
export function watchPasswords(root: Node): void {
  if (watched.has(root)) return;
  watched.add(root);
  new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (target instanceof HTMLInputElement && oldValue?.trim().toLowerCase() === 'password') passwords.add(target);
    }
  }).observe(root, { subtree: true, attributes: true, attributeFilter: ['type'], attributeOldValue: true });
}

/** Password, one-time code or card, or null when the field may be shown. */
export function secretKind(element: Element): Extract<PageFieldKind, 'password' | 'one_time_code' | 'card'> | null {
  if (!isInput(element)) return isTextarea(element) ? byHints(element) : null;
  const type = inputType(element);
  if (type === 'password') passwords.add(element);
  if (passwords.has(element)) return 'password';
  if (!TYPED.has(type)) return null;
  if (styleOf(element).getPropertyValue('-webkit-text-security') !== 'none') return 'password';
  return byHints(element);
}

function byHints(element: Element): Extract<PageFieldKind, 'password' | 'one_time_code' | 'card'> | null {
  const tokens = word(element, 'autocomplete').split(/\s+/);
  if (tokens.includes('current-password') || tokens.includes('new-password')) return 'password';
  if (tokens.includes('one-time-code')) return 'one_time_code';
  if (tokens.some((token) => CARD_TOKENS.has(token))) return 'card';
  const called = `${attr(element, 'name') ?? ''} ${attr(element, 'id') ?? ''}`
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  if (ONE_TIME.test(called)) return 'one_time_code';
  return CARD.test(called) ? 'card' : null;
}

const TYPED = setOf('text tel number search email url');
const CARD_TOKENS = setOf('cc-number cc-exp cc-exp-month cc-exp-year cc-csc');
const ONE_TIME =
  /\b(otp|totp|2fa|mfa|one time (code|password|passcode)|onetimecode|(verification|security|auth|authentication|sms) code|passcode)\b/;
const CARD =
  /\b((credit|debit) ?card( ?(number|num|no))?|card ?(number|num|no|cvc|cvv|exp|expiry)|cc ?(num|number|exp|csc|cvc|cvv)|cvv2?|cvc2?|csc)\b/;
