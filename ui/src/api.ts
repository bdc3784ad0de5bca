// The requests to the program that has the runs, and the streams that come back by themselves after a cut.

import type {
  Answer,
  EventDetails,
  EventPage,
  Health,
  InputEvent as PersonInput,
  IntentInfo,
  KeyList,
  ModelList,
  NewRun,
  NewSchedule,
  ProfileList,
  RunEvent,
  RunInfo,
  RunPage,
  ScheduleInfo,
  ScheduleList,
  ServerInfo,
  SessionToken,
  SettingList,
  StartedRun,
} from './generated/api.ts';
import type { Method, ScreenTaker, Transport } from './transport.ts';
import { ApiError } from './transport.ts';

let transport: Transport;

/** Is called once, before anything is asked for. */
export function useTransport(chosen: Transport): void {
  transport = chosen;
}

/** Requests an address and reads its answer. */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  return (await (await transport.request(method, path, body)).json()) as T;
}

async function tell(method: Method, path: string, body?: unknown): Promise<void> {
  await transport.request(method, path, body);
}

async function readBlob(path: string): Promise<Blob> {
  return (await transport.request('GET', path)).blob();
}

const run = (id: string, rest = '') => `/api/v1/runs/${encodeURIComponent(id)}${rest}`;

const keyOf = (provider: string) => `/api/v1/keys/${encodeURIComponent(provider)}`;
const schedule = (id: string, rest = '') => `/api/v1/schedules/${encodeURIComponent(id)}${rest}`;

export interface RunQuery {
  text: string;
  stage: string;
  before?: string | undefined;
}

export const api = {
  info: () => ask<ServerInfo>('GET', '/api/v1/info'),
  health: () => ask<Health>('GET', '/api/v1/health'),
  /** A code that opens one more dashboard. */
  newCode: () => ask<SessionToken>('POST', '/api/v1/session/codes'),
  /** Whether a text asks for something that needs a browser. */
  intent: (text: string) => ask<IntentInfo>('POST', '/api/v1/intent', { text }),
  models: () => ask<ModelList>('GET', '/api/v1/models'),
  settings: () => ask<SettingList>('GET', '/api/v1/settings'),
  set: (key: string, value: string | null) => tell('PUT', `/api/v1/settings/${encodeURIComponent(key)}`, { value }),
  runs: ({ text, stage, before }: RunQuery) => {
    const query = new URLSearchParams({ limit: '50' });
    if (text !== '') query.set('text', text);
    if (stage !== '') query.set('stage', stage);
    if (before !== undefined) query.set('before', before);
    return ask<RunPage>('GET', `/api/v1/runs?${query.toString()}`);
  },
  run: (id: string) => ask<RunInfo>('GET', run(id)),
  start: (order: NewRun) => ask<StartedRun>('POST', '/api/v1/runs', order),
  /** The same task once more, with everything that belongs to it. */
  again: (id: string, brain?: string) =>
    ask<StartedRun>('POST', run(id, '/again'), brain === undefined ? {} : { brain }),
  command: (id: string, word: 'cancel' | 'pause' | 'resume' | 'take' | 'give-back') =>
    tell('POST', run(id, `/${word}`)),
  /** Says something to the brain of a run; it answers no question. */
  tell: (id: string, text: string) => tell('POST', run(id, '/tell'), { text }),
  answer: (id: string, answer: Answer) => tell('POST', run(id, '/answer'), answer),
  forget: (id: string) => tell('DELETE', run(id)),
  events: (id: string, after: number) => ask<EventPage>('GET', run(id, `/events?limit=1000&after=${after}`)),
  picture: (id: string, name: string) => readBlob(run(id, `/pictures/${encodeURIComponent(name)}`)),
  report: (id: string) => readBlob(run(id, '/report')),
  /** One line of a journal with everything that belongs to it. */
  event: (id: string, seq: number) => ask<EventDetails>('GET', run(id, `/events/${seq}`)),
  /** The person's mouse and keys, while they have the page. */
  input: (id: string, inputs: PersonInput[]) => tell('POST', run(id, '/input'), { inputs }),
  changeBrain: (id: string, brain: string) => tell('POST', run(id, '/brain'), { brain }),
  keys: () => ask<KeyList>('GET', '/api/v1/keys'),
  setKey: (provider: string, key: string) => tell('PUT', keyOf(provider), { key }),
  removeKey: (provider: string) => tell('DELETE', keyOf(provider)),
  profiles: () => ask<ProfileList>('GET', '/api/v1/profiles'),
  removeProfile: (name: string) => tell('DELETE', `/api/v1/profiles/${encodeURIComponent(name)}`),
  /** Keeps the log-ins of a run under a name. */
  saveProfile: (id: string, name: string) => tell('POST', run(id, '/profile'), { name }),
  schedules: () => ask<ScheduleList>('GET', '/api/v1/schedules'),
  addSchedule: (schedule: NewSchedule) => ask<ScheduleInfo>('POST', '/api/v1/schedules', schedule),
  switchSchedule: (id: string, enabled: boolean) => tell('PUT', schedule(id), { enabled }),
  runSchedule: (id: string) => ask<StartedRun>('POST', schedule(id, '/run')),
  removeSchedule: (id: string) => tell('DELETE', schedule(id)),
};

/** The handler of the messages in a stream of events. */
export interface StreamHandler {
  onEvent: (event: RunEvent) => void;
  onText: (text: string) => void;
  onEnd: () => void;
  /** Whether the server is reached. */
  onConnection: (reached: boolean) => void;
}

/** Follows a run from an event on, and comes back with the last number it knows. Returns how to stop. */
export function followRun(id: string, after: number, handler: StreamHandler): () => void {
  let last = after;
  let isOver = false;
  return keepStream({
    path: run(id, '/events'),
    headers: () => ({ 'Last-Event-ID': String(last) }),
    onMessage: (name, data) => {
      if (name === 'end') isOver = true;
      if (name === 'text') handler.onText(String(data));
      if (name === '') {
        const event = data as RunEvent;
        last = event.seq;
        handler.onEvent(event);
      }
    },
    whileHidden: false,
    isOver: () => isOver,
    onEnd: handler.onEnd,
    onConnection: handler.onConnection,
  });
}

/** Calls back whenever some run has changed. Returns how to stop. */
export function followChanges(onChange: () => void, onConnection: (reached: boolean) => void): () => void {
  return keepStream({
    path: '/api/v1/changes',
    headers: () => ({}),
    onMessage: (name) => {
      if (name === 'changed') onChange();
    },
    whileHidden: true,
    isOver: () => false,
    onEnd: () => undefined,
    onConnection,
  });
}

/**
 * Follows the picture of a run's browser, while it has one; comes back by itself until the run is over. Returns how to
 * stop.
 */
export function followScreen(id: string, taker: ScreenTaker): () => void {
  const stop = new AbortController();
  void (async () => {
    for (let failures = 0; !isStopped(stop); failures++) {
      const onPicture = (picture: Blob) => {
        failures = 0;
        taker.onPicture(picture);
      };
      try {
        await transport.screen(run(id, '/screen'), { ...taker, onPicture }, stop.signal);
      } catch (error) {
        // When there are no more, the picture of the last look stays.
        if (error instanceof ApiError && error.code !== 'busy') return;
      }
      if (!isStopped(stop)) await backOff(failures);
    }
  })();
  return () => {
    stop.abort();
  };
}

/** Waits longer with each failure that follows another. */
function backOff(failures: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.min(200 * 2 ** failures, 3000)));
}

interface KeptStream {
  path: string;
  /** Asked anew for each connection. */
  headers: () => Record<string, string>;
  whileHidden: boolean;
  onMessage: (name: string, data: unknown) => void;
  /** Whether the other side said that nothing more will come. */
  isOver: () => boolean;
  onEnd: () => void;
  onConnection: (reached: boolean) => void;
}

function keepStream({ path, headers, whileHidden, onMessage, isOver, onEnd, onConnection }: KeptStream): () => void {
  const stop = new AbortController();
  const take = (name: string, data: unknown) => {
    onMessage(name, data);
    if (!isOver()) return;
    stop.abort();
    onEnd();
  };
  void (async () => {
    for (let failures = 0; !isStopped(stop); failures++) {
      const onOpen = () => {
        onConnection(true);
        failures = 0;
      };
      try {
        await transport.messages(path, { headers, whileHidden, onOpen, onMessage: take }, stop.signal);
      } catch (error) {
        if (error instanceof ApiError && error.code !== 'busy') {
          onConnection(true);
          return;
        }
      }
      if (isStopped(stop)) return;
      if (whileHidden || !document.hidden) onConnection(false);
      await backOff(failures);
    }
  })();
  return () => {
    stop.abort();
  };
}

/** Asked through a function, because it changes while one waits. */
function isStopped(stop: AbortController): boolean {
  return stop.signal.aborted;
}
