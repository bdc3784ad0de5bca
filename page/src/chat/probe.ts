// Reports how much of an adapter fits a page.

import type { ProbeReport } from '../generated/chat';
import { ROLES } from './candidates';
import { editorKind } from './composer';
import type { Parts } from './parts';

export function probe(parts: Parts): ProbeReport {
  const { candidates } = parts;
  const { document } = candidates;
  const roles = ROLES.filter((role) => candidates.of(role).length > 0).map((role) => {
    const all = candidates.of(role);
    const found = all.map((candidate) => candidates.found(candidate).length);
    return {
      role,
      candidates: all.length,
      fitting: all.filter((candidate, index) => (found[index] ?? 0) > 0 || candidates.fits(candidate)).length,
      elements: found.find((count) => count > 0) ?? 0,
    };
  });
  const composer = parts.composer();
  return {
    roles,
    state: parts.state(composer),
    editor: composer === null ? 'any' : editorKind(composer),
    address: document.URL,
    hidden: document.hidden,
    language: document.documentElement.lang,
  };
}
