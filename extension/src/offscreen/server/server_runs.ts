// The runs of a server, which decides elsewhere: their frames go to the worker as those of the engine do.

import type { HandsLevel, HandsNews, HandsOrder } from '../../generated/hands.ts';
import type { EndpointEvent } from '../../protocol.ts';
import type { CdpEvent } from '../../worker/debugger/endpoint.ts';
import type { WorkerPort } from '../worker_port.ts';

const QUIET_TAKEN =
  'another run works in this browser without the debugger already, and there can be one at a time: wait for its end, ' +
  'or name the level debugger';
const STOPPED = 'the person has stopped this run in the browser';
const MOST_STOPPED = 100;

/** The surroundings that the runs of a server need. */
export interface Surroundings {
  readonly worker: Pick<WorkerPort, 'request'>;
  /** Whether a run of this browser's own engine works at the quiet level. */
  readonly isQuietTaken: () => boolean;
  readonly tabLimit: () => number;
}

export class ServerRuns {
  readonly #around: Surroundings;
  /** Where news go while there is a link. */
  tell: (news: HandsNews) => void = () => undefined;
  readonly #runs = new Map<string, HandsLevel>();
  /** Runs that the person has stopped are not opened again. */
  readonly #stopped = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get hasQuiet(): boolean {
    return [...this.#runs.values()].includes('quiet');
  }

  get count(): number {
    return this.#runs.size;
  }

  /** Does what the server wants. */
  take(order: HandsOrder): void {
    if ('open' in order) this.#open(order.open.run, order.open.level, order.open.name);
    else if ('frame' in order) void this.#frame(order.frame.run, order.frame.frame);
    else this.#end(order.close.run);
  }

  /** Takes an event of the worker, if it is for a run of the server. */
  takeEvent({ event, body }: EndpointEvent): boolean {
    if (event === 'quiet') {
      const run = this.#quietRun();
      if (run === undefined) return false;
      this.tell({ frame: { run, frame: JSON.stringify({ method: 'quiet', params: body }) } });
      return true;
    }
    if (event !== 'cdp') return false;
    const told = body as CdpEvent;
    if (!this.#runs.has(told.run)) return false;
    if ('frame' in told) this.tell({ frame: { run: told.run, frame: told.frame } });
    else this.#stop(told.run);
    return true;
  }

  /** The server is gone: its runs drive nothing any more. */
  endAll(): void {
    for (const run of [...this.#runs.keys()]) this.#end(run);
  }

  /** The person stops everything. */
  stopAll(): void {
    for (const run of [...this.#runs.keys()]) this.#stop(run);
  }

  #quietRun(): string | undefined {
    return [...this.#runs].find(([, level]) => level === 'quiet')?.[0];
  }

  #open(run: string, level: HandsLevel, name: string): void {
    const why = this.#stopped.has(run) ? STOPPED : level === 'quiet' && this.#isQuietTaken() ? QUIET_TAKEN : undefined;
    if (why !== undefined) {
      this.tell({ closed: { run, why } });
      return;
    }
    this.#runs.set(run, level);
    this.tell({ opened: { run } });
    const tabs = this.#around.tabLimit();
    const { worker } = this.#around;
    if (level === 'quiet') worker.request('quiet', { begin: { run, name, tabs } }).catch(() => undefined);
    else worker.request('cdp', { run, begin: { name, tab: null, tabs } }).catch(() => undefined);
  }

  #isQuietTaken(): boolean {
    return this.hasQuiet || this.#around.isQuietTaken();
  }

  async #frame(run: string, frame: string): Promise<void> {
    const level = this.#runs.get(run);
    if (level === undefined) return;
    let reply: string;
    try {
      reply = await (level === 'quiet' ? this.#askQuietly(frame) : this.#askDebugger(run, frame));
    } catch (error) {
      const { id, sessionId } = JSON.parse(frame) as { id: number; sessionId?: string };
      const message = error instanceof Error ? error.message : String(error);
      reply = JSON.stringify({ id, error: { code: -32000, message }, sessionId });
    }
    if (this.#runs.has(run)) this.tell({ frame: { run, frame: reply } });
  }

  async #askDebugger(run: string, frame: string): Promise<string> {
    return (await this.#around.worker.request('cdp', { run, frame })) as string;
  }

  async #askQuietly(frame: string): Promise<string> {
    const { id, params } = JSON.parse(frame) as { id: number; params: unknown };
    return JSON.stringify({ id, result: await this.#around.worker.request('quiet', params) });
  }

  #stop(run: string): void {
    if (this.#stopped.size >= MOST_STOPPED) this.#stopped.clear();
    this.#stopped.add(run);
    this.#end(run);
    this.tell({ closed: { run, why: STOPPED } });
  }

  /** The tabs stay with the person. */
  #end(run: string): void {
    const level = this.#runs.get(run);
    if (level === undefined) return;
    this.#runs.delete(run);
    const body = level === 'quiet' ? { kind: 'leave' } : { run, end: 'leave' };
    this.#around.worker.request(level === 'quiet' ? 'quiet' : 'cdp', body).catch(() => undefined);
  }
}
