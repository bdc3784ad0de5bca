// Which tabs belong to which run, in `storage.session`: the worker may be ended at any moment, the tabs stay attached.

import { keepLeft } from '../tab_choice.ts';

/** A run that drives tabs through the debugger. */
export interface RunState {
  readonly run: string;
  /** Shown in the title of its tab group. */
  readonly name: string;
  /** At most so many tabs; the oldest is released. */
  readonly mostTabs: number;
  /** A tab of the person that the run begins in, until it is taken. */
  first?: number;
  /** In the order in which they came. */
  tabs: number[];
  /** Those that the run opened, which are closed with it. */
  opened: number[];
  group?: number;
  /** The parameters of `Fetch.enable` for the whole browser. */
  fetch?: unknown;
  /** Sessions of frames and workers, by their names. */
  children: string[];
}

const PREFIX = 'run:';

export class RunStates {
  readonly #runs = new Map<string, RunState>();
  /** Tabs that pages of runs have opened and that are being attached. */
  readonly following = new Set<number>();
  readonly restored: Promise<void>;

  constructor() {
    this.restored = this.#restore();
  }

  get(run: string): RunState | undefined {
    return this.#runs.get(run);
  }

  all(): RunState[] {
    return [...this.#runs.values()];
  }

  ofTab(tab: number): RunState | undefined {
    return this.all().find(({ tabs }) => tabs.includes(tab));
  }

  /** Keeps a new or changed state. */
  async save(state: RunState): Promise<void> {
    this.#runs.set(state.run, state);
    await chrome.storage.session.set({ [PREFIX + state.run]: state });
  }

  /** Forgets a run that drives no tabs any more; `left` is the tab that it would go on in. */
  async remove(run: string, left?: number): Promise<void> {
    this.#runs.delete(run);
    await chrome.storage.session.remove(PREFIX + run);
    if (left !== undefined) await keepLeft(run, left);
  }

  async #restore(): Promise<void> {
    for (const [key, value] of Object.entries(await chrome.storage.session.get(null))) {
      if (key.startsWith(PREFIX)) this.#runs.set((value as RunState).run, value as RunState);
    }
  }
}
