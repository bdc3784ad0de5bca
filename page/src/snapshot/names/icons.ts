// Icons beside a name. They add nothing to the name, except if the page shows the same icon by itself and refers to
// elements by it: "the entry with this icon".

import { guessName } from '../../name/guess';
import type { Look } from '../../visibility/look';
import { emptyNode, type SnapshotNode } from '../node';

export class Icons {
  readonly #alone = new Set<string>();
  readonly #beside: { readonly icon: Element; readonly bearer: SnapshotNode }[] = [];

  /** Records an icon with a line of its own. */
  alone(name: string): void {
    if (name !== '') this.#alone.add(name);
  }

  /** Records an icon inside a named element. */
  beside(icon: Element, bearer: SnapshotNode): void {
    if (this.#beside.length < MAX_BESIDE) this.#beside.push({ icon, bearer });
  }

  /** Names the icons beside names that are also shown by themselves. */
  finish(look: Look): void {
    if (this.#alone.size === 0) return;
    for (const { icon, bearer } of this.#beside) {
      const name = guessName(icon, look);
      if (!this.#alone.has(name) || bearer.name === '' || bearer.name === name) continue;
      const { inView } = bearer;
      bearer.kids.push({ ...emptyNode('named', 'img'), name, states: ['guessed'], painted: true, inView });
    }
  }
}

const MAX_BESIDE = 500;
