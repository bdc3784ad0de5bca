// The only place that reads stylesheets: before or after which elements they generate text. Asking each element would
// cost a sixth of a look, so rules are read once, and only the elements that match them are asked.
//
// Sheets of other origins, and those of shadow roots, are not read.

import { getter } from '../dom/capture';
import { css, queryAll } from '../dom/dom';

/** The elements, or the first of very many. */
export function elementsWithGeneratedText(document: Document): ReadonlySet<Element> {
  const found = new Set<Element>();
  for (const sheet of [...styleSheets(document), ...adoptedSheets(document)])
    for (const selector of selectorsIn(sheet)) {
      for (const element of fitting(document, selector)) found.add(element);
      if (found.size >= MOST_ELEMENTS) return found;
    }
  return found;
}

/** The selectors found in a sheet so far; rules that are added later are read then. */
interface ReadSheet {
  rules: number;
  readonly selectors: Set<string>;
}

const readings = new WeakMap<CSSStyleSheet, ReadSheet>();

function selectorsIn(sheet: CSSStyleSheet): ReadonlySet<string> {
  const rules = readable(sheet);
  let reading = readings.get(sheet);
  if (reading === undefined || reading.rules > rules.length) {
    reading = { rules: 0, selectors: new Set() };
    readings.set(sheet, reading);
  }
  for (; reading.rules < Math.min(rules.length, MOST_RULES); reading.rules += 1) {
    const rule = rules[reading.rules];
    if (rule !== undefined) collect(rule, null, reading.selectors);
  }
  return reading.selectors;
}

/** Sheets of another origin cannot be read. */
function readable(sheet: CSSStyleSheet): ArrayLike<CSSRule> {
  try {
    return rulesOfSheet(sheet);
  } catch {
    return [];
  }
}

/**
 * Collects the selectors of a rule and of the rules inside it; `outer` is the selector that a nested rule refers to.
 */
function collect(rule: CSSRule, outer: string | null, selectors: Set<string>): void {
  if (selectors.size >= MOST_SELECTORS) return;
  if (rule instanceof CSSImportRule) {
    if (rule.styleSheet !== null) for (const selector of selectorsIn(rule.styleSheet)) selectors.add(selector);
    return;
  }
  let own = outer;
  if (rule instanceof CSSStyleRule) {
    own = nested(selectorText(rule), outer);
    if (WRITES.test(css(styleOfRule(rule), 'content')))
      for (const selector of own.split(COMMA)) {
        const host = selector.replace(PSEUDO, '');
        if (host !== selector) selectors.add(/[\w\])*-]$/.test(host) ? host : `${host}*`);
      }
  }
  if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule)
    for (const inner of Array.from(rulesOfGroup(rule))) collect(inner, own, selectors);
}

/** A selector as it would be written outside of the rule around it. */
function nested(selector: string, outer: string | null): string {
  if (outer === null) return selector;
  const whole = `:is(${outer})`;
  return selector.includes('&') ? selector.replaceAll('&', whole) : `${whole} ${selector}`;
}

function fitting(document: Document, selector: string): Iterable<Element> {
  try {
    return queryAll(document, selector);
  } catch {
    return [];
  }
}

const styleSheets = getter(Document, 'styleSheets');
const adoptedSheets = getter(Document, 'adoptedStyleSheets');
const rulesOfSheet = getter(CSSStyleSheet, 'cssRules');
const rulesOfGroup = (rule: CSSGroupingRule): CSSRuleList => rule.cssRules;
const selectorText = getter(CSSStyleRule, 'selectorText');
const styleOfRule = getter(CSSStyleRule, 'style');
/** Letters or numbers, or functions that may result in some. */
const WRITES = /"[^"]*[\p{L}\p{N}][^"]*"|\b(attr|counters?|var)\(/u;
const PSEUDO = /::(before|after)\b.*$/;
const COMMA = /,\s*(?![^(]*\))/;
const MOST_RULES = 20_000;
const MOST_SELECTORS = 300;
const MOST_ELEMENTS = 2_000;
