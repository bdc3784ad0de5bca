// The texts of a snapshot: which of them are listed, and which of those cannot be read.

import { type Box, showsIn } from '../../dom/box';
import { css, data, rectOf, textLength } from '../../dom/dom';
import { collapse, isGlyphs, normalized, transformed, withoutGlyphs } from '../../dom/text';
import { isTextCovered } from '../../visibility/cover';
import type { GeneratedWords } from '../../visibility/generated_words';
import type { Look } from '../../visibility/look';
import { OpaqueBoxes } from '../../visibility/opaque_boxes';
import type { Visibility } from '../../visibility/visible';
import type { InsertionPoint } from '../insertion_point';
import { emptyNode, mergeText, isStateOfParent, type SnapshotNode } from '../node';
import type { NodeBudget } from '../node_budget';
import { HiddenText } from './hidden_text';

/** A listed text, and the node that holds it. */
interface ListedText {
  readonly node: SnapshotNode;
  readonly holder: SnapshotNode;
}

export class Texts {
  readonly hiddenText: HiddenText;
  readonly opaqueBoxes: OpaqueBoxes<ListedText>;

  constructor(
    private readonly look: Look,
    private readonly room: NodeBudget,
    private readonly view: Box,
  ) {
    this.hiddenText = new HiddenText(look);
    this.opaqueBoxes = new OpaqueBoxes(look);
  }

  /** Whether a text is part of the name of a painted control. */
  isKnownText(text: Text, parent: Element, visibility: Visibility, outer: InsertionPoint): boolean {
    if (!outer.controlsOnly || !outer.node.painted) return false;
    if (!outer.node.name.includes(data(text).slice(0, MAX_RAW).trim())) return false;
    this.hiddenText.addNameText(text, parent, visibility, outer);
    return true;
  }

  /** Records a listed element, and its box if it is visible. */
  addListed(node: SnapshotNode, element: Element, visibility: Visibility, box: DOMRect | null): void {
    this.hiddenText.addNamed(element, node);
    this.hiddenText.addField(element, visibility, node);
    if (box !== null && node.target !== null)
      this.opaqueBoxes.addCandidate({ node, holder: node }, element, box, node.inView);
  }

  /** Marks the covered texts, once all boxes are known. */
  finish(): void {
    const lines = new Map<SnapshotNode, boolean>();
    for (const [{ node, holder }, isCovered] of this.opaqueBoxes.coveredStates()) {
      // A line of a list or a table contains the texts inside it.
      const line = holder.kids.includes(node) ? node : holder;
      lines.set(line, (lines.get(line) ?? true) && isCovered);
    }
    for (const [line, isCovered] of lines) if (isCovered && !line.states.includes('hidden')) line.states.push('hidden');
    this.hiddenText.finish();
  }

  addText(
    text: Text,
    parent: Element,
    visibility: Visibility,
    box: DOMRect,
    faint: boolean,
    outer: InsertionPoint,
  ): void {
    const written = collapse(transformed(data(text).slice(0, MAX_RAW), css(visibility.style, 'text-transform')));
    if (isGlyphs(written)) {
      outer.node.painted ||= outer.controlsOnly;
      return;
    }
    if (faint) this.hiddenText.addText(text, parent);
    const inView = showsIn(box, this.view, 1) || (textLength(text) > MAX_RAW && showsIn(rectOf(parent), this.view, 1));
    this.#tell(withoutGlyphs(written), inView, parent, visibility, box, faint, outer);
  }

  addGeneratedWords(
    { text, box, faint }: GeneratedWords,
    element: Element,
    visibility: Visibility,
    outer: InsertionPoint,
  ): void {
    this.#tell(text, showsIn(box, this.view, 1), element, visibility, box, faint, outer);
  }

  #tell(
    written: string,
    inView: boolean,
    parent: Element,
    visibility: Visibility,
    box: DOMRect,
    faint: boolean,
    outer: InsertionPoint,
  ): void {
    if (outer.labelText !== '' && outer.labelText.includes(normalized(written))) return;
    if (this.room.isScarce && !inView) {
      this.room.omit();
      return;
    }
    // Covers of controls are detected separately.
    const isLoose = !outer.controlsOnly || outer.node.target === null;
    const hiddenText = faint || (inView && isLoose && isTextCovered(parent, box, this.look));
    if (outer.controlsOnly && !hiddenText) outer.node.painted = true;
    let node = { ...emptyNode('text', 'text', outer.block), name: written, inView };
    if (hiddenText) node.states.push('hidden');
    if (visibility.marked !== null && !isStateOfParent(visibility.marked, outer.node))
      node.states.push(visibility.marked);
    const { kids, target } = outer.node;
    const last = kids.at(-1);
    if (last !== undefined && mergeText(last, node)) {
      node = last;
    } else {
      this.room.spend(1);
      kids.push(node);
    }
    if (target === null && !hiddenText)
      this.opaqueBoxes.addCandidate({ node, holder: outer.node }, parent, box, inView);
  }
}

/** How much of one text is read; white space in it collapses before it is cut. */
const MAX_RAW = 10_000;
