// Tells the worker how the runs stand, so that badge, notifications and the mark on pages say so, and carries what a person
// does on a page to its run. It asks the engine the same way as the views do.

import type { RunEvent, RunInfo, RunPage } from '../../../ui/src/generated/api.ts';
import type { TabList } from '../ext_api.ts';
import type { EndpointEvent, ViewMessage } from '../protocol.ts';
import type { PresenceAct, PresenceReport } from '../worker/presence/messages.ts';
import type { Serve } from './view_ports.ts';
import type { WorkerPort } from './worker_port.ts';

/** Several changes within this time are told as one. */
const GATHER = 50;

const COMMANDS: Record<PresenceAct['act'], string> = {
  'interrupt': 'pause',
  'take': 'take',
  'give-back': 'give-back',
  'resume': 'resume',
  'cancel': 'cancel',
};

export class PresenceReporter {
  readonly #serve: Serve;
  readonly #worker: Pick<WorkerPort, 'request'>;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The runs that are followed, and how to stop that. */
  readonly #followed = new Map<string, () => void>();
  #tabs: TabList['tabs'] = [];

  constructor(serve: Serve, worker: Pick<WorkerPort, 'request'>) {
    this.#serve = serve;
    this.#worker = worker;
    this.#stream('/api/v1/changes', () => {
      this.#refreshSoon();
    });
    this.#refreshSoon();
  }

  /** Takes an event of the worker. */
  take({ event, body }: EndpointEvent): void {
    if (event !== 'presence') return;
    const { run, act } = body as PresenceAct;
    // An act that no longer fits the state of the run is refused, and the next report says how it stands.
    void this.#ask('POST', `/api/v1/runs/${encodeURIComponent(run)}/${COMMANDS[act]}`).finally(() => {
      this.#refreshSoon();
    });
  }

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#refresh();
    }, GATHER);
  }

  async #refresh(): Promise<void> {
    const page = (await this.#ask('GET', '/api/v1/runs?stage=open&limit=50')) as RunPage | null;
    if (page === null) return;
    this.#tabs = ((await this.#ask('GET', '/ext/tabs')) as TabList | null)?.tabs ?? [];
    const open = page.runs.filter((run) => run.state !== 'over');
    for (const [id, stop] of this.#followed) {
      if (open.some((run) => run.id === id)) continue;
      stop();
      this.#followed.delete(id);
      this.#report({ do: 'over', run: id });
    }
    for (const run of open) {
      if (!this.#followed.has(run.id)) this.#followed.set(run.id, this.#follow(run.id));
      this.#reportRun(run);
    }
  }

  #reportRun(run: RunInfo): void {
    const tabs = this.#tabs.filter((tab) => tab.run === run.id && tab.role === 'work');
    this.#report({
      do: 'run',
      run: {
        id: run.id,
        task: run.task,
        state: run.state,
        tabs: tabs.map((tab) => tab.id),
        current: tabs.find((tab) => tab.current)?.id ?? null,
        level: tabs[0]?.level ?? 'quiet',
        step: run.steps,
        maxSteps: run.max_steps ?? 0,
        // A run that is parked says in its reason what the person can do.
        question: run.question?.text ?? run.reason ?? null,
      },
    });
  }

  /** Reports what is touched from now on. */
  #follow(run: string): () => void {
    const since = Date.now();
    return this.#stream(`/api/v1/runs/${encodeURIComponent(run)}/events`, (data) => {
      const event = data as RunEvent;
      if (event.wall < since) return;
      this.#refreshSoon();
      const { what } = event;
      const tab = this.#tabs.find((one) => one.run === run && one.current)?.id;
      if (what.type !== 'acting' || tab === undefined) return;
      const box = what.touched ?? { x: 0, y: 0, width: 0, height: 0 };
      const { x, y, width, height } = box;
      this.#report({ do: 'touch', run, tab, touch: { x, y, width, height, text: what.text } });
    });
  }

  #report(report: PresenceReport): void {
    void this.#worker.request('presence', report).catch(() => undefined);
  }

  /** Asks once; null where it was refused. */
  #ask(method: string, path: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.#serve({ id: --this.#last, method, path }, (message: ViewMessage) => {
        if ('status' in message) resolve(message.status < 400 ? message.body : null);
      });
    });
  }

  /** Passes on the data of a stream, but for texts that are still being written and its end. */
  #stream(path: string, onData: (data: unknown) => void): () => void {
    const headers = { accept: 'text/event-stream' };
    return this.#serve({ id: --this.#last, method: 'GET', path, headers }, (message: ViewMessage) => {
      if ('event' in message && message.event !== 'text' && message.event !== 'end') onData(message.data);
    });
  }
}
