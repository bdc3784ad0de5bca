// Answers what the worker asks of one document.

import type { PageAgent } from '../../../page/src/agent';
import { hostOf, isSelect } from '../../../page/src/dom/dom';
import type { QuietFile, QuietReply } from '../generated/quiet';
import type { Forms } from './forms';
import { FocusEvents } from './input/focus';
import { Input } from './input/input';
import type { ContentReply, ContentRequest, DocumentFacts } from './messages';

export class Server {
  readonly #input: Input;
  readonly #focus: FocusEvents;

  constructor(
    private readonly document: Document,
    private readonly agent: PageAgent,
    private readonly forms: Forms,
  ) {
    this.#focus = new FocusEvents(document);
    this.#input = new Input(document, this.#focus, (element) => this.#numberOf(element));
  }

  async handle(request: ContentRequest): Promise<ContentReply> {
    try {
      return await this.#execute(request);
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async #execute(request: ContentRequest): Promise<ContentReply> {
    switch (request.do) {
      case 'ask':
        return { ok: { kind: 'answer', text: await this.#ask(request.command) } };
      case 'open_roots':
        return { ok: { kind: 'count', count: this.#openRoots() } };
      case 'index':
        return { index: indexInParent() };
      case 'owner':
        return { ok: { kind: 'number', node: this.#ownerAt(request.index) } };
      case 'input':
        return { ok: await this.#input.perform(request.input) };
      case 'layout':
        return { ok: layout(this.document) };
      case 'stop':
        window.stop();
        return DONE;
      case 'guard':
        this.forms.guard();
        return DONE;
      case 'leave_alone':
        this.forms.leaveAlone();
        return DONE;
      case 'describe':
        return { facts: factsOf(this.document) };
      case 'set_files':
        return { ok: this.#setFiles(request.node, request.files) };
      case 'send_form':
        return { ok: doneOr(await this.forms.send(request.form)) };
      case 'drop_form':
        this.forms.drop(request.form);
        return DONE;
    }
  }

  async #ask(command: string): Promise<string> {
    const answer = await this.#focus.around(() => this.agent.handle(command));
    if (typeof answer === 'string') return answer;
    throw new Error('the page script answers no objects here');
  }

  /** Closed roots that page scripts cannot read are open to extensions. */
  #openRoots(): number {
    const found = this.agent.handle('{"kind":"shadow_candidates"}');
    if (!Array.isArray(found)) return 0;
    const roots = found
      .filter((element) => element instanceof HTMLElement)
      .map((element) => chrome.dom.openOrClosedShadowRoot(element))
      .filter((root) => root !== null && hostOf(root).shadowRoot === null);
    if (roots.length > 0) void this.agent.handle('{"kind":"adopt_roots"}', roots);
    return roots.length;
  }

  #ownerAt(index: number): number | null {
    const wanted = window[index];
    if (wanted === undefined) return null;
    for (const frame of this.document.querySelectorAll('iframe, frame, object, embed')) {
      if (windowOf(frame) === wanted) return this.#numberOf(frame);
    }
    return null;
  }

  #numberOf(element: Element): number | null {
    const answer = this.agent.handle('{"kind":"number_of"}', [element]);
    return typeof answer === 'string' ? ((JSON.parse(answer) as { node?: number }).node ?? null) : null;
  }

  #setFiles(node: number, files: readonly QuietFile[]): QuietReply {
    const field = this.agent.handle(JSON.stringify({ kind: 'element', node }));
    if (!(field instanceof HTMLInputElement) || isSelect(field)) return { kind: 'gone' };
    const given = new DataTransfer();
    for (const { name, media_type: type, bytes } of files) {
      given.items.add(new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], name, { type }));
    }
    field.files = given.files;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return { kind: 'done' };
  }
}

export function factsOf(document: Document): DocumentFacts {
  return {
    url: document.URL,
    origin: self.origin,
    media_type: document.contentType,
    is_interactive: document.readyState !== 'loading',
  };
}

/** The place among the frames of the parent; -1 for one in a shadow root, which has none. */
function indexInParent(): number {
  const { parent } = window;
  for (let at = 0; at < parent.length; at += 1) if (parent[at] === window) return at;
  return -1;
}

/** A frame of a frameset has a window like one of `<iframe>`. */
const windowOf = (frame: Element): unknown => ('contentWindow' in frame ? frame.contentWindow : null);

function layout(document: Document): QuietReply {
  const root = document.documentElement;
  return {
    kind: 'layout',
    page: [window.scrollX, window.scrollY],
    client: [root.clientWidth, window.innerHeight],
    content: [root.scrollWidth, root.scrollHeight],
  };
}

const doneOr = (why: string | null): QuietReply =>
  why === null
    ? { kind: 'done' }
    : { kind: 'needs_debugger', why: `the browser can send ${why} only at the debugger level` };

const DONE: ContentReply = { ok: { kind: 'done' } };
