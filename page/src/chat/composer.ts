// The composer of a chat page: what it holds, and what stands around it.

import type { ChatEditor, ComposerReading, SendControl } from '../generated/chat';
import { ChatFailure } from './failure';
import type { Parts } from './parts';
import { editorText } from './writing/editor_text';

export class Composer {
  constructor(readonly parts: Parts) {}

  get document(): Document {
    return this.parts.candidates.document;
  }

  /** Found anew each time, because pages replace it. */
  get element(): HTMLElement {
    const element = this.parts.composer();
    if (element instanceof HTMLElement) return element;
    throw new ChatFailure('no_composer', 'no candidate of the adapter finds the field for messages on this page');
  }

  /** The kind that the adapter names counts, unless the element is plainly another. */
  get kind(): ChatEditor {
    const seen = editorKind(this.element);
    const { editor } = this.parts.candidates.adapter;
    return seen === 'editable' && editor !== 'any' && editor !== 'textarea' ? editor : seen;
  }

  text(): string {
    return editorText(this.element);
  }

  read(): ComposerReading {
    const { element, parts } = this;
    const area = parts.area(element);
    return {
      text: editorText(element),
      chips: parts.chips(area).length,
      send: sendControl(parts.send(area)),
      editor: this.kind,
      stop: parts.stop(area) !== null,
      state: parts.state(element),
      hidden: this.document.hidden,
    };
  }
}

export function editorKind(element: Element): ChatEditor {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) return 'textarea';
  if (element.hasAttribute('data-lexical-editor')) return 'lexical';
  if (element.classList.contains('ProseMirror')) return 'prosemirror';
  return element.classList.contains('ql-editor') ? 'quill' : 'editable';
}

export function isDisabled(button: Element): boolean {
  return button.matches(':disabled') || button.getAttribute('aria-disabled') === 'true';
}

function sendControl(button: Element | null): SendControl {
  if (button === null) return 'absent';
  return isDisabled(button) ? 'disabled' : 'enabled';
}
