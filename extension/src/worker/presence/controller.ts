// The signs of the runs in the browser: the mark on pages, the badge, and the notification of a question that waits.
//
// Invariants: the script of a page is injected only into tabs of a run; what it reports can pause, stop or take over the run
// of its own tab and nothing else; nothing here answers a question. All state is in `storage.session`.

import type { Handler } from '../handler.ts';
import { showBadge } from './badge.ts';
import { FrontTab } from './front_tab.ts';
import { markOf } from './mark.ts';
import type {
  ExpectedInput,
  LogLine,
  Mark,
  PageMark,
  PageReport,
  PresenceAct,
  PresenceReport,
  PresenceRun,
  PresenceState,
} from './messages.ts';
import { showQuestions } from './notice.ts';

const PLACE = 'presence';
const SCRIPT = 'presence.js';
const MOST_RUNS = 50;
const MOST_LINES = 100;
/** A page that does not answer within this time is pictured as it is. */
const HIDE_DEADLINE = 300;
/** A page that does not hear of input within this time hangs. */
const EXPECT_DEADLINE = 1000;
/** How long after input that a hanging page had not heard of an interrupt may be that input. */
const UNHEARD_FOR = 5000;
/** The setting that takes the mark off all pages. */
const MARK_PAGES = 'mark_pages';

export class PresenceController {
  readonly #runs = new Map<string, PresenceRun>();
  #log: LogLine[] = [];
  readonly #front: FrontTab;
  readonly #restored: Promise<void>;
  /** The last message to each tab, so that it is told only news. */
  readonly #told = new Map<number, string>();
  /** The tabs whose pages may keep input back now. */
  readonly #guarding = new Set<number>();
  #isRestored = false;
  /** When the run last made input that its page had not heard of. */
  readonly #unheard = new Map<number, number>();
  readonly #onAct: (act: PresenceAct) => void;

  constructor(onAct: (act: PresenceAct) => void) {
    this.#onAct = onAct;
    this.#front = new FrontTab(() => {
      void this.#sync();
    });
    chrome.webNavigation.onCommitted.addListener(({ tabId, documentId }) => {
      void this.#inject(tabId, documentId);
    });
    chrome.tabs.onRemoved.addListener((tab) => {
      this.#told.delete(tab);
      this.#unheard.delete(tab);
      this.#guarding.delete(tab);
    });
    chrome.storage.onChanged.addListener((changes, area) => {
      if (area === 'local' && MARK_PAGES in changes) void this.#sync();
    });
    this.#restored = this.#restore();
  }

  /** Takes what the offscreen document reports. */
  readonly handler: Handler = {
    isRepeatable: () => true,
    handle: async (body) => {
      await this.#restored;
      await this.#take(body as PresenceReport);
    },
  };

  async state(): Promise<PresenceState> {
    await this.#restored;
    return { runs: [...this.#runs.values()], log: this.#log };
  }

  /** Takes the report of a page's script; its tab is the browser's word, never the message's. */
  async report(report: PageReport, tab: number): Promise<Mark | null> {
    await this.#restored;
    if (report.do === 'hello') {
      const mark = await this.#markFor(tab);
      if (mark?.guards === true) this.#guarding.add(tab);
      return mark;
    }
    const run = this.#runOn(tab);
    const isOwnInput = report.act === 'interrupt' && Date.now() - (this.#unheard.get(tab) ?? 0) < UNHEARD_FOR;
    if (run !== null && !isOwnInput) this.#onAct({ run: run.id, act: report.act });
    return null;
  }

  /** Takes everything off all pages; the engine is told to stop the runs. */
  async disengage(): Promise<void> {
    await this.#restored;
    for (const run of [...this.#runs.values()]) {
      this.#onAct({ run: run.id, act: 'cancel' });
      await this.#forget(run);
    }
    await this.#sync();
  }

  /**
   * Announces input that the run is about to make through the debugger, so that its page does not take it for the person's.
   * Null where no page keeps input back, so that nothing has to be waited for.
   */
  announce(tab: number, method: string, params: unknown): Promise<void> | null {
    const input = inputOf(method, params);
    if (input === null) return null;
    return this.#isRestored && !this.#guarding.has(tab) ? null : this.#expect(tab, input);
  }

  async #expect(tab: number, input: ExpectedInput): Promise<void> {
    await this.#restored;
    // A page that is busy takes the input no sooner than this, so waiting for it costs nothing.
    if (!this.#guarding.has(tab)) return;
    const isHeard = await this.#tell(tab, { do: 'expect', input }, EXPECT_DEADLINE);
    if (!isHeard) this.#unheard.set(tab, Date.now());
  }

  /** Takes a picture without the mark. */
  async withoutMark<T>(tab: number, take: () => Promise<T>): Promise<T> {
    const told = this.#told.get(tab);
    if (told === undefined || told === 'null') return take();
    await this.#tell(tab, { do: 'hide' });
    try {
      return await take();
    } finally {
      void this.#tell(tab, { do: 'show' });
    }
  }

  async #take(report: PresenceReport): Promise<void> {
    switch (report.do) {
      case 'run': {
        const before = this.#runs.get(report.run.id);
        if (this.#runs.size >= MOST_RUNS && before === undefined) return;
        this.#runs.set(report.run.id, report.run);
        for (const tab of report.run.tabs) if (before?.tabs.includes(tab) !== true) await this.#inject(tab);
        break;
      }
      case 'over': {
        const run = this.#runs.get(report.run);
        if (run !== undefined) await this.#forget(run);
        break;
      }
      case 'touch': {
        const { text, ...touch } = report.touch;
        this.#log = [...this.#log, { wall: Date.now(), run: report.run, text }].slice(-MOST_LINES);
        await this.#tell(report.tab, { do: 'touch', touch });
        break;
      }
    }
    await this.#sync();
  }

  async #forget(run: PresenceRun): Promise<void> {
    this.#runs.delete(run.id);
    for (const tab of run.tabs) {
      this.#told.delete(tab);
      await this.#tell(tab, { do: 'mark', mark: null });
      this.#guarding.delete(tab);
    }
  }

  /** Has badge, notifications and the marks of all tabs say what is so now. */
  async #sync(): Promise<void> {
    await this.#restored;
    const runs = [...this.#runs.values()];
    await chrome.storage.session.set({ [PLACE]: { runs, log: this.#log } });
    showBadge(runs);
    await showQuestions(runs);
    for (const tab of new Set(runs.flatMap((run) => run.tabs))) {
      const mark = await this.#markFor(tab);
      const news = JSON.stringify(mark);
      if (this.#told.get(tab) === news) continue;
      this.#told.set(tab, news);
      if (mark?.guards === true) this.#guarding.add(tab);
      await this.#tell(tab, { do: 'mark', mark });
      if (mark?.guards !== true && this.#told.get(tab) === news) this.#guarding.delete(tab);
    }
  }

  /** The mark of a tab: only while a run works on it, its window has the focus and it is the tab in front. */
  async #markFor(tab: number): Promise<Mark | null> {
    const run = [...this.#runs.values()].find((one) => one.current === tab);
    if (run === undefined || !(await this.#front.is(tab))) return null;
    const kept = await chrome.storage.local.get(MARK_PAGES);
    return kept[MARK_PAGES] === false ? null : markOf(run);
  }

  #runOn(tab: number): PresenceRun | null {
    return [...this.#runs.values()].find((run) => run.tabs.includes(tab)) ?? null;
  }

  async #inject(tabId: number, documentId?: string): Promise<void> {
    await this.#restored;
    if (this.#runOn(tabId) === null) return;
    const target = documentId === undefined ? { tabId, allFrames: true } : { tabId, documentIds: [documentId] };
    // A page that lets no script in has no mark.
    await chrome.scripting.executeScript({ target, files: [SCRIPT], injectImmediately: true }).catch(() => undefined);
  }

  /** Returns when the page has done it, or after a deadline; whether it was in time. */
  async #tell(tab: number, message: PageMark, deadline = HIDE_DEADLINE): Promise<boolean> {
    const told = chrome.tabs.sendMessage(tab, message).then(
      () => true,
      // A page without the script keeps nothing back.
      () => true,
    );
    const late = new Promise<false>((resolve) => setTimeout(resolve, deadline, false));
    return Promise.race([told, late]);
  }

  async #restore(): Promise<void> {
    const kept = (await chrome.storage.session.get(PLACE))[PLACE] as PresenceState | undefined;
    for (const run of kept?.runs ?? []) {
      this.#runs.set(run.id, run);
      // The page of this tab may keep input back, because an earlier worker may have told it to.
      if (run.current !== null) this.#guarding.add(run.current);
    }
    this.#isRestored = true;
    this.#log = [...(kept?.log ?? [])];
  }
}

/** The input that a command is about to make, if a page's script would take it for the person's. */
function inputOf(method: string, params: unknown): ExpectedInput | null {
  const { type, x, y, key, touchPoints } = params as {
    type?: string;
    x?: number;
    y?: number;
    key?: string;
    touchPoints?: { x: number; y: number }[];
  };
  if (method === 'Input.dispatchMouseEvent' && type === 'mousePressed')
    return { kind: 'pointer', x: x ?? 0, y: y ?? 0 };
  if (method === 'Input.dispatchTouchEvent' && type === 'touchStart') {
    const [point] = touchPoints ?? [];
    return { kind: 'pointer', x: point?.x ?? 0, y: point?.y ?? 0 };
  }
  if (method === 'Input.dispatchKeyEvent' && (type === 'keyDown' || type === 'rawKeyDown'))
    return { kind: 'key', key: key ?? '' };
  return null;
}
