// The tabs of the run at the quiet level, and the frames in them as far as events have told. What a worker that is started
// again has to know is in `storage.session`.

const KEY = 'quiet';

interface Stored {
  readonly tabs: readonly number[];
  readonly guarded: readonly number[];
  readonly hosts: readonly string[];
  readonly adopted: readonly number[];
  readonly run?: QuietRun | null;
}

/** The run at this level; there is one at a time. */
export interface QuietRun {
  readonly id: string;
  /** Shown in the title of its tab group. */
  readonly name: string;
  /** At most so many tabs; the oldest is released. */
  readonly mostTabs: number;
  readonly group?: number;
  /** Whether it has a tab already, so that the next one is a new one. */
  readonly hasBegun?: true;
}

export class RunTabs {
  readonly #tabs = new Set<number>();
  readonly #guarded = new Set<number>();
  /** Tabs that the person had open before the run. */
  readonly #adopted = new Set<number>();
  /** The hosts that guarded tabs have shown. */
  readonly #hosts = new Set<string>();
  readonly #parents = new Map<string, number | null>();
  #run: QuietRun | null = null;

  static async restore(): Promise<RunTabs> {
    const known = new RunTabs();
    const stored = (await chrome.storage.session.get(KEY))[KEY] as Stored | undefined;
    for (const tab of stored?.tabs ?? []) known.#tabs.add(tab);
    for (const tab of stored?.guarded ?? []) known.#guarded.add(tab);
    for (const tab of stored?.adopted ?? []) known.#adopted.add(tab);
    for (const host of stored?.hosts ?? []) known.#hosts.add(host);
    known.#run = stored?.run ?? null;
    return known;
  }

  get run(): QuietRun | null {
    return this.#run;
  }

  set run(run: QuietRun | null) {
    this.#run = run;
    this.#store();
  }

  /** The oldest tabs that are too many. */
  excess(): number[] {
    const most = this.#run?.mostTabs ?? this.#tabs.size;
    return this.all.slice(0, Math.max(0, this.#tabs.size - most));
  }

  has(tab: number): boolean {
    return this.#tabs.has(tab);
  }

  get isEmpty(): boolean {
    return this.#tabs.size === 0;
  }

  get all(): number[] {
    return [...this.#tabs];
  }

  get guarded(): number[] {
    return [...this.#guarded];
  }

  get hosts(): string[] {
    return [...this.#hosts];
  }

  isGuarded(tab: number): boolean {
    return this.#guarded.has(tab);
  }

  isHost(origin: string | undefined): boolean {
    const host = origin === undefined ? null : hostOf(origin);
    return host !== null && this.#hosts.has(host);
  }

  add(tab: number): void {
    this.#tabs.add(tab);
    this.#store();
  }

  /** A tab that the person had open, which stays open after the run. */
  adopt(tab: number): void {
    this.#adopted.add(tab);
  }

  isAdopted(tab: number): boolean {
    return this.#adopted.has(tab);
  }

  guard(tab: number): void {
    this.#guarded.add(tab);
    this.#store();
  }

  /** A guarded tab shows a document at this address. Returns whether its host is new. */
  noteHost(tab: number, url: string): boolean {
    const host = hostOf(url);
    if (host === null || !this.#guarded.has(tab) || this.#hosts.has(host)) return false;
    this.#hosts.add(host);
    this.#store();
    return true;
  }

  delete(tab: number): void {
    this.#tabs.delete(tab);
    this.#guarded.delete(tab);
    this.#adopted.delete(tab);
    if (this.#guarded.size === 0) this.#hosts.clear();
    for (const key of this.#parents.keys()) if (key.startsWith(`${tab}/`)) this.#parents.delete(key);
    this.#store();
  }

  noteFrame(tab: number, frame: number, parent: number): void {
    if (this.#tabs.has(tab)) this.#parents.set(`${tab}/${frame}`, parent < 0 ? null : parent);
  }

  /** The frame around a frame; `undefined` where no event has told. */
  parentOf(tab: number, frame: number): number | null | undefined {
    return frame === 0 ? null : this.#parents.get(`${tab}/${frame}`);
  }

  #store(): void {
    const stored: Stored = {
      tabs: [...this.#tabs],
      guarded: [...this.#guarded],
      hosts: [...this.#hosts],
      adopted: [...this.#adopted],
      run: this.#run,
    };
    void chrome.storage.session.set({ [KEY]: stored });
  }
}

export function hostOf(url: string): string | null {
  const parsed = URL.parse(url.replace(/^blob:/, ''));
  return parsed === null || !['http:', 'https:'].includes(parsed.protocol) ? null : parsed.hostname;
}
