// The language of a code block, as syntax highlighters write it into classes.

import { attr, closest, flatParent, queryWithin, tag } from '../dom/dom';
import { setOf } from '../dom/text';

/** Empty if unknown. */
export function languageOf(pre: Element): string {
  const parent = flatParent(pre);
  const grandparent = parent === null ? null : flatParent(parent);
  const around = [pre, ...queryWithin(pre, ':scope > code'), parent, grandparent];
  for (const element of around) {
    if (element === null || (element !== pre && isWide(element, pre))) continue;
    const said =
      attr(element, 'data-lang') ?? attr(element, 'data-language') ?? inClasses(attr(element, 'class') ?? '');
    if (said !== null && /^[\w+#.-]{1,20}$/.test(said) && !PLAIN.has(said.toLowerCase())) return said.toLowerCase();
  }
  return '';
}

/** The classes of an element with more than this code block do not name its language. */
const isWide = (element: Element, pre: Element): boolean =>
  closest(element, (at) => at === pre) === null && (tag(element) === 'body' || queryWithin(element, 'pre').length > 1);

function inClasses(classes: string): string | null {
  const brush = /\bbrush:\s*([\w+#-]+)/.exec(classes)?.[1];
  const named = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-)([\w+#.-]+)/.exec(classes)?.[1];
  return brush ?? named ?? /(?:^|\s)sourceCode ([\w+#-]+)/.exec(classes)?.[1] ?? null;
}

const PLAIN = setOf('text plain plaintext none default notranslate nohighlight txt source');
