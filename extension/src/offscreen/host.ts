// The engine's host: carries its messages between the module and the worker, the database, providers and views.
//
// Invariant: nothing is decided here. A message of the module is acted on in the order in which it came.

import type { CdpEvent } from '../worker/debugger/endpoint.ts';
import type { EndpointEvent, ViewMessage, ViewRequest, WorkerMessage } from '../protocol.ts';
import { type FetchRequest, Fetches } from './fetches.ts';
import { Journal, type JournalRequest } from './journal.ts';
import { askChat, type ChatWork } from './chats.ts';
import { EngineModule, type ModuleMessage } from './module.ts';
import { ServerRuns } from './server/server_runs.ts';
import { Settings } from './settings.ts';
import { WorkerPort } from './worker_port.ts';

type Body = Readonly<Record<string, unknown>>;

/** The runs that are under way, as the module tells it. */
export interface Activity {
  readonly live: number;
  readonly waiting: readonly string[];
}

export class Host {
  readonly worker: WorkerPort;
  readonly #module: EngineModule;
  readonly #journal: Journal;
  readonly settings: Settings;
  /** The runs of a server drive tabs over the same worker. */
  readonly serverRuns: ServerRuns;
  readonly #fetches = new Fetches((message) => {
    this.deliver(message);
  });
  readonly #views = new Map<number, (message: ViewMessage) => void>();
  /** The run at the quiet level; there is one at a time. */
  #quietRun: string | undefined;
  readonly #onActivity: (activity: Activity) => void;
  #lastRequest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    worker: WorkerPort,
    module: EngineModule,
    journal: Journal,
    settings: Settings,
    onActivity: (activity: Activity) => void,
  ) {
    this.worker = worker;
    this.#module = module;
    this.#journal = journal;
    this.settings = settings;
    this.#onActivity = onActivity;
    this.serverRuns = new ServerRuns({
      worker,
      isQuietTaken: () => this.#quietRun !== undefined,
      tabLimit: () => Number(settings.configuration.settings['tabs'] ?? USUAL_TABS),
    });
  }

  static async start(onActivity: (activity: Activity) => void, onOther: (event: EndpointEvent) => void): Promise<Host> {
    const started: { host?: Host } = {};
    const worker = new WorkerPort((event) => {
      if (started.host?.serverRuns.takeEvent(event) === true) return;
      if (event.event === 'cdp') started.host?.takeCdpEvent(event.body as CdpEvent);
      else if (event.event === 'quiet') started.host?.takeQuietEvent(event.body);
      else onOther(event);
    });
    const url = chrome.runtime.getURL('engine.wasm');
    const parts = await Promise.all([EngineModule.load(url), Journal.open(), Settings.load(worker)]);
    // The tabs that an earlier engine drove are let go, because its runs go on only when the person says so.
    await worker.request('tabs', { release: true });
    await worker.request('quiet', { kind: 'leave' });
    const host = new Host(worker, ...parts, onActivity);
    started.host = host;
    host.configure();
    return host;
  }

  configure(): void {
    this.deliver({ configure: this.settings.configuration });
  }

  deliver(message: unknown): void {
    let answer: ModuleMessage[];
    try {
      answer = this.#module.deliver(message);
    } catch (error) {
      this.#onBroken(error);
      return;
    }
    for (const sent of answer) {
      const [entry] = Object.entries(sent);
      if (entry !== undefined) this.#act(entry[0], entry[1] as Body);
    }
  }

  /** A module that has stopped is of no use: the document is closed, and the next view gets a new one. */
  #onBroken(error: unknown): void {
    console.error(error);
    const message: WorkerMessage = { to: 'worker', do: 'close_engine' };
    void chrome.runtime.sendMessage(message);
  }

  /** Has the engine answer a view. Returns how to stop a stream. */
  request(request: ViewRequest, send: (message: ViewMessage) => void): () => void {
    const id = ++this.#lastRequest;
    const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
    const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
    const last = header('last-event-id');
    this.#views.set(id, (message) => {
      send({ ...message, id: request.id });
    });
    this.deliver({
      request: {
        id,
        method: request.method,
        path: request.path,
        body: request.body === undefined || request.body === null ? null : JSON.stringify(request.body),
        streams: header('accept')?.includes('text/event-stream') === true,
        last_event: last === undefined ? null : Number(last),
      },
    });
    return () => {
      if (this.#views.delete(id)) this.deliver({ stop_request: { id } });
    };
  }

  /** Asks the engine as a view would; rejects with the detail of a problem. */
  ask(method: string, path: string, body?: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.request({ id: 0, method, path, body }, (message) => {
        if (!('status' in message)) return;
        if (message.status < 300) resolve(message.body);
        else reject(new Error((message.body as { detail?: string }).detail ?? 'it did not work'));
      });
    });
  }

  #act(kind: string, body: Body): void {
    // No contents: requests to providers hold keys.
    if (this.settings.isDebugging) console.debug(kind, body['run'] ?? body['id'] ?? '');
    switch (kind) {
      case 'reply':
        this.#answer(body);
        break;
      case 'event': {
        const { id, event, data, seq } = body as { id: number; event: string; data: unknown; seq?: number };
        this.#views.get(id)?.({ id, event, data, ...(seq === undefined ? {} : { seq }) });
        break;
      }
      case 'stream_ended': {
        const id = body['id'] as number;
        this.#views.get(id)?.({ id, end: true });
        this.#views.delete(id);
        break;
      }
      case 'setting_changed':
        void this.settings.set(body['key'] as string, body['value'] as string | null).then(() => {
          this.configure();
        });
        break;
      case 'activity':
        this.#onActivity(body as unknown as Activity);
        break;
      case 'timer_set':
        this.#setTimer(body['at'] as number | null);
        break;
      case 'journal':
        void this.#journal.perform(body['request'] as JournalRequest).then((reply) => {
          this.deliver({ journal: { id: body['id'], reply } });
        });
        break;
      case 'fetch':
        this.#fetches.start(body as unknown as FetchRequest);
        break;
      case 'fetch_abort':
        this.#fetches.abort(body['id'] as number);
        break;
      case 'chat':
        void askChat(this.worker, body as unknown as ChatWork).then((reply) => {
          this.deliver({ chat: { id: body['id'], reply } });
        });
        break;
      case 'chats_released':
        this.worker.request('chat', { do: 'leave', run: body['run'] }).catch(() => undefined);
        break;
      case 'refused':
        console.warn('the engine refused a message:', body['why']);
        break;
      default:
        this.#actOnBrowser(kind, body);
    }
  }

  #actOnBrowser(kind: string, body: Body): void {
    const run = body['run'] as string;
    switch (kind) {
      case 'browser_open': {
        const { level, name, tab, tabs } = body;
        if (level === 'quiet') {
          if (this.serverRuns.hasQuiet) {
            this.#refuseSoon(run);
            break;
          }
          this.#quietRun = run;
          this.worker.request('quiet', { begin: { run, name, tabs } }).catch(() => undefined);
          break;
        }
        // A run that changes to the debugger; its quiet rules stand until the engine says that it holds its tabs.
        if (run === this.#quietRun) this.#quietRun = undefined;
        this.worker.request('cdp', { run, begin: { name, tab, tabs } }).catch(() => undefined);
        break;
      }
      case 'cdp_frame':
        void this.#sendFrame(run, body['frame'] as string);
        break;
      case 'quiet_leave':
        this.worker.request('quiet', { kind: 'leave' }).catch(() => undefined);
        break;
      case 'browser_close':
        if (run === this.#quietRun) {
          this.#quietRun = undefined;
          this.worker.request('quiet', { kind: 'leave' }).catch(() => undefined);
          break;
        }
        this.worker.request('cdp', { run, end: 'leave' }).catch(() => undefined);
        break;
      default:
        console.warn('the engine sent a message that its host does not know:', kind);
    }
  }

  /** The rules of the quiet level stand for one run, and a run of the server has them. */
  #refuseSoon(run: string): void {
    setTimeout(() => {
      this.deliver({ cdp_closed: { run } });
    });
  }

  async #sendFrame(run: string, frame: string): Promise<void> {
    let reply: string;
    try {
      reply = run === this.#quietRun ? await this.#askQuietly(frame) : await this.#askDebugger(run, frame);
    } catch (error) {
      const { id, sessionId } = JSON.parse(frame) as { id: number; sessionId?: string };
      const message = error instanceof Error ? error.message : String(error);
      reply = JSON.stringify({ id, error: { code: -32000, message }, sessionId });
    }
    this.deliver({ cdp_frame: { run, frame: reply } });
  }

  async #askDebugger(run: string, frame: string): Promise<string> {
    return (await this.worker.request('cdp', { run, frame })) as string;
  }

  /** The frames of the quiet level hold its commands as parameters. */
  async #askQuietly(frame: string): Promise<string> {
    const { id, params } = JSON.parse(frame) as { id: number; params: unknown };
    return JSON.stringify({ id, result: await this.worker.request('quiet', params) });
  }

  takeQuietEvent(params: unknown): void {
    const run = this.#quietRun;
    if (run !== undefined) this.deliver({ cdp_frame: { run, frame: JSON.stringify({ method: 'quiet', params }) } });
  }

  takeCdpEvent(event: CdpEvent): void {
    if ('frame' in event) this.deliver({ cdp_frame: { run: event.run, frame: event.frame } });
    else this.deliver({ cdp_cancelled: { run: event.run } });
  }

  #answer(reply: Body): void {
    const { id, status, content, body } = reply as { id: number; status: number; content: string; body: unknown };
    const send = this.#views.get(id);
    if (content !== 'text/event-stream') this.#views.delete(id);
    send?.({ id, status, type: content, body });
  }

  #setTimer(at: number | null): void {
    clearTimeout(this.#timer);
    if (at === null) return;
    this.#timer = setTimeout(
      () => {
        this.deliver('timer_fired');
      },
      Math.max(0, at - Date.now()),
    );
  }
}

/** As in `configuration.rs`. */
const USUAL_TABS = 3;
