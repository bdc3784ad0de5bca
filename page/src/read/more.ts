// Finds the control that leads to further rows of a list: its next page, or "load more".

import { attr, containsNode, flatParent, queryWithin } from '../dom/dom';
import type { Refs } from '../dom/refs';
import type { Described } from '../generated/wire';
import { contentNameOf, nameOf } from '../name/name';
import { isDisabled } from '../snapshot/controls/states';
import { describe } from '../snapshot/names/describe';
import type { Look } from '../visibility/look';
import { isVisible } from '../visibility/visible';
import type { Group } from './records';

/** Searches beside the list, within a few ancestors, and never inside one of its items. */
export function nextPageControl({ around, items }: Group, look: Look, refs: Refs): Described | null {
  let at: Element | null = around;
  for (let level = 0; level < MAX_LEVELS && at !== null; level += 1, at = flatParent(at)) {
    const found = queryWithin(at, CONTROLS)
      .slice(-MAX_CONTROLS)
      .find((control) => bringsMore(control, look) && !items.some((item) => containsNode(item, control)));
    if (found !== undefined) return describe(found, look, refs);
  }
  return null;
}

function bringsMore(control: Element, look: Look): boolean {
  const isMeant = attr(control, 'rel') === 'next' || [nameOf(control, look), contentNameOf(control, look)].some(isSaid);
  return isMeant && isVisible(control, look) && !isDisabled(control) && !isOut(control);
}

const isSaid = (name: string): boolean => name.length <= MAX_NAME && MORE.test(name.trim());

/** Disabled pagination links are marked by a class, of the link or of the item around it. */
const isOut = (control: Element): boolean =>
  [control, flatParent(control)].some((at) => at !== null && OUT.test(attr(at, 'class') ?? ''));

const CONTROLS = 'a, button, [role="button"], [role="link"], input[type="button"], input[type="submit"]';
const MAX_LEVELS = 4;
const MAX_CONTROLS = 200;
const MAX_NAME = 60;
const OUT = /(^|[\s_-])disabled(\s|$)/;
const MORE = new RegExp(
  [
    '^(load|show|see|view|get|fetch)( \\S+)? more\\b',
    '^more( results| items| posts| rows)?[.…]*$',
    '^(go to )?(the )?next( page| \\d+)?\\s*[›»>→]*$',
    '^[›»>→]$',
    '^older\\b',
    '^(página )?siguiente\\b',
    '^(cargar|mostrar|ver) más\\b',
    '^(page )?suivante?\\b',
    '^(charger|afficher|voir) plus\\b',
    '^(nächste|weiter)( seite)?$',
    '^mehr (laden|anzeigen)\\b',
    '^(próxima|seguinte)\\b',
    '^(carregar|ver|mostrar) mais\\b',
    '^(下一页|加载更多|次へ|もっと見る)$',
  ].join('|'),
  'i',
);
