// Role, name, value and states of one element now.

import {
  attr,
  data,
  documentElement,
  flatContains,
  focusedElement,
  inputType,
  isInput,
  outerHtml,
  queryWithin,
  rectOf,
  tag,
} from '../dom/dom';
import { Failure } from '../dom/failure';
import { fieldValue, isEditingHost, isTextField, rangeOf, SECRET } from '../dom/field';
import { hasInternals } from '../dom/internals';
import { secretKind } from '../dom/secret';
import { blankGlyphs, collapse, truncate, normalized, tidy, transformed } from '../dom/text';
import { validationErrorOf } from '../dom/validation';
import type { ElementState } from '../generated/wire';
import { roleOf } from '../name/role';
import type { GeneratedWords } from '../visibility/generated_words';
import { Look } from '../visibility/look';
import { isVisible, type Visibility, visibilityAround } from '../visibility/visible';
import { paintedText, proxyKind, surfaceOf } from './controls/painted_editors';
import { checkedness, formatsOf, isDisabled, isReadOnly, toggled } from './controls/states';
import { type Visitor, walk } from './walk';

export function elementState(element: Element, document: Document): ElementState {
  const look = new Look(document);
  const surface = surfaceOf(element, look);
  const box = rectOf(surface?.container ?? element);
  const checked = checkedness(element) ?? toggled(element);
  const focused = focusedElement(document);
  const enabled = !isDisabled(element);
  const value = surface === null ? fieldValue(element) : paintedText(surface, look);
  const answer: ElementState = {
    tag: tag(element),
    input_type: isInput(element) ? inputType(element) : '',
    text: truncate(visibleText(element, look), MAX_READ),
    value: cutOrNull(value),
    secret: surface === null && value !== null && value !== '' && secretKind(element) !== null,
    checked: checked === null ? null : checked === true,
    mixed: checked === 'mixed',
    visible: isVisible(surface?.text ?? element, look),
    enabled,
    editable: enabled && isTextField(element) && !isReadOnly(element),
    focused: focused === element || (focused !== null && isEditingHost(element) && flatContains(element, focused)),
    bounds: [box.x, box.y, box.width, box.height],
    role: roleOf(element, look),
    proxy: surface === null ? null : proxyKind(element, surface),
    invalid: enabled ? validationErrorOf(element) : null,
    range: rangeOf(element),
    one_line: isInput(element) || attr(element, 'aria-multiline') === 'false',
    formats: formatsOf(element),
    speaks: hasInternals(element),
  };
  look.close();
  return answer;
}

/** An attribute, or the whole source, of an element, with secrets redacted. */
export function elementSource(element: Element, attribute: string | null): string {
  const secret = secretKind(element) !== null;
  if (attribute !== null) {
    const value = attr(element, attribute);
    if (value === null) throw new Failure('no_option', `the element has no attribute "${truncate(attribute, 60)}"`);
    return secret && attribute.toLowerCase() === 'value' && value !== '' ? SECRET : truncate(value, MAX_READ);
  }
  return truncate(redactedSource(element), MAX_READ);
}

/** Whether an element holds any that its page declares a spinner, painted or not. */
export const hasSpinners = (element: Element): boolean => queryWithin(element, '[role="spinbutton"]').length > 0;

/** The source with the values of secret fields left out. */
function redactedSource(element: Element): string {
  let html = outerHtml(element);
  const fields = isInput(element) ? [element] : queryWithin(element, 'input[value]');
  for (const field of fields) {
    if (secretKind(field) === null) continue;
    const shown = outerHtml(field);
    html = html.replaceAll(shown, shown.replace(/ value="[^"]*"/, ` value="${SECRET}"`));
  }
  return html;
}

/** Whether a text can be seen in the document, letter case and spacing aside. */
export function hasText(document: Document, text: string): boolean {
  const wanted = normalized(text);
  if (wanted === '') return true;
  const look = new Look(document);
  const found = normalized(visibleText(documentElement(document), look, MAX_SEARCHED)).includes(wanted);
  look.close();
  return found;
}

export function visibleText(element: Element, look: Look, longest = MAX_READ): string {
  const collector = new Collector(look, longest);
  walk(element, visibilityAround(element, look), true, look, collector);
  return tidyLines(collector.found);
}

class Collector implements Visitor<true> {
  found = '';

  constructor(
    private readonly look: Look,
    private readonly longest: number,
  ) {}

  enter(element: Element): true {
    if (!this.look.style(element).display.startsWith('inline') || tag(element) === 'br') this.found += '\n';
    return true;
  }

  leave(element: Element): void {
    if (!this.look.style(element).display.startsWith('inline')) this.found += '\n';
  }

  isKnownText(): boolean {
    return false;
  }

  text(text: Text, parent: Element, _visibility: Visibility, _box: DOMRect, faint: boolean): void {
    if (!faint) this.found += collapse(blankGlyphs(transformed(data(text), this.look.style(parent).textTransform)));
  }

  generatedWords({ text, faint }: GeneratedWords): void {
    if (!faint) this.found += text;
  }

  whitespace(): void {
    this.found += ' ';
  }

  invisibleElement(): void {
    // Invisible content is not read.
  }

  isFull(): boolean {
    return this.found.length > this.longest;
  }
}

const tidyLines = (text: string): string =>
  text
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
    .join('\n');

const cutOrNull = (value: string | null): string | null => (value === null ? null : truncate(value, MAX_READ));

/** Longest text, value or source that is returned. */
const MAX_READ = 200_000;
/** How much text is searched for a phrase. */
const MAX_SEARCHED = 20_000_000;
