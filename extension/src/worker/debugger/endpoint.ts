// The part `cdp` of the worker: frames of the engine to `chrome.debugger` and its events back.
//
// Invariant: a request that is paused when a run or a tab ends fails before the debugger detaches, because detaching sends
// it. Nothing is kept in memory that the browser or `storage.session` does not hold too, but for the requests that are
// being judged at this moment.

import type { Handler } from '../handler.ts';
import { leftTab } from '../tab_choice.ts';
import type { DrivenTabs, TabKeeper } from '../tabs.ts';
import { updateNetworkRules } from './network_rules.ts';
import { type Command, commandError, errorFrame, eventFrame, replyFrame } from './frames.ts';
import { type RunState, RunStates } from './run_state.ts';
import { RunTabs, targetOf } from './run_tabs.ts';
import { requestName, sessionName } from './session_ids.ts';
import { downloads, type PageMarks, type SendEvent, VirtualBrowser } from './virtual_browser.ts';

/** A request of the engine to this part. */
export type CdpRequest =
  /** A run begins to drive tabs. `tab` is one of the person's that they named for it. */
  | {
      readonly run: string;
      readonly begin: { readonly name: string; readonly tab: number | null; readonly tabs: number };
    }
  /** A command; answered with the frame of its reply. */
  | { readonly run: string; readonly frame: string }
  /** The run drives no tabs any more. Those that it opened are closed or left to the person. */
  | { readonly run: string; readonly end: 'close' | 'leave' };

/** An event that is sent without being asked for. */
export type CdpEvent =
  | { readonly run: string; readonly frame: string }
  /** The person pressed Cancel on the browser's own bar: everything of the run ends. */
  | { readonly run: string; readonly cancelled: true };

/** Commands that change nothing in a page, so that they are simply sent again after the worker was ended. */
const REPEATABLE =
  /^(?!Page\.(navigate|reload|crash|handleJavaScriptDialog|navigateToHistoryEntry)$)(Page|Network|DOM|DOMDebugger|Accessibility|Emulation|Inspector|WebMCP|Browser)\.(?!setFileInputFiles|invokeTool|cancelDownload)|^Runtime\.(?!callFunctionOn$)|^Fetch\.(enable|disable)$|^Target\.set|^Target\.activateTarget$/;

export class DebuggerEndpoint implements TabKeeper {
  readonly level = 'debugger';
  readonly #states = new RunStates();
  readonly #tabs = new RunTabs(this.#states);
  readonly #browser: VirtualBrowser;
  readonly #emit: (event: CdpEvent) => void;
  #isRestored = false;
  /** Commands of a run follow its beginning, which takes a moment. */
  readonly #begun = new Map<string, Promise<void>>();

  constructor(emit: (event: CdpEvent) => void, marks: PageMarks) {
    this.#emit = emit;
    const send: SendEvent = (run, method, params, session) => {
      emit({ run, frame: eventFrame(method, params, session) });
    };
    this.#browser = new VirtualBrowser(this.#states, this.#tabs, send, marks);
    void this.#states.restored.then(() => (this.#isRestored = true));
    this.#listen();
  }

  readonly handler: Handler = {
    isRepeatable: (body) => {
      const request = body as CdpRequest;
      if (!('frame' in request)) return false;
      const { method } = JSON.parse(request.frame) as Command;
      return REPEATABLE.test(method);
    },
    handle: async (body) => {
      await this.#states.restored;
      const request = body as CdpRequest;
      if ('begin' in request) {
        const begun = this.#begin(request.run, request.begin);
        this.#begun.set(request.run, begun);
        return begun;
      }
      if ('end' in request) return this.#end(request.run, request.end);
      return this.#perform(request.run, request.frame);
    },
  };

  async driven(): Promise<readonly DrivenTabs[]> {
    await this.#states.restored;
    return this.#states.all().map(({ run, tabs }) => ({ run, tabs, current: tabs.at(-1) }));
  }

  async releaseAll(): Promise<void> {
    await this.#states.restored;
    for (const { run } of this.#states.all()) await this.#end(run, 'leave');
  }

  async take(run: string, tab: number): Promise<void> {
    await this.#states.restored;
    const state = this.#states.get(run);
    if (state === undefined) throw new Error('this run drives no tabs now');
    const opener = state.tabs.at(-1);
    const { target } = await this.#tabs.attach(state, tab);
    await this.#browser.announce(state, tab, target, opener);
  }

  async release(tab: number): Promise<void> {
    await this.#states.restored;
    const state = this.#states.ofTab(tab);
    if (state !== undefined) await this.#browser.releaseAndTell(state, tab);
  }

  async #begin(run: string, { name, tab, tabs }: { name: string; tab: number | null; tabs: number }): Promise<void> {
    // The remains of this run from an earlier engine are let go first.
    if (this.#states.get(run) !== undefined) await this.#end(run, 'leave');
    const state: RunState = { run, name, mostTabs: tabs, tabs: [], opened: [], children: [] };
    // A run that goes on does so where it was.
    const first = (await leftTab(run)) ?? tab;
    await this.#states.save(first === null ? state : { ...state, first });
  }

  async #end(run: string, how: 'close' | 'leave'): Promise<void> {
    const state = this.#states.get(run);
    if (state === undefined) return;
    const opened = new Set(state.opened);
    const left = how === 'leave' ? state.tabs.at(-1) : undefined;
    for (const tab of [...state.tabs]) {
      if (how === 'close' && opened.has(tab)) await this.#tabs.close(tab).catch(() => undefined);
      else await this.#tabs.release(state, tab);
    }
    this.#begun.delete(run);
    await this.#states.remove(run, left);
    await updateNetworkRules(this.#states);
  }

  async #perform(run: string, frame: string): Promise<string> {
    const command = JSON.parse(frame) as Command;
    await this.#begun.get(run);
    const state = this.#states.get(run);
    try {
      if (state === undefined) throw new Error('this run drives no tabs');
      return replyFrame(command, await this.#browser.perform(state, command));
    } catch (error) {
      return errorFrame(command, commandError(error));
    }
  }

  #listen(): void {
    chrome.debugger.onEvent.addListener((source, method, params) => {
      this.#whenRestored(() => {
        this.#event(source, method, params ?? {});
      });
    });
    chrome.debugger.onDetach.addListener((source, reason) => {
      this.#whenRestored(() => void this.#detached(source.tabId, reason));
    });
    chrome.tabs.onCreated.addListener((tab) => {
      this.#whenRestored(() => void this.#created(tab.id, tab.openerTabId));
    });
    chrome.webNavigation.onCreatedNavigationTarget.addListener(({ tabId, sourceTabId }) => {
      this.#whenRestored(() => void this.#created(tabId, sourceTabId));
    });
    chrome.tabs.onUpdated.addListener((tab, change, { title = '', url = '' }) => {
      if (change.title === undefined && change.url === undefined) return;
      this.#whenRestored(() => void this.#updated(tab, change.url !== undefined, title, url));
    });
  }

  /** Events keep their order: none is passed on before the state is known. */
  #whenRestored(apply: () => void): void {
    if (this.#isRestored) apply();
    else void this.#states.restored.then(apply);
  }

  #event(source: chrome.debugger.DebuggerSession, method: string, params: Record<string, unknown>): void {
    const { tabId, sessionId } = source;
    const state = tabId === undefined ? undefined : this.#states.ofTab(tabId);
    if (tabId === undefined || state === undefined) return;
    if (method === 'Runtime.executionContextCreated' && isOwnWorld(params)) return;
    const session = sessionId === undefined ? { tabId } : { tabId, sessionId };
    const told = this.#translate(state, session, method, params);
    const name = told.isOfBrowser ? undefined : sessionName(session);
    this.#emit({ run: state.run, frame: eventFrame(told.method, told.params, name) });
  }

  #translate(
    state: RunState,
    session: { tabId: number; sessionId?: string },
    method: string,
    params: Record<string, unknown>,
  ): { method: string; params: unknown; isOfBrowser: boolean } {
    const unchanged = { method, params, isOfBrowser: false };
    switch (method) {
      case 'Fetch.requestPaused':
      case 'Fetch.authRequired': {
        const request = String(params['requestId']);
        const requestId = requestName(session, request);
        this.#tabs.paused.set(requestId, { ...session, request });
        return { method, params: { ...params, requestId }, isOfBrowser: true };
      }
      case 'Target.attachedToTarget': {
        const child = { tabId: session.tabId, sessionId: String(params['sessionId']) };
        if (state.fetch !== undefined) {
          // Sent before the engine lets the target run.
          chrome.debugger.sendCommand(child, 'Fetch.enable', { ...state.fetch }).catch(() => undefined);
        }
        state.children.push(sessionName(child));
        void this.#states.save(state);
        return { ...unchanged, params: { ...params, sessionId: sessionName(child) } };
      }
      case 'Target.detachedFromTarget': {
        const child = sessionName({ tabId: session.tabId, sessionId: String(params['sessionId']) });
        state.children = state.children.filter((name) => name !== child);
        void this.#states.save(state);
        return { ...unchanged, params: { ...params, sessionId: child } };
      }
      case 'Inspector.targetCrashed':
        this.#browser.crashing.get(sessionName(session))?.();
        return unchanged;
      case 'Page.downloadWillBegin':
        downloads.set(String(params['guid']), String(params['url']));
        return { method: 'Browser.downloadWillBegin', params, isOfBrowser: true };
      case 'Page.downloadProgress':
        if (params['state'] !== 'inProgress') downloads.delete(String(params['guid']));
        return { method: 'Browser.downloadProgress', params, isOfBrowser: true };
      default:
        return unchanged;
    }
  }

  /** A page of a run opened a tab: it is followed. Any other new tab is the person's. */
  async #created(tab: number | undefined, opener: number | undefined): Promise<void> {
    if (tab === undefined) return;
    const state = opener === undefined ? undefined : this.#states.ofTab(opener);
    if (state === undefined || this.#states.ofTab(tab) !== undefined || this.#states.following.has(tab)) {
      if (this.#states.all().length > 0) await updateNetworkRules(this.#states);
      return;
    }
    this.#states.following.add(tab);
    try {
      const { target } = await this.#tabs.attach(state, tab);
      state.opened.push(tab);
      await this.#browser.announce(state, tab, target, opener);
    } catch {
      // A page that no extension may drive, or one that is closed already: it stays with the person.
    } finally {
      this.#states.following.delete(tab);
    }
  }

  async #updated(tab: number, hasNewUrl: boolean, title: string, url: string): Promise<void> {
    const state = this.#states.ofTab(tab);
    if (hasNewUrl && this.#states.all().length > 0) await updateNetworkRules(this.#states);
    if (state === undefined) return;
    const targetId = await targetOf(tab);
    const targetInfo = { targetId, type: 'page', title, url, attached: true };
    this.#emit({ run: state.run, frame: eventFrame('Target.targetInfoChanged', { targetInfo }) });
  }

  async #detached(tab: number | undefined, reason: string): Promise<void> {
    const state = tab === undefined ? undefined : this.#states.ofTab(tab);
    if (tab === undefined || state === undefined) return;
    this.#tabs.forget(state, tab);
    await this.#states.save(state);
    this.#emit({ run: state.run, frame: eventFrame('Target.detachedFromTarget', { sessionId: `t${tab}` }) });
    if (reason !== 'canceled_by_user') {
      await updateNetworkRules(this.#states);
      return;
    }
    this.#emit({ run: state.run, cancelled: true });
    await this.#end(state.run, 'leave');
  }
}

/** Whether a script world is that of this extension's own content scripts, which may have the name that the engine gives its own. */
function isOwnWorld(params: Record<string, unknown>): boolean {
  const { origin } = params['context'] as { origin?: string };
  return origin === `chrome-extension://${chrome.runtime.id}`;
}
