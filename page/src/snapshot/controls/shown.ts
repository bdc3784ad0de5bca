// How an element is shown in a snapshot, if at all.

import { formOf } from '../../dom/control';
import {
  attr,
  hasAttr,
  matches,
  optionSelected,
  optionText,
  selectOptions,
  clientHeight,
  clientWidth,
  documentElement,
  flatParent,
  inputType,
  isInput,
  isSelect,
  rectOf,
  scrollingElement,
  scrollLeft,
  scrollTop,
  tabIndex,
  tag,
} from '../../dom/dom';
import { isCheckable, isEditingHost, isTextField, TERMINAL } from '../../dom/field';
import { setOf, tidy } from '../../dom/text';
import { isNamedByContent } from '../../name/named';
import { clipOf } from '../../visibility/clip';
import type { Look } from '../../visibility/look';
import { isVisible, MIN_OPACITY } from '../../visibility/visible';
import { emptyNode, type NodeKind, type SnapshotNode } from '../node';

/** The role to show, or null when the element is only a box around its content. */
export function shownRole(element: Element, role: string, interesting: boolean, scrolls: boolean): string | null {
  const name = tag(element);
  if (name === 'iframe' || name === 'frame') return 'iframe';
  if (name === 'canvas' || name === 'video' || name === 'audio' || name === 'object' || name === 'embed') return name;
  if (role === 'term' && name === 'dfn') return interesting ? 'button' : null;
  if (!PASSED_OVER.has(role)) return role;
  if (name === 'form') return 'form';
  if (name === 'html' || name === 'body') return isEditingHost(element) ? 'textbox' : null;
  if (isEditingHost(element)) return 'textbox';
  if (interesting) return 'button';
  return scrolls ? 'region' : null;
}

export function kindOf(role: string, element: Element): NodeKind {
  if (role === 'row') return 'row';
  if (HOLDERS.has(role)) return 'holder';
  if (isNamedByContent(role) || WITH_VALUE.has(role) || role === 'img') return 'named';
  return NO_CONTENT.has(tag(element)) ? 'named' : 'group';
}

/** Whether it has a name besides its text, which is shown anyway. */
export const isNamedApart = (kind: NodeKind, element: Element): boolean =>
  kind !== 'row' && (kind !== 'holder' || hasAttr(element, 'aria-label') || hasAttr(element, 'aria-labelledby'));

/** The first options of a native list. Options of an open list box can be clicked. */
export function optionsOf(select: HTMLSelectElement, inView: boolean): SnapshotNode[] {
  const options = Array.from(selectOptions(select));
  const isOpen = options.some((option, index) => index < MAX_LOOKED_AT && rectOf(option).height > 0);
  return options.slice(0, MAX_OPTIONS).map((option) => {
    const kid: SnapshotNode = {
      ...emptyNode('named', 'option'),
      name: tidy(attr(option, 'label') ?? optionText(option)),
      painted: true,
      inView,
    };
    const box = isOpen ? rectOf(option) : null;
    if (box !== null && box.height > 0) {
      kid.target = option;
      kid.box = box;
    }
    if (optionSelected(option)) kid.states.push('selected');
    if (matches(option, ':disabled')) kid.states.push('disabled');
    return kid;
  });
}

/** The number of options of a native list that are too many to be listed. */
export function countedOptions(select: HTMLSelectElement): string[] {
  const { length } = selectOptions(select);
  return length > MAX_OPTIONS ? [`options=${length}`] : [];
}

/** Whether a control is transparent but clickable, and no visible label stands for it. */
export function isTransparentControl(element: Element, look: Look): boolean {
  const isOverlay =
    isSelect(element) || (isInput(element) && (isCheckable(element) || LAID_OVER.has(inputType(element))));
  if (!isOverlay) return false;
  const { display, visibility, opacity } = look.style(element);
  if (display === 'none' || visibility !== 'visible' || Number(opacity) >= MIN_OPACITY) return false;
  const { width, height } = rectOf(element);
  if (width < MIN_SIZE || height < MIN_SIZE) return false;
  return !look.labelsOf(element).some((label) => isVisible(label, look));
}

/** Whether a click on its label ticks or opens the control, so that the label can stand for it. */
export const isUsedByLabel = (control: Element): boolean =>
  isCheckable(control) ||
  (isInput(control) && inputType(control) === 'file') ||
  TICKED.has((attr(control, 'role') ?? '').toLowerCase());

/**
 * Whether it is the transparent field that takes the keys of a terminal; other invisible fields are traps for robots.
 */
export function takesKeysUnseen(field: Element, look: Look): boolean {
  if (!isInput(field) || !isTextField(field) || !TERMINAL.test(`${attr(field, 'id')} ${attr(field, 'class')}`))
    return false;
  if (formOf(field) !== null || tabIndex(field) < 0 || attr(field, 'aria-hidden') === 'true') return false;
  const { display, visibility, opacity } = look.style(field);
  return display !== 'none' && visibility === 'visible' && Number(opacity) < MIN_OPACITY;
}

/** Whether a labelled control is itself visible and clickable. */
export function controlShows(control: Element, look: Look): boolean {
  if (!isVisible(control, look)) return false;
  const style = look.style(control);
  const { clipPath, opacity } = style;
  if (Number(opacity) < MIN_OPACITY || clipPath.startsWith('inset(') || clipOf(style) !== 'auto') return false;
  const box = rectOf(control);
  const root = scrollingElement(look.document) ?? documentElement(look.document);
  const isOnPage = box.right + scrollLeft(root) > 0 && box.bottom + scrollTop(root) > 0;
  return isOnPage && box.width > 1 && box.height > 1 && !isInPixelBox(control, look);
}

/** Whether it is hidden in a box of one pixel, where it can still have the focus. */
export function isInPixelBox(control: Element, look: Look): boolean {
  const box = flatParent(control);
  return box !== null && look.style(box).overflowX === 'hidden' && (clientWidth(box) <= 1 || clientHeight(box) <= 1);
}

export const isInline = (display: string): boolean =>
  display === 'inline' || display === 'contents' || display.startsWith('inline-') || display === 'ruby';

/** Smaller elements cannot be recognised or hit; fields count from one pixel. */
export const MIN_SIZE = 5;

export const NO_CONTENT = setOf('input textarea iframe frame canvas video audio object embed img progress meter hr');

/** Roles that show progress; most are thin and have no text. */
export const GAUGES = setOf('progressbar meter');

/** The text inside these is their value. */
const WITH_VALUE = setOf('textbox searchbox combobox spinbutton slider');

const HOLDERS = setOf(
  'listitem cell gridcell columnheader rowheader paragraph definition term alert status note timer log ' + 'tooltip',
);

const PASSED_OVER = setOf(
  'generic none rowgroup document sectionheader sectionfooter emphasis strong subscript superscript ' +
    'mark code time deletion insertion suggestion caption separator application math',
);
/** Types of fields that pages replace by drawings, besides those that are ticked. */
const LAID_OVER = setOf('file range');
const TICKED = setOf('checkbox radio switch');
const MAX_OPTIONS = 300;
/** So many options at the beginning of an open list box may be hidden. */
const MAX_LOOKED_AT = 5;
