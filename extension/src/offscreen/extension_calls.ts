// The requests of views under `/ext`, which no server has: keys, tabs, saved tools, and stopping everything.

import type { ModelList, RunInfo } from '../../../ui/src/generated/api.ts';
import type { Disengaged, KeyChange, KeyList, ServerLink, TabCommand, ToolList } from '../ext_api.ts';
import type { ViewReply, ViewRequest } from '../protocol.ts';
import type { Host } from './host.ts';

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
const NO_SERVER = 'this version works without a server only';

/** Answers a request under `/ext`, or returns `undefined` where the engine has the answer. */
export function answerHere(host: Host, request: ViewRequest): Promise<ViewReply> | undefined {
  const { id, method, path } = request;
  const call = calls(host, request.body)[`${method} ${path.split('?', 1)[0] ?? ''}`];
  return call?.().then(
    (body): ViewReply => ({ id, status: body === null ? 204 : 200, type: JSON_TYPE, body }),
    (error: unknown) => problem(id, error instanceof Error ? error.message : String(error)),
  );
}

function calls(host: Host, body: unknown): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    'GET /ext/keys': () => listKeys(host),
    'PUT /ext/keys': () => changeKey(host, body as KeyChange),
    'GET /ext/tabs': () => host.worker.request('tabs', { list: true }),
    'POST /ext/tabs': () => host.worker.request('tabs', body as TabCommand).then(() => null),
    'GET /ext/tools': async () => {
      const { tools } = (await host.worker.request('settings', { get: 'tools', area: 'sync' })) as Partial<ToolList>;
      return { tools: tools ?? [] } satisfies ToolList;
    },
    'PUT /ext/tools': async () => {
      await host.worker.request('settings', { set: { tools: (body as ToolList).tools }, area: 'sync' });
      return null;
    },
    'GET /ext/server': () =>
      Promise.resolve({ address: null, state: 'off', paired: false, detail: NO_SERVER } satisfies ServerLink),
    'PUT /ext/server': () => Promise.reject(new Error(NO_SERVER)),
    'POST /ext/disengage': () => disengage(host),
  };
}

/** The providers with the variables that the engine finds their keys under. */
async function variables(host: Host): Promise<Map<string, string>> {
  const { models } = (await host.ask('GET', '/api/v1/models')) as ModelList;
  return new Map(models.filter(({ about }) => about !== '').map(({ name, about }) => [name.replace(/\/$/, ''), about]));
}

async function listKeys(host: Host): Promise<KeyList> {
  const { keys, settings } = host.settings.configuration;
  const providers = [...(await variables(host))].map(([provider, variable]) => ({
    provider,
    set: variable in keys,
    base_url: settings[`base_url_${provider}`] ?? null,
  }));
  return { providers };
}

async function changeKey(host: Host, { provider, key, base_url }: KeyChange): Promise<null> {
  const variable = (await variables(host)).get(provider);
  if (variable === undefined) throw new Error(`there is no provider ${provider} with a key`);
  if (key !== undefined) await host.settings.setKey(variable, key?.trim() ?? null);
  if (base_url !== undefined) await host.settings.set(`base_url_${provider}`, base_url);
  host.configure();
  return null;
}

/** Ends every run and lets go of every tab. */
async function disengage(host: Host): Promise<Disengaged> {
  let stopped = 0;
  for (const stage of ['open', 'waiting']) {
    const { runs } = (await host.ask('GET', `/api/v1/runs?limit=100&stage=${stage}`)) as { runs: RunInfo[] };
    const live = runs.filter(({ state }) => state !== 'parked');
    const ended = live.map(({ id }) => host.ask('POST', `/api/v1/runs/${encodeURIComponent(id)}/cancel`));
    stopped += (await Promise.allSettled(ended)).filter(({ status }) => status === 'fulfilled').length;
  }
  await host.worker.request('tabs', { release: true });
  await host.worker.request('chat', { do: 'release', chat: null });
  return { stopped };
}

function problem(id: number, detail: string): ViewReply {
  const status = 400;
  const body = { type: 'about:blank', title: 'It was not done', status, detail, code: 'bad_request' };
  return { id, status, type: PROBLEM_TYPE, body };
}
