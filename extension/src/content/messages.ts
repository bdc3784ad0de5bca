// The messages between the worker and the script in a document. Types only.

import type { QuietFile, QuietFormEntry, QuietInput, QuietReply } from '../generated/quiet';

/** A request of the worker to one document. */
export type ContentRequest =
  | { readonly do: 'ask'; readonly command: string }
  | { readonly do: 'open_roots' }
  /** The place of this document's window among the frames of its parent. */
  | { readonly do: 'index' }
  /** The page script's number of the frame element at this place. */
  | { readonly do: 'owner'; readonly index: number }
  | { readonly do: 'input'; readonly input: QuietInput }
  | { readonly do: 'layout' }
  | { readonly do: 'stop' }
  | { readonly do: 'guard' }
  /** The run has let the document go. */
  | { readonly do: 'leave_alone' }
  | { readonly do: 'describe' }
  | { readonly do: 'set_files'; readonly node: number; readonly files: readonly QuietFile[] }
  | { readonly do: 'send_form'; readonly form: number }
  | { readonly do: 'drop_form'; readonly form: number };

/** A request is recognised by this name, because other parts of the extension talk to documents too. */
export interface ToContent {
  readonly quiet: ContentRequest;
}

export type ContentReply =
  | { readonly ok: QuietReply }
  | { readonly index: number }
  | { readonly facts: DocumentFacts }
  | { readonly error: string };

export interface DocumentFacts {
  readonly url: string;
  readonly origin: string;
  readonly media_type: string;
  readonly is_interactive: boolean;
}

/** A message of a document to the worker. */
export type FromContent =
  | { readonly quiet: 'started'; readonly facts: DocumentFacts }
  | { readonly quiet: 'form_stopped'; readonly form: StoppedForm };

export interface StoppedForm {
  readonly form: number;
  readonly method: string;
  readonly url: string;
  readonly media_type: string;
  readonly entries: readonly QuietFormEntry[];
}

/** The answer to `started`: whether forms of the document are stopped. */
export interface Welcome {
  readonly guarded: boolean;
}
