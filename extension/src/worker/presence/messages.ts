// The messages about the mark that webhand leaves on the pages of its runs. Types only.

/** The offscreen document → worker, as the body of a request to `presence`: how a run stands. */
export type PresenceReport =
  | { readonly do: 'run'; readonly run: PresenceRun }
  /** An element is about to be touched; the box is in CSS pixels of the viewport. */
  | { readonly do: 'touch'; readonly run: string; readonly tab: number; readonly touch: Touch }
  | { readonly do: 'over'; readonly run: string };

/** A run as far as the person sees it in the browser. */
export interface PresenceRun {
  readonly id: string;
  readonly task: string;
  readonly state: 'queued' | 'working' | 'waiting' | 'taken_over' | 'paused' | 'parked' | 'over';
  /** The tabs that it may touch. */
  readonly tabs: readonly number[];
  /** The tab that it works on now. */
  readonly current: number | null;
  /** How it works there: at the quiet level each trusted event is the person's. */
  readonly level: 'quiet' | 'debugger';
  readonly step: number;
  readonly maxSteps: number;
  /** The question that waits, in words. */
  readonly question: string | null;
}

export interface Touch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The action, in a line: it stands in the log of the popup, never in the page. */
  readonly text: string;
}

/** The worker → offscreen document, as an event of `presence`: what the person did on the page. */
export interface PresenceAct {
  readonly run: string;
  /** `interrupt`: they used the page themselves. */
  readonly act: 'interrupt' | 'take' | 'give-back' | 'resume' | 'cancel';
}

/** The worker → script of a page. */
export type PageMark =
  | { readonly do: 'mark'; readonly mark: Mark | null }
  | { readonly do: 'touch'; readonly touch: Omit<Touch, 'text'> }
  /** Input of the run that is about to arrive as the browser's own; it is no interrupt. */
  | { readonly do: 'expect'; readonly input: ExpectedInput }
  /** Out of a picture that is about to be taken, and back. */
  | { readonly do: 'hide' | 'show' };

/** The content of the bar. */
export interface Mark {
  readonly state: 'working' | 'waiting' | 'taken_over' | 'paused';
  /** Whether the person's own input is kept from the page and pauses the run. */
  readonly guards: boolean;
  /** Whether the run's own input is the browser's too and comes announced. */
  readonly announced: boolean;
  readonly step: number;
  readonly maxSteps: number;
  /** Texts in the person's language. */
  readonly text: string;
  readonly buttons: readonly { readonly act: PresenceAct['act']; readonly text: string }[];
}

export type ExpectedInput =
  { readonly kind: 'pointer'; readonly x: number; readonly y: number } | { readonly kind: 'key'; readonly key: string };

/** The script of a page → worker. The tab and frame are those of the sender, never of the message. */
export type PageReport =
  | { readonly to: 'presence'; readonly do: 'hello' }
  | { readonly to: 'presence'; readonly do: 'act'; readonly act: PresenceAct['act'] };

/** Views → worker. */
export type PresenceMessage =
  { readonly to: 'presence'; readonly do: 'state' } | { readonly to: 'presence'; readonly do: 'disengage' };

/** The answer to `state`. */
export interface PresenceState {
  readonly runs: readonly PresenceRun[];
  readonly log: readonly LogLine[];
}

export interface LogLine {
  readonly wall: number;
  readonly run: string;
  readonly text: string;
}
