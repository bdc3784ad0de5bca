// A guessed name for a control without one, from its attributes, its icon and at last its appearance.

import { isLabelable } from '../dom/control';
import { isEditingHost } from '../dom/field';
import { attr, flatChildren, firstChild, isElement, tag, xlink } from '../dom/dom';
import { setOf, tidy } from '../dom/text';
import { exactColour } from '../visibility/colour_names';
import type { Look } from '../visibility/look';
import { roleOf } from './role';

export function guessName(element: Element, look: Look): string {
  for (const name of HINTS) {
    const hint = tidy(attr(element, name) ?? '');
    if (hint !== '' && hint.length <= MAX_HINT) return IDENTIFIERS.has(name) ? words(hint) : hint;
  }
  return actionWordsOf(element) || iconOf(element, look) || appearanceOf(element, look);
}

/** The action of the control, if a class or its id says so: `ui-spinner-up`, `modalClose`. */
function actionWordsOf(element: Element): string {
  const said = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`.split(/\s+/).map(words);
  return (
    said.find((name) => name.length <= MAX_ACTION_NAME && name.split(' ').some((word) => ACTION_WORDS.has(word))) ?? ''
  );
}

/** As a last resort, an identifier that the page's author gave it. */
function identifierOf(element: Element, look: Look): string {
  // Classes say how a field or an editor is built, not what it is for.
  const isLike =
    (isLabelable(element) && tag(element) !== 'button') ||
    roleOf(element, look) === 'gridcell' ||
    isEditingHost(element);
  const classes = isLike ? [] : (attr(element, 'class') ?? '').split(/\s+/);
  const candidates = [attr(element, 'id') ?? '', ...classes];
  return words(
    candidates.find((candidate) => /^[a-z][a-z_-]{2,24}\d{0,3}$/i.test(candidate) && isTelling(candidate)) ?? '',
  );
}

/** The author's identifier; for an empty box with a colour of its own, that colour, too. */
function appearanceOf(element: Element, look: Look): string {
  const identifier = identifierOf(element, look);
  if (firstChild(element) !== null) return identifier;
  const colour = exactColour(look.style(element).backgroundColor);
  if (tag(element) === 'button')
    return hasWords(identifier) || isGrey(colour) ? identifier : tidy(`${colour} ${identifier}`);
  if (isLabelable(element)) return identifier;
  const painted = /background/i.test(attr(element, 'style') ?? '');
  return identifier === '' || painted ? tidy(`${colour} ${identifier}`) : identifier;
}

/** Whether an identifier says more than how the element is built: `picker-item` of a library does not. */
const isTelling = (identifier: string): boolean =>
  words(identifier)
    .split(' ')
    .some((word) => !BUILDING_WORDS.has(word));

const hasWords = (text: string): boolean => /[a-z]{2}/.test(text);

/** Default colours of buttons, which say nothing. */
const isGrey = (colour: string): boolean => /^(white|silver|grey|gray|black|)( #|$)/.test(colour);

/** The icon inside: by class, by the symbol an SVG uses, or by the file name of a picture. */
function iconOf(element: Element, look: Look): string {
  const open: Element[] = [element];
  for (let at = open.shift(), count = 0; at !== undefined && count < MAX_LOOKED_AT; at = open.shift(), count += 1) {
    const named = iconClass(attr(at, 'class') ?? '') || words(attr(at, 'data-icon') ?? attr(at, 'icon') ?? '');
    if (named !== '') return named;
    const file = fileWords(pictureOf(at) ?? backgroundOf(at, look));
    if (file !== '') return file;
    open.push(...[...flatChildren(at)].filter(isElement));
  }
  return '';
}

function pictureOf(element: Element): string | null {
  switch (tag(element)) {
    case 'svg:use':
      return attr(element, 'href') ?? xlink(element, 'href');
    case 'svg:image':
      return attr(element, 'href') ?? xlink(element, 'href');
    case 'img':
      return attr(element, 'src');
    default:
      return null;
  }
}

/** The first picture behind an element. */
const backgroundOf = (element: Element, look: Look): string | null => {
  const { backgroundImage, content, maskImage } = look.style(element);
  return /url\("([^"]*)"\)/.exec(`${content} ${backgroundImage} ${maskImage}`)?.[1] ?? null;
};

/** The name of the file or of the symbol in it, unless it is meaningless: a number, a checksum, data. */
function fileWords(address: string | null): string {
  if (address === null || address.startsWith('data:') || address.startsWith('blob:')) return '';
  const file = /([^/#?]+?)(\.[a-z0-9]+)*([?][^#]*)?$/i.exec(address)?.[1] ?? '';
  const said = words(file);
  return file.length <= MAX_HINT && /^[a-z]$|[a-z]{2}/i.test(said) && !MEANINGLESS.test(file) ? said : '';
}

function iconClass(classes: string): string {
  for (const [, name] of classes.matchAll(ICON_CLASS)) {
    if (name !== undefined && !MODIFIERS.has(name)) return words(name);
  }
  return '';
}

const words = (identifier: string): string =>
  tidy(
    identifier
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/[-_.:]+/g, ' ')
      .toLowerCase(),
  ).replace(LIBRARY_WORDS, '');

const HINTS = [
  'title',
  'data-placeholder',
  'data-tooltip',
  'data-title',
  'data-original-title',
  'data-label',
  'data-tip',
  'data-content-tooltip',
  'data-color',
  'data-name',
  'data-value',
  'name',
  'data-action',
  'data-testid',
  'data-test',
];
/** Attributes that are written for programs. */
const IDENTIFIERS = new Set(['name', 'data-action', 'data-testid', 'data-test']);
/** Classes of widespread icon sets: a prefix, and the name of the icon. */
const ICON_CLASS =
  /(?:^|\s)(?:[a-z]{1,8}-)?(?:fa|fas|far|fab|icon|icons|iconfont|bi|mdi|glyphicon|ti|ri|la|las|pi|codicon|octicon|anticon|lucide|feather|heroicons|dashicons)-([a-z][a-z0-9-]*)/gi;
/** Words in such classes that say how large or heavy an icon is, not which. */
const MODIFIERS = setOf(
  'solid regular light thin duotone brands fw lg sm xs xl md 2x 3x spin activity stack inverse border inline wrapper only',
);
const ACTION_WORDS = setOf(
  'up down next prev previous close delete remove add plus minus edit search menu play pause stop mute more expand collapse ' +
    'open send reply forward share like star refresh reload download upload save print copy paste cut undo redo settings ' +
    'filter sort zoom bold italic underline strike',
);
/** The prefix that a library gives to its classes, and words around the telling one. */
const LIBRARY_WORDS =
  /^(?:(?:icon|ic|btn|button|ui|fa|fas|far|ql|cm|el|ant|mat|mdc|mui|bp\d|v|q|p|md|tox|tiptap|ck|ag|rc)[ ])+| (?:icon|btn|button)$/g;
/** Words for the parts of a widget, and for what translators and scripts are told. */
const BUILDING_WORDS = setOf(
  'picker item items label wrapper wrap container content inner outer box cell row col column root body header footer main ' +
    'left right top bottom center button btn icon icons link text input field control group list notranslate editor ' +
    'active selected disabled hidden visible clickable pointer primary secondary default small large div span',
);
/** Longer class names hardly name what a click does. */
const MAX_ACTION_NAME = 24;
const MAX_HINT = 60;
/** A checksum, or the size of a picture that holds several icons. */
const MEANINGLESS = /[0-9a-f]{8}|^\d+px$/i;
const MAX_LOOKED_AT = 40;
