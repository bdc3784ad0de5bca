// The tabs of runs: opens, attaches, groups, releases and closes them.
//
// Invariant: nothing is attached but a tab that a run opened, that a page of such a tab opened, or that the person named for
// it; and nothing is held any more when a tab is released.

import { newTab, takeable } from '../tab_choice.ts';
import { joinGroup, leaveGroup } from '../task_group.ts';
import { withRulesForClosing, updateNetworkRules } from './network_rules.ts';
import { CommandError } from './frames.ts';
import { readSession } from './session_ids.ts';
import type { RunState, RunStates } from './run_state.ts';

const PROTOCOL = '1.3';
/** Pages that a debugger is not allowed on. */
const CLOSED_TO_DEBUGGERS =
  /^(chrome|chrome-extension|devtools|edge|about:debug|https:\/\/chromewebstore\.google\.com)/;

export interface Attached {
  readonly tab: number;
  readonly target: string;
}

export class RunTabs {
  readonly #states: RunStates;
  /** Requests that are paused in a tab, as `failRequest` needs them. */
  readonly paused = new Map<
    string,
    { readonly tabId: number; readonly sessionId?: string; readonly request: string }
  >();

  constructor(states: RunStates) {
    this.#states = states;
  }

  /** Opens a tab behind the others, or takes the one that the person named for this run. */
  async open(state: RunState): Promise<Attached> {
    const named = state.first;
    if (named !== undefined) {
      delete state.first;
      return this.attach(state, named);
    }
    const tab = await newTab();
    state.opened.push(tab);
    return this.attach(state, tab);
  }

  /** Attaches a tab to a run and puts it into the run's group. Its pages may run already. */
  async attach(state: RunState, tab: number): Promise<Attached> {
    const { url } = await takeable(tab);
    if (url !== undefined && CLOSED_TO_DEBUGGERS.test(url)) {
      throw new CommandError(-32000, `the browser lets no extension work on ${url}; open another page`);
    }
    await chrome.debugger.attach({ tabId: tab }, PROTOCOL);
    state.tabs.push(tab);
    await this.#states.save(state);
    if (state.fetch !== undefined)
      void chrome.debugger.sendCommand({ tabId: tab }, 'Fetch.enable', state.fetch as object);
    const target = await targetOf(tab);
    if (target === undefined) throw new CommandError(-32000, 'the tab is gone');
    void joinGroup(
      tab,
      state.name,
      () => state.group,
      (group) => {
        state.group = group;
        return this.#states.save(state);
      },
    );
    await updateNetworkRules(this.#states);
    return { tab, target };
  }

  /** The oldest tabs that are too many, so that they can be released. */
  excess(state: RunState): number[] {
    return state.tabs.slice(0, Math.max(0, state.tabs.length - state.mostTabs));
  }

  /** Lets a tab go: nothing of it is sent that was held, and it stays open. */
  async release(state: RunState, tab: number): Promise<void> {
    await this.failPaused(tab);
    this.forget(state, tab);
    await this.#states.save(state);
    await chrome.debugger.detach({ tabId: tab }).catch(() => undefined);
    await leaveGroup(tab);
    await updateNetworkRules(this.#states);
  }

  /** Closes a tab; what its page sends meanwhile does not leave. */
  async close(tab: number): Promise<void> {
    await this.failPaused(tab);
    await withRulesForClosing(tab, () => chrome.tabs.remove(tab));
  }

  /** Removes a tab that is gone from the state. */
  forget(state: RunState, tab: number): void {
    state.tabs = state.tabs.filter((one) => one !== tab);
    state.opened = state.opened.filter((one) => one !== tab);
    state.children = state.children.filter((name) => readSession(name)?.tabId !== tab);
    for (const [name, { tabId }] of this.paused) if (tabId === tab) this.paused.delete(name);
  }

  /** A held request would be sent when the debugger detaches, so each of them fails first. */
  async failPaused(tab: number): Promise<void> {
    const held = [...this.paused.entries()].filter(([, { tabId }]) => tabId === tab);
    const failing = held.map(async ([name, { tabId, sessionId, request }]) => {
      this.paused.delete(name);
      const session = sessionId === undefined ? { tabId } : { tabId, sessionId };
      await chrome.debugger.sendCommand(session, 'Fetch.failRequest', { requestId: request, errorReason: 'Aborted' });
    });
    await Promise.allSettled(failing);
  }
}

/** The id of a tab's page as the protocol knows it. */
export async function targetOf(tab: number): Promise<string | undefined> {
  const targets = await chrome.debugger.getTargets();
  return targets.find(({ tabId, type }) => tabId === tab && type === ('page' as never))?.id;
}

export async function tabOf(target: string): Promise<number | undefined> {
  const targets = await chrome.debugger.getTargets();
  return targets.find(({ id }) => id === target)?.tabId;
}
