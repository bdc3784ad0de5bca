// Sets the name and the states of a node.

import { type Box, showsIn } from '../../dom/box';
import { fieldValue } from '../../dom/field';
import { secretKind } from '../../dom/secret';
import { withoutGlyphs } from '../../dom/text';
import { contentNameOf, nameOf } from '../../name/name';
import type { Look } from '../../visibility/look';
import type { ButtonParts } from '../controls/button_parts';
import { isNamedApart } from '../controls/shown';
import { pushStates } from '../controls/states';
import type { SnapshotNode } from '../node';
import { displayName, captionOf, hrefOf } from './describe';

export class NodeNaming {
  constructor(
    private readonly look: Look,
    private readonly focused: Element | null,
    private readonly view: Box,
    private readonly parts: ButtonParts,
  ) {}

  /** Names an element that is no control. */
  name(node: SnapshotNode, element: Element, role: string, disabled: boolean): void {
    if (isNamedApart(node.kind, element))
      node.name = withoutGlyphs(nameOf(element, this.look) || captionOf(element, this.look));
    pushStates(node.states, element, role, this.focused, disabled);
    if (role === 'progressbar' || role === 'meter') node.value = fieldValue(element);
  }

  nameControl(node: SnapshotNode, element: Element, role: string, box: DOMRect, disabled: boolean): void {
    const { name, guessed } = displayName(element, role, this.look);
    node.name = name === '' && this.parts.has(element) ? contentNameOf(element, this.look) : name;
    node.unnamed = guessed;
    node.target = element;
    node.box = box;
    node.inView = showsIn(box, this.view, 1);
    node.href = hrefOf(element);
    pushStates(node.states, element, role, this.focused, disabled);
    if (guessed) node.states.push('guessed');
    const value = secretKind(element) === null ? fieldValue(element) : null;
    node.value = value === '' || saysItsName(value, name, role) ? null : value;
  }
}

/** A combobox without a choice shows its label as its value, sometimes twice. */
const saysItsName = (value: string | null, name: string, role: string): boolean =>
  role === 'combobox' && value !== null && name !== '' && /^[\s*:]*$/.test(value.replaceAll(name, ''));
