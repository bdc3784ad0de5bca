// Keeps forms from being sent: their page stays as it is, with all that was entered. A form that is let go is sent with
// exactly the entries that were reported.

import type { QuietFormEntry } from '../generated/quiet';
import type { StoppedForm } from './messages';

/** A form as its page meant to send it. */
interface StoppedSubmission {
  readonly url: string;
  readonly data: FormData;
  readonly mediaType: string;
  /** Whether the form stands in this document, so that sending it from here is the same. */
  readonly isOwn: boolean;
}

interface Sending {
  readonly kept: StoppedSubmission;
  readonly copy: HTMLFormElement;
  readonly judged: (why: string | null) => void;
}

const MOST_KEPT = 16;
const SENT_WITHIN = 2_000;

export class Forms {
  readonly #kept = new Map<number, StoppedSubmission>();
  readonly #tell: (form: StoppedForm) => void;
  #last = 0;
  #isGuarded = true;
  /** The form that is being sent from here; the browser sends it a moment later. */
  #sending: Sending | null = null;
  #submitted: { form: HTMLFormElement; submitter: HTMLElement | null } | null = null;

  constructor(tell: (form: StoppedForm) => void) {
    this.#tell = tell;
    addEventListener('submit', this.#noteSubmit, { capture: true });
    navigation.addEventListener('navigate', this.#judge);
  }

  guard(): void {
    this.#isGuarded = true;
  }

  /** No page of the run was touched yet, so forms go. */
  leaveAlone(): void {
    this.#isGuarded = false;
  }

  urlOf(form: number): string | null {
    return this.#kept.get(form)?.url ?? null;
  }

  drop(form: number): void {
    this.#kept.delete(form);
  }

  /** Sends a form that was kept; says why if that is not possible. */
  async send(form: number): Promise<string | null> {
    const kept = this.#kept.get(form);
    this.#kept.delete(form);
    if (kept === undefined) return 'a form that is not kept any more';
    if (!kept.isOwn) return 'the form of another document';
    const copy = copyOf(kept);
    document.documentElement.append(copy);
    try {
      return await new Promise((resolve) => {
        this.#sending = { kept, copy, judged: resolve };
        setTimeout(resolve, SENT_WITHIN, 'a form that its page keeps back');
        HTMLFormElement.prototype.submit.call(copy);
      });
    } finally {
      this.#sending = null;
      copy.remove();
    }
  }

  readonly #noteSubmit = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement)) return;
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    this.#submitted = { form: target, submitter };
    queueMicrotask(() => (this.#submitted = null));
  };

  readonly #judge = (event: NavigateEvent): void => {
    const { formData, destination } = event;
    if (formData === null) return;
    const source = (event as { sourceElement?: Element | null }).sourceElement ?? null;
    if (this.#sending !== null && (source === null || source === this.#sending.copy)) {
      const { kept, judged } = this.#sending;
      const isAllowed = destination.url === kept.url && isSame(formData, kept.data);
      if (!isAllowed) event.preventDefault();
      judged(isAllowed ? null : 'a form whose entries its page changes');
      return;
    }
    if (!this.#isGuarded || !event.cancelable) return;
    event.preventDefault();
    const form = formOf(source) ?? this.#submitted?.form ?? null;
    const submitter = source instanceof HTMLFormElement ? this.#submitted?.submitter : source;
    const mediaType = encodingOf(form, submitter ?? null);
    const kept = { url: destination.url, data: formData, mediaType, isOwn: form !== null || isEmptyDocument() };
    this.#keep(kept);
  };

  #keep(kept: StoppedSubmission): void {
    const form = ++this.#last;
    this.#kept.set(form, kept);
    for (const old of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(old);
    }
    const entries = [...kept.data].map(([name, value]) => entryOf(name, value));
    this.#tell({ form, method: 'POST', url: kept.url, media_type: kept.mediaType, entries });
  }
}

const entryOf = (name: string, value: FormDataEntryValue): QuietFormEntry =>
  typeof value === 'string' ? { name, value, is_file: false } : { name, value: value.name, is_file: true };

function formOf(source: Element | null): HTMLFormElement | null {
  if (source instanceof HTMLFormElement) return source;
  return source instanceof HTMLButtonElement || source instanceof HTMLInputElement ? source.form : null;
}

function encodingOf(form: HTMLFormElement | null, submitter: Element | null): string {
  const own = submitter?.getAttribute('formenctype') ?? null;
  if (own !== null && ENCODINGS.includes(own.toLowerCase())) return own.toLowerCase();
  return form === null
    ? URL_ENCODED
    : (HTMLFormElement.prototype.getAttribute.call(form, 'enctype')?.toLowerCase() ?? URL_ENCODED);
}

/** A frame that shows nothing yet has the origin of the document that sends the form. */
const isEmptyDocument = (): boolean => location.href === 'about:blank' || location.href === 'about:srcdoc';

/** A form with these entries and nothing else. */
function copyOf({ url, data, mediaType }: StoppedSubmission): HTMLFormElement {
  const form = document.createElement('form');
  form.hidden = true;
  form.setAttribute('method', 'post');
  form.setAttribute('action', url);
  form.setAttribute('enctype', ENCODINGS.includes(mediaType) ? mediaType : URL_ENCODED);
  for (const [name, value] of data) {
    const field = document.createElement('input');
    if (typeof value === 'string') {
      // A line break in a value is kept only by a text area.
      const text = document.createElement('textarea');
      text.name = name;
      text.value = value;
      form.append(text);
      continue;
    }
    field.type = 'file';
    field.name = name;
    if (value.name !== '' || value.size > 0) {
      const files = new DataTransfer();
      files.items.add(value);
      field.files = files.files;
    }
    form.append(field);
  }
  return form;
}

function isSame(left: FormData, right: FormData): boolean {
  const [a, b] = [[...left], [...right]];
  return a.length === b.length && a.every(([name, value], at) => b[at]?.[0] === name && isSameValue(value, b[at][1]));
}

function isSameValue(left: FormDataEntryValue, right: FormDataEntryValue): boolean {
  if (typeof left === 'string' || typeof right === 'string') {
    return typeof left === typeof right && unified(left as string) === unified(right as string);
  }
  return left.name === right.name && left.size === right.size && left.type === right.type;
}

/** Forms send each line break as CR LF. */
const unified = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

const URL_ENCODED = 'application/x-www-form-urlencoded';
const ENCODINGS = [URL_ENCODED, 'multipart/form-data', 'text/plain'];
