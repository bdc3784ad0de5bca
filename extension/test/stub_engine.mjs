// An engine that answers the views as the real one does, with runs in every state to which nothing ever happens. It takes the
// place of offscreen.js; what was asked of it is kept, to be read by tests.

import { PresenceReporter } from '../src/offscreen/presence.ts';
import { ViewPorts } from '../src/offscreen/view_ports.ts';
import { WorkerPort } from '../src/offscreen/worker_port.ts';
import { RUNS, details, events } from '../../ui/test/stub_runs.mjs';

const asked = [];
const server = { address: 'ws://127.0.0.1:8700', state: 'connected', paired: true, detail: null };
const TABS = [
  {
    id: 1,
    title: 'Tide clocks',
    url: 'https://shop.example/clocks',
    run: '1',
    level: 'quiet',
    role: 'work',
    current: true,
  },
  { id: 2, title: 'Chat', url: 'https://chat.example/', run: '1', level: 'quiet', role: 'brain', current: false },
];
let tools = [{ name: 'Mail', url: 'https://mail.example/' }];

/** The picture of a page: a bar, a heading and rows. */
async function picture() {
  const canvas = new OffscreenCanvas(640, 400);
  const paint = canvas.getContext('2d');
  const box = (color, ...at) => {
    paint.fillStyle = color;
    paint.fillRect(...at);
  };
  box('#fff', 0, 0, 640, 400);
  box('#1e3a5f', 0, 0, 640, 40);
  for (let y = 80; y < 400; y += 60) {
    box('#d7e1eb', 40, y, 130, 24);
    box('#eef0f3', 190, y, 370, 24);
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

/** The runs and tabs as a test wants them, beside those that are always there. */
const stage = { runs: null, tabs: TABS };
const watchers = new Set();

function serve(request, send) {
  const { id, method, path, body } = request;
  if (method !== 'GET') asked.push({ method, path, body });
  const json = (value, status = 200) => send({ id, status, type: 'application/json', body: value });
  const [, , , kind, run, part, seq] = path.split('?')[0].split('/');
  const runs = stage.runs ?? RUNS;
  const info = runs.find((known) => known.id === run);
  const answer = EXT[`${method} ${path.replace(/\/export\/.*/, '/export')}`];
  if (path === '/stub') json(method === 'PUT' ? change(body) : asked);
  else if (answer !== undefined) json(answer(body));
  else if (path === '/api/v1/info')
    json({ version: '0', owner: true, brain: 'openai/gpt-5-mini', sent_to: 'openai', limit: 4 });
  else if (path === '/api/v1/health') json({ status: 'ok', version: '0', working: 1, queued: 1, limit: 4 });
  else if (path === '/api/v1/models') json({ models: MODELS });
  else if (path === '/api/v1/intent') json({ browser: true, why: 'browser' });
  else if (kind === 'settings' && method === 'GET') json({ settings: SETTINGS });
  else if (kind === 'changes') {
    const watcher = () => send({ id, event: 'changed', data: {} });
    send({ id, status: 200 });
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  } else if (kind === 'runs' && run === undefined)
    json(method === 'POST' ? { id: '2', created: true } : { runs: listed(path, runs) });
  else if (method !== 'GET') json({});
  else if (!info) json({ code: 'not_found', detail: 'there is no such run' }, 404);
  else if (part === undefined) json(info);
  else if (part === 'pictures') void picture().then((body) => send({ id, status: 200, type: 'image/png', body }));
  else if (part === 'events' && seq !== undefined) json(details(info, Number(seq)));
  else if (part === 'events') {
    send({ id, status: 200 });
    for (const event of events(info)) send({ id, event: '', data: event, seq: event.seq });
    if (info.outcome) send({ id, event: 'end', data: {} });
  } else json({ code: 'not_found', detail: 'the run has no browser now' }, 404);
  return () => undefined;
}

function change(next) {
  Object.assign(stage, next);
  asked.length = 0;
  for (const watcher of watchers) watcher();
  return {};
}

function listed(path, runs) {
  const wanted = new URLSearchParams(path.split('?')[1]).get('stage') ?? '';
  return wanted === '' ? runs : runs.filter((run) => (wanted === 'over') === (run.state === 'over'));
}

const MODELS = [
  { name: 'literal', ready: true, about: '' },
  { name: 'openai/gpt-5-mini', ready: true, about: '' },
  { name: 'groq/', ready: true, about: 'GROQ_API_KEY' },
  {
    name: 'chat-tab:chatgpt',
    ready: false,
    about: '',
    chat: { switch: 'chatgpt', title: 'ChatGPT', hosts: ['chatgpt.com'], terms: 'Its terms forbid programs.' },
  },
];
const setting = (key, doc, value = null) => ({ key, doc, value });
const SETTINGS = [
  setting('brain', 'literal or PROVIDER/MODEL', 'openai/gpt-5-mini'),
  setting('mode', 'careful or autonomous'),
  setting('allow', 'origins where it may send without asking, with commas', 'shop.example'),
  setting('allow_read', 'origins where it may read without asking, with commas'),
  setting('max_steps', 'the most times the brain is asked', '50'),
  setting('max_cost', 'the most dollars of a run'),
  setting('max_tabs', 'from 1 to 10', '3'),
  setting('redact', 'auto, on or off: whether models see placeholders for personal data'),
];
const EXT = {
  'GET /ext/keys': () => ({
    providers: [
      { provider: 'openai', set: true, base_url: null },
      { provider: 'anthropic', set: false, base_url: null },
      { provider: 'gemini', set: false, base_url: null },
    ],
  }),
  'PUT /ext/keys': () => ({}),
  'POST /ext/keys/test': () => ({ ok: true, text: 'gpt-5-mini answered in 0.6 s' }),
  'GET /ext/server': () => server,
  'PUT /ext/server': ({ connect }) => Object.assign(server, { state: connect ? 'connected' : 'off' }),
  'GET /ext/tools': () => ({ tools }),
  'PUT /ext/tools': (body) => ({ tools: (tools = body.tools) }),
  'GET /ext/tabs': () => ({ current: null, tabs: stage.tabs }),
  'POST /ext/tabs': () => ({}),
  'POST /ext/disengage': () => ({ stopped: 2 }),
  'GET /ext/export': () => '{}',
};

const worker = new WorkerPort((event) => presence.take(event));
const presence = new PresenceReporter(serve, worker);
new ViewPorts(serve, () => undefined);
/** Done when the port to the worker is open: the worker answers on the port that was opened last. */
globalThis.connected = worker.request('tabs', { list: true });
