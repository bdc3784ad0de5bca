// A browser as the engine expects it, made of `chrome.debugger` and `chrome.tabs`: commands for the browser as a whole are
// emulated, those of sessions are passed on. One for each run; it decides nothing.

import { CommandOrder } from './command_order.ts';
import { CommandError, type Command, type Params } from './frames.ts';
import type { RunState, RunStates } from './run_state.ts';
import { type RunTabs, tabOf, targetOf } from './run_tabs.ts';
import { type DebuggerSession, readRequest, readSession, sessionName } from './session_ids.ts';

export type SendEvent = (run: string, method: string, params: unknown, session?: string) => void;

/** The mark that the person sees on the pages of a run. */
export interface PageMarks {
  /** Announces input of the run to its page; null where nothing has to be waited for. */
  announce(tab: number, method: string, params: unknown): Promise<unknown> | null;
  /** Takes a picture of a tab with nothing on it that is not the page's. */
  withoutMark(tab: number, take: () => Promise<unknown>): Promise<unknown>;
}

/** How long a crash may take until it is told. */
const CRASHED_WITHIN_MS = 4000;

export class VirtualBrowser {
  readonly #states: RunStates;
  readonly #tabs: RunTabs;
  readonly #send: SendEvent;
  readonly #marks: PageMarks;
  readonly #order = new CommandOrder();
  /** Pages that are being crashed: the browser never answers that command. */
  readonly crashing = new Map<string, () => void>();

  constructor(states: RunStates, tabs: RunTabs, send: SendEvent, marks: PageMarks) {
    this.#marks = marks;
    this.#states = states;
    this.#tabs = tabs;
    this.#send = send;
  }

  /** Performs one command of a run and returns its result. */
  async perform(state: RunState, command: Command): Promise<unknown> {
    if (command.sessionId === undefined) return this.#browserCommand(state, command.method, command.params);
    const session = readSession(command.sessionId);
    if (session === undefined || !state.tabs.includes(session.tabId)) {
      throw new CommandError(-32001, 'Session with given id not found.');
    }
    return this.#sessionCommand(session, command.method, command.params);
  }

  #sessionCommand(session: DebuggerSession, method: string, params: Params): Promise<unknown> {
    // Requests are paused for the browser as a whole, which this endpoint does session by session.
    if (method === 'Fetch.enable' || method === 'Fetch.disable') return Promise.resolve({});
    if (method === 'Page.crash') return this.#crash(session);
    const send = () => chrome.debugger.sendCommand(session, method, params as object);
    const { tabId } = session;
    const isPicture = method === 'Page.captureScreenshot';
    return this.#order.send(tabId, this.#marks.announce(tabId, method, params), () =>
      isPicture ? this.#marks.withoutMark(tabId, send) : send(),
    );
  }

  async #browserCommand(state: RunState, method: string, params: Params): Promise<unknown> {
    switch (method) {
      case 'Browser.getVersion':
        return version();
      case 'Target.setDiscoverTargets':
      case 'Target.setAutoAttach':
      case 'Browser.setDownloadBehavior':
        return {};
      case 'Target.createTarget':
        return this.#createTarget(state);
      case 'Target.closeTarget':
        return this.#closeTarget(state, String(params['targetId']));
      case 'Target.activateTarget':
        return this.#activate(state, String(params['targetId']));
      case 'Browser.cancelDownload':
        return cancelDownload(String(params['guid']));
      case 'Fetch.enable':
      case 'Fetch.disable':
        return this.#pauseRequests(state, method, params);
      case 'Fetch.continueRequest':
      case 'Fetch.failRequest':
      case 'Fetch.continueWithAuth':
        return this.#resolveRequest(method, params);
      default:
        throw new CommandError(-32601, `'${method}' is not possible in the extension`);
    }
  }

  async #createTarget(state: RunState): Promise<unknown> {
    const { tab, target } = await this.#tabs.open(state);
    await this.announce(state, tab, target);
    return { targetId: target };
  }

  /** Tells the engine of a tab. A tab without an opener is one that the engine asked for, so it is announced as empty. */
  async announce(state: RunState, tab: number, target: string, opener?: number): Promise<void> {
    const openerId = opener === undefined ? undefined : await targetOf(opener);
    const { title = '', url = '' } = await chrome.tabs.get(tab);
    const shown = openerId === undefined ? 'about:blank' : url;
    const targetInfo = { targetId: target, type: 'page', title, url: shown, attached: true, openerId };
    this.#send(state.run, 'Target.attachedToTarget', {
      sessionId: sessionName({ tabId: tab }),
      targetInfo,
      waitingForDebugger: false,
    });
    for (const old of this.#tabs.excess(state)) await this.releaseAndTell(state, old);
  }

  async #closeTarget(state: RunState, target: string): Promise<unknown> {
    const tab = await tabOf(target);
    if (tab === undefined || !state.tabs.includes(tab)) throw new CommandError(-32000, 'No target with given id found');
    if (state.opened.includes(tab)) await this.#tabs.close(tab);
    else await this.releaseAndTell(state, tab);
    return { success: true };
  }

  /** Gives a tab back to the person. */
  async releaseAndTell(state: RunState, tab: number): Promise<void> {
    await this.#tabs.release(state, tab);
    this.#send(state.run, 'Target.detachedFromTarget', { sessionId: sessionName({ tabId: tab }) });
  }

  async #activate(state: RunState, target: string): Promise<unknown> {
    const tab = await tabOf(target);
    if (tab === undefined || !state.tabs.includes(tab)) throw new CommandError(-32000, 'No target with given id found');
    const { windowId } = await chrome.tabs.update(tab, { active: true }).then((shown) => shown ?? { windowId: -1 });
    if (windowId >= 0) await chrome.windows.update(windowId, { focused: true });
    return {};
  }

  async #pauseRequests(state: RunState, method: string, params: Params): Promise<unknown> {
    if (method === 'Fetch.enable') state.fetch = params;
    else delete state.fetch;
    const roots: DebuggerSession[] = state.tabs.map((tabId) => ({ tabId }));
    const children = state.children.flatMap((name) => readSession(name) ?? []);
    const each = [...roots, ...children].map((session) =>
      chrome.debugger.sendCommand(session, method, params as object),
    );
    await this.#states.save(state);
    // A session that is gone sends nothing, and a worker without `Fetch` is reached through its page.
    await Promise.allSettled(each);
    return {};
  }

  #resolveRequest(method: string, params: Params): Promise<unknown> {
    const name = String(params['requestId']);
    const found = readRequest(name);
    if (found === undefined) throw new CommandError(-32602, 'Invalid InterceptionId.');
    this.#tabs.paused.delete(name);
    return chrome.debugger.sendCommand(found.session, method, { ...params, requestId: found.request });
  }

  #crash(session: DebuggerSession): Promise<unknown> {
    const name = sessionName(session);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.crashing.delete(name);
        reject(new CommandError(-32000, 'the page could not be ended'));
      }, CRASHED_WITHIN_MS);
      this.crashing.set(name, () => {
        clearTimeout(late);
        this.crashing.delete(name);
        resolve({});
      });
      chrome.debugger.sendCommand(session, 'Page.crash', {}).catch((error: unknown) => {
        clearTimeout(late);
        this.crashing.delete(name);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}

function version(): unknown {
  const [product = 'Chrome'] = /Chrom(?:e|ium)\/[\d.]+/.exec(navigator.userAgent) ?? [];
  return { product, protocolVersion: '1.3', revision: '', userAgent: navigator.userAgent, jsVersion: '' };
}

/** Downloads under way, by the protocol's number. A worker that was ended meanwhile cancels none. */
export const downloads = new Map<string, string>();

async function cancelDownload(guid: string): Promise<unknown> {
  const url = downloads.get(guid);
  const found = await chrome.downloads.search({ state: chrome.downloads.State.IN_PROGRESS });
  for (const { id } of found.filter((item) => item.url === url)) await chrome.downloads.cancel(id);
  return {};
}
