// The accessible name of an element, by the accname steps: referenced labels, its own label, the name that HTML gives
// it, its content, its tooltip.
//
// Content is walked with an explicit stack, so depth costs no call stack. An element counts once in one computation.

import {
  attr,
  checkVisibility,
  childByTag,
  css,
  data,
  hasAttr,
  isElement,
  isInput,
  isSvg,
  isText,
  isTextarea,
  tag,
} from '../dom/dom';
import { type Reference, referencedElements } from '../dom/reference';
import { setOf, tidy, transformed } from '../dom/text';
import type { Look } from '../visibility/look';
import { generatedText } from '../visibility/pseudo';
import { isBlockIn, isOwned, isPlain, type Level, levelOf, onlyText, type Reach, spaced } from './content';
import { buttonValue, embeddedValue, isHidden, placeholder, svgName, tooltip, usedName } from './label';
import { isBranch, isControl, isNamedByContent, mayHaveName } from './named';
import { roleOf } from './role';

/** The whole name, not truncated. */
export function nameOf(element: Element, look: Look): string {
  let name = look.names.get(element);
  if (name === undefined) {
    name = tidy(new NameComputation(look).nameOf(element));
    look.names.set(element, name);
  }
  return name;
}

/** The text a name would take from the content alone. */
export function contentNameOf(element: Element, look: Look): string {
  return tidy(new NameComputation(look).contentOf(element));
}

/** The joined texts of the elements that an attribute of this one refers to. */
export function referencedText(element: Element, by: Reference, look: Look): string {
  return tidy(new NameComputation(look).saidBy(element, by));
}

class NameComputation {
  readonly #used = new Set<Element>();
  /**
   * How many parts depend on the caller: the element had counted already, or its label names it only for others. Such
   * content is not cached.
   */
  #dependent = 0;
  #named: Element | null = null;

  constructor(private readonly look: Look) {}

  nameOf(element: Element): string {
    this.#named = element;
    this.#used.add(element);
    return this.#referenced(element, PLAIN) || this.#own(element, PLAIN);
  }

  contentOf(element: Element): string {
    this.#used.add(element);
    return this.#content(element, PLAIN);
  }

  #referenced(element: Element, reach: Reach): string {
    if (!hasAttr(element, 'aria-labelledby') || reach.referenced || reach.nested > MAX_NESTED) return '';
    return this.saidBy(element, 'aria-labelledby', reach);
  }

  saidBy(element: Element, by: Reference, reach: Reach = PLAIN): string {
    return referencedElements(element, by)
      .map((target) => tidy(this.#label(target, { ...reach, referenced: true }, target !== element)))
      .filter((text) => text !== '')
      .join(' ');
  }

  #own(element: Element, reach: Reach): string {
    const given = this.#given(element, reach, false);
    if (given !== null && given !== '') return given;
    if (given === null && isNamedByContent(roleOf(element, this.look)) && !isInput(element)) {
      const content = this.#content(element, reach);
      if (tidy(content) !== '') return content;
    }
    const role = roleOf(element, this.look);
    if (!mayHaveName(element, role)) return '';
    return tooltip(element) || placeholder(element, role);
  }

  /** The text of an element that labels another. */
  #label(element: Element, reach: Reach, embedded: boolean): string {
    const hidden = reach.hidden || isHidden(element, this.look);
    const inner = { ...reach, hidden, unrendered: hidden && !checkVisibility(element), nested: reach.nested + 1 };
    if (inner.nested > MAX_NESTED) return '';
    if (this.#named !== null) this.look.recordLabel(element, this.#named);
    const given = this.#referenced(element, inner) || this.#given(element, inner, embedded);
    this.#used.add(element);
    return given ?? (this.#content(element, inner) || tooltip(element));
  }

  /** A name that does not come from content; null if the content decides. */
  #given(element: Element, reach: Reach, embedded: boolean): string | null {
    if (embedded) {
      const value = embeddedValue(element, this.look, (option) => contentNameOf(option, this.look));
      if (value !== null) return value;
    }
    const label = attr(element, 'aria-label');
    if (label !== null && label.trim() !== '' && tag(element) !== 'slot') return label;
    return this.#native(element, reach);
  }

  #native(element: Element, reach: Reach): string | null {
    if (roleOf(element, this.look) === 'none') return null;
    if (isSvg(element)) return svgName(element);
    const labels = this.#labels(element, reach);
    if (labels !== '') return labels;
    switch (tag(element)) {
      case 'input':
        return isInput(element) ? buttonValue(element) : null;
      case 'img':
      case 'area':
        return tidy(attr(element, 'alt') ?? '') || null;
      case 'fieldset':
        return this.#child(element, 'legend', reach);
      case 'table':
        return this.#child(element, 'caption', reach);
      case 'optgroup':
        return attr(element, 'label');
      case 'option':
        return attr(element, 'label') || null;
      default:
        return null;
    }
  }

  #labels(element: Element, reach: Reach): string {
    const labels = this.look.labelsOf(element);
    if (labels.length === 0) return '';
    return labels
      .filter((label) => !this.#used.has(label))
      .map((label) => tidy(this.#label(label, reach, false)))
      .filter((text) => text !== '')
      .join(' ');
  }

  #child(element: Element, name: string, reach: Reach): string | null {
    const child = childByTag(element, name);
    return child === null || isHidden(child, this.look) ? null : this.#label(child, reach, false);
  }

  #content(root: Element, reach: Reach): string {
    const known = this.#known(root, reach);
    if (known !== undefined) return known;
    if (EMPTY.has(tag(root))) return '';
    const text = onlyText(root);
    if (text !== null && isPlain(reach)) return this.#simple(root, text);
    const stack = [levelOf(root, reach, this.look, this.#dependent)];
    for (;;) {
      const level = stack.at(-1);
      if (level === undefined) return '';
      const isFull = level.text.length > MAX_CONTENT || this.look.namingBudget <= 0;
      const node = isFull ? null : (level.children?.next() ?? level.owned.shift() ?? null);
      if (node === null) {
        stack.pop();
        const text = this.#close(level, reach);
        const outer = stack.at(-1);
        if (outer === undefined) return text;
        const tip = tidy(text) === '' && level.visible ? tooltip(level.element) : '';
        outer.text += spaced(text + tip, level.block || tip !== '' || this.#isApart(level.element, outer.element));
        continue;
      }
      this.look.namingBudget -= 1;
      if (isText(node)) {
        if (level.visible || reach.hidden) level.text += transformed(data(node).slice(0, MAX_RAW), level.transform);
      } else if (isElement(node)) {
        const said = this.#enter(node, reach);
        const text = said ?? this.#known(node, reach);
        if (text === undefined) stack.push(levelOf(node, reach, this.look, this.#dependent));
        else
          level.text += spaced(text, !!said || isBlockIn(node, reach, this.look) || this.#isApart(node, level.element));
      }
    }
  }

  /** The content of an element that holds one text and nothing else, as most do. */
  #simple(element: Element, text: Text): string {
    const style = this.look.style(element);
    const isShown = css(style, 'visibility') === 'visible';
    const written = isShown ? transformed(data(text).slice(0, MAX_RAW), css(style, 'text-transform')) : '';
    const before = generatedText(element, '::before', this.look);
    const whole = before + written + generatedText(element, '::after', this.look);
    this.look.contents.set(element, whole);
    return whole;
  }

  /** Controls are words of their own in the content around them. */
  #isApart(element: Element, around: Element): boolean {
    return isControl(roleOf(element, this.look)) || isOwned(element, around);
  }

  /** The text that a node inside the content adds; null if its own content has to be read. */
  #enter(element: Element, reach: Reach): string | null {
    const name = tag(element);
    if (name === 'br') return ' ';
    if (SILENT.has(name)) return '';
    if (this.#used.has(element)) {
      this.#dependent += 1;
      return '';
    }
    if (
      !reach.hidden &&
      (attr(element, 'aria-hidden') === 'true' || css(this.look.style(element), 'display') === 'none')
    )
      return '';
    this.#used.add(element);
    if (this.look.labelsOf(element).length > 0) this.#dependent += 1;
    const said = this.#saidInside(element, { ...reach, nested: reach.nested + 1 });
    if (said === null || said === '' || reach.hidden) return said;
    return css(this.look.style(element), 'visibility') === 'visible' ? said : null;
  }

  /** The text that replaces the content of an element inside the content of another. */
  #saidInside(element: Element, reach: Reach): string | null {
    const referenced = this.#referenced(element, reach);
    if (referenced !== '') return referenced;
    const given = reach.nested > MAX_NESTED ? null : this.#given(element, reach, true);
    if (given !== null) return given;
    if (tag(element) === 'svg:use') return usedName(element);
    const role = roleOf(element, this.look);
    if (isInput(element) || isTextarea(element)) return tooltip(element) || placeholder(element, role);
    const isApart = role === 'menu' || role === 'menubar' || (role === 'group' && isBranch(element, this.look));
    return isApart ? tooltip(element) : null;
  }

  #close(level: Level, reach: Reach): string {
    const text = reach.unrendered ? level.text : level.text + generatedText(level.element, '::after', this.look);
    if (isPlain(reach) && this.#dependent === level.dependent) this.look.contents.set(level.element, text);
    return text;
  }

  #known(element: Element, reach: Reach): string | undefined {
    return isPlain(reach) ? this.look.contents.get(element) : undefined;
  }
}

const PLAIN: Reach = { referenced: false, hidden: false, unrendered: false, nested: 0 };
/** Labels inside labels are followed this far. */
const MAX_NESTED = 8;
/** How much of one text is read. */
const MAX_RAW = 10_000;
/** Content beyond this many characters adds nothing to a name. */
const MAX_CONTENT = 2_000;
const SILENT = setOf('script style template noscript head svg:title svg:desc svg:defs svg:style svg:metadata');
/** The content of these elements is no text of the page, but a value or a fallback. */
const EMPTY = setOf('textarea select meter progress iframe video audio');
