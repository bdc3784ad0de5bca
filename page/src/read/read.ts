// The main content of a page, or of one element, as Markdown, without navigation and other furniture.

import { truncate, setOf } from '../dom/text';
import { walk } from '../snapshot/walk';
import { Look } from '../visibility/look';
import { visibilityAround } from '../visibility/visible';
import { mainContent, titleOutside } from './article';
import { Markdown } from './markdown';
import { linesOf, newPart } from './part';

/**
 * Returns more than `longest` letters if there are as many, so that the caller can tell a cut text from a complete one.
 */
export function read(element: Element | null, document: Document, longest: number): string {
  const look = new Look(document);
  const content = element === null ? mainContent(document, look) : { root: element, isMarked: false };
  const title = element === null ? titleOutside(document, content, look) : null;
  const leftOut = element === null ? (content.isMarked ? NAVIGATION : FURNITURE) : NOTHING;
  const written = (buried: ReadonlySet<Node>): [string, ReadonlySet<Node>] => {
    // Some visited text is left out in the end, so a larger part of the page may be needed.
    for (let most = longest; ; most *= 4) {
      const writer = new Markdown(look, leftOut, buried, most);
      const top = newPart('block', null);
      for (const root of title === null ? [content.root] : [title, content.root])
        walk(root, visibilityAround(root, look), top, look, writer);
      const text = linesOf(top).join('\n');
      if (!writer.isFull() || text.length > longest || most > MAX_READ) return [text, writer.covered()];
    }
  };
  // A cover often comes after the text in the document, so covered texts are known only at the end, and a second pass
  // leaves them out.
  const [text, covered] = written(new Set());
  const [seen] = covered.size === 0 ? [text] : written(covered);
  look.close();
  return truncate(seen, MAX_READ);
}

/** Longest text that is returned. */
const MAX_READ = 2_000_000;
const NOTHING: ReadonlySet<string> = new Set();
const NAVIGATION: ReadonlySet<string> = new Set(['navigation']);
const FURNITURE: ReadonlySet<string> = setOf('navigation contentinfo complementary banner search');
