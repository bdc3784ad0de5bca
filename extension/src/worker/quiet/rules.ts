// The rules of the browser that stop what leaves a mark. A rule knows method, address and tab, and no contents.
//
// Invariant: a rule that lets a request through names one address, and is removed by the first request that matches.

import type { RunTabs } from './run_tabs';

const { RequestMethod, ResourceType, RuleActionType } = chrome.declarativeNetRequest;

const FIRST_ID = 2_000_000;
const ALLOW_IDS = FIRST_ID + 10;
const MOST_ALLOWED = 32;
const READING = new Set<string>([RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS, RequestMethod.CONNECT]);
const MARKING = Object.values(RequestMethod).filter((method) => !READING.has(method));
/** A rule that names no types does not match documents. */
const EVERY_TYPE = Object.values(ResourceType);
const SOCKETS = [ResourceType.WEBSOCKET, ResourceType.WEBTRANSPORT];
const BLOCK = { type: RuleActionType.BLOCK };
const ALLOW = { type: RuleActionType.ALLOW };
/** The tab of the requests of workers, which have none. */
const NO_TAB = -1;

/** The reason to let a request through. Only a request that is not known yet is announced as let through. */
export type Purpose = 'form' | 'request';

interface Allowed {
  readonly id: number;
  readonly tab: number;
  readonly method: string;
  readonly url: string;
  readonly purpose: Purpose;
}

export class Rules {
  #turn: Promise<unknown> = Promise.resolve();
  #allowed: Allowed[] = [];
  #lastId = 0;

  /** Blocks what the guarded tabs and whatever works for them would send. `others` are the tabs of the person. */
  guard(tabs: RunTabs, others: readonly number[]): Promise<void> {
    const { guarded, hosts } = tabs;
    const ids = [0, 1, 2, 3].map((at) => FIRST_ID + at);
    const conditions: chrome.declarativeNetRequest.RuleCondition[] =
      guarded.length === 0
        ? []
        : [
            { tabIds: guarded, requestMethods: MARKING, resourceTypes: EVERY_TYPE },
            { tabIds: guarded, resourceTypes: SOCKETS },
          ];
    if (guarded.length > 0 && hosts.length > 0) {
      const sent = { initiatorDomains: hosts, requestMethods: MARKING, resourceTypes: EVERY_TYPE };
      conditions.push({ ...sent, tabIds: [NO_TAB] }, { ...sent, excludedTabIds: [NO_TAB, ...others] });
    }
    const addRules = conditions.map((condition, at) => ({ id: FIRST_ID + at, priority: 1, action: BLOCK, condition }));
    return this.#update({ removeRuleIds: ids, addRules });
  }

  async allow(tab: number, method: string, url: string, purpose: Purpose): Promise<void> {
    if (this.#allowed.length >= MOST_ALLOWED) throw new Error('too many requests are let through at once');
    this.#lastId = (this.#lastId + 1) % 1000;
    const allowed = {
      id: ALLOW_IDS + this.#lastId,
      tab,
      method: method.toLowerCase(),
      url: withoutFragment(url),
      purpose,
    };
    const known = Object.entries(RequestMethod).find(([name]) => name === method.toUpperCase())?.[1];
    if (known === undefined || !MARKING.includes(known)) throw new Error(`no rule lets ${method} through`);
    this.#allowed.push(allowed);
    const condition: chrome.declarativeNetRequest.RuleCondition = {
      ...exactly(allowed.url),
      isUrlFilterCaseSensitive: true,
      requestMethods: [known],
      tabIds: [tab],
      resourceTypes: EVERY_TYPE,
    };
    await this.#update({
      removeRuleIds: [allowed.id],
      addRules: [{ id: allowed.id, priority: 2, action: ALLOW, condition }],
    });
  }

  /** Ends the permission that a request uses, and says what it was for. */
  use(tab: number, method: string, url: string): Purpose | null {
    const at = this.#allowed.findIndex(
      (allowed) =>
        allowed.tab === tab && allowed.method === method.toLowerCase() && allowed.url === withoutFragment(url),
    );
    const [used] = at < 0 ? [] : this.#allowed.splice(at, 1);
    if (used === undefined) return null;
    void this.#update({ removeRuleIds: [used.id] });
    return used.purpose;
  }

  endAllow(purpose: Purpose): Promise<void> {
    const ended = this.#allowed.filter((allowed) => allowed.purpose === purpose);
    this.#allowed = this.#allowed.filter((allowed) => allowed.purpose !== purpose);
    return ended.length === 0 ? Promise.resolve() : this.#update({ removeRuleIds: ended.map(({ id }) => id) });
  }

  /** Removes all rules, those of an earlier worker too. */
  async end(): Promise<void> {
    this.#allowed = [];
    const rules = await chrome.declarativeNetRequest.getSessionRules();
    const own = rules.map(({ id }) => id).filter((id) => id >= FIRST_ID && id < ALLOW_IDS + 1000);
    await this.#update({ removeRuleIds: own });
  }

  #update(options: chrome.declarativeNetRequest.UpdateRuleOptions): Promise<void> {
    const done = this.#turn.then(() => chrome.declarativeNetRequest.updateSessionRules(options));
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;

/** A filter for one address; some characters of an address are wildcards in the simpler kind. */
const exactly = (url: string): { urlFilter: string } | { regexFilter: string } =>
  /[*^|]/.test(url) ? { regexFilter: `^${url.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}$` } : { urlFilter: `|${url}|` };
