// The kinds of commands at the quiet level. Types and lists only.

import type { QuietCommand } from '../../generated/quiet';

/** Commands that change nothing. */
export const READING: readonly QuietCommand['kind'][] = [
  'ping',
  'inject',
  'open_roots',
  'frame_owner',
  'layout',
  'capture',
  'ask',
];

/** Commands that show which tab a run works in. */
export const WORKING: readonly QuietCommand['kind'][] = [
  'activate',
  'navigate',
  'reload',
  'step',
  'capture',
  'input',
  'send_form',
];

/** The request of the host beside the commands of the hands: a run begins to drive tabs. */
export interface QuietBegin {
  readonly begin: { readonly run: string; readonly name: string; readonly tabs: number };
}

type Of<Kind extends QuietCommand['kind']> = Extract<QuietCommand, { kind: Kind }>;
/** Commands about a tab as a whole, and those for one of its documents. */
export type TabCommand = Of<
  'activate' | 'inject' | 'navigate' | 'reload' | 'step' | 'stop_loading' | 'capture' | 'allow_once'
>;
export type DocumentCommand = Of<
  'ask' | 'open_roots' | 'frame_owner' | 'layout' | 'input' | 'set_files' | 'send_form' | 'drop_form'
>;
