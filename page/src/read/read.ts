// The main content, or one element's, as Markdown: what a person would read, without the furniture of the page.

import { truncate, setOf } from '../dom/text';
import { walk } from '../snapshot/walk';
import { Look } from '../visibility/look';
import { visibilityAround } from '../visibility/visible';
import { mainContent, titleOutside } from './article';
import { Markdown } from './markdown';
import { linesOf, newPart } from './part';

/** More than `longest` letters, where there are as many. */
export function read(element: Element | null, document: Document, longest: number): string {
  const look = new Look(document);
  const content = element === null ? mainContent(document, look) : { root: element, isMarked: false };
  const title = element === null ? titleOutside(document, content, look) : null;
  const leftOut = element === null ? (content.isMarked ? NAVIGATION : FURNITURE) : NOTHING;
  const written = (buried: ReadonlySet<Node>): [string, ReadonlySet<Node>] => {
    // Some of what is gone over is left out, and that much more has to be gone over then.
    for (let most = longest; ; most *= 4) {
      const writer = new Markdown(look, leftOut, buried, most);
      const top = newPart('block', null);
      for (const root of title === null ? [content.root] : [title, content.root])
        walk(root, visibilityAround(root, look), top, look, writer);
      const text = linesOf(top).join('\n');
      if (!writer.full() || text.length > longest || most > MAX_READ) return [text, writer.covered()];
    }
  };
  // What lies over a text often comes after it, so that its text is known to be covered only in the end.
  const [text, covered] = written(new Set());
  const [seen] = covered.size === 0 ? [text] : written(covered);
  look.close();
  return truncate(seen, MAX_READ);
}

/** Longest text that is handed out. */
const MAX_READ = 2_000_000;
const NOTHING: ReadonlySet<string> = new Set();
const NAVIGATION: ReadonlySet<string> = new Set(['navigation']);
const FURNITURE: ReadonlySet<string> = setOf('navigation contentinfo complementary banner search');
