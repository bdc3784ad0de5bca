// A server with runs in every state, as the real one describes them. Nothing ever happens to them.

import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

import { RUNS, SCHEDULES, details, events } from './stub_runs.mjs';

export { QUESTION, RUNS } from './stub_runs.mjs';

const dist = new URL('../dist/', import.meta.url);
const FILES = {
  '/': ['index.html', 'text/html'],
  '/assets/app.js': ['app.js', 'text/javascript'],
  '/assets/app.css': ['app.css', 'text/css'],
  '/assets/icon.svg': ['icon.svg', 'image/svg+xml'],
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
export async function startServer({ manyEvents = 0 } = {}) {
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const file = FILES[url.pathname];
    if (file) {
      response.setHeader('Content-Type', file[1]);
      response.setHeader('Content-Security-Policy', POLICY);
      response.end(readFileSync(new URL(file[0], dist)));
    } else answer(request, url.pathname, response, manyEvents);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

function answer(request, path, response, manyEvents) {
  const json = (value, status = 200) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const [, , , kind, id, part, seq] = path.split('/');
  const info = RUNS.find((known) => known.id === id);
  if (path === '/api/v1/session') return json({ token: 'session' });
  if (path === '/api/v1/session/codes' && request.headers.authorization === 'Bearer owner-key')
    return json({ token: 'once' });
  if (request.headers.authorization !== 'Bearer session') return json({ code: 'unauthorized', detail: 'no' }, 401);
  if (kind === 'info')
    return json({ version: '0', owner: true, brain: 'openai/gpt-5-mini', sent_to: 'openai', limit: 4 });
  if (kind === 'health') return json({ status: 'ok', version: '0', working: 1, queued: 1, limit: 4 });
  if (kind === 'intent') return json({ browser: true, why: 'browser' });
  if (kind === 'models')
    return json({
      models: [
        { name: 'literal', ready: true, about: '' },
        { name: 'openai/', ready: false, about: 'OPENAI_API_KEY' },
      ],
    });
  if (kind === 'settings') {
    const setting = (key, doc, value) => ({ key, doc, value });
    return json({
      settings: [
        setting('brain', 'literal or PROVIDER/MODEL', 'openai/gpt-5-mini'),
        setting('mode', 'careful or autonomous', null),
      ],
    });
  }
  if (kind === 'keys') {
    const keys = [{ provider: 'openai', place: 'keychain' }, { provider: 'anthropic' }];
    return json({ keys, keychain: true });
  }
  if (kind === 'profiles') {
    const profile = (name, in_use) => ({ name, in_use, cookies_only: true });
    return json({ profiles: [profile('shopper', false), profile('library', true)] });
  }
  if (kind === 'schedules') return json({ schedules: SCHEDULES });
  if (kind === 'changes') {
    CHANGES.add(response);
    return stream(response, ['event: changed\ndata: {}\n\n']);
  }
  if (kind === 'runs' && id === undefined) return json(page(request));
  if (!info) return json({ code: 'not_found', detail: 'there is no such run' }, 404);
  if (part === undefined) return json(info);
  if (part === 'pictures') return response.end(picture());
  if (part === 'screen' && info.state === 'taken_over') return frame(response);
  // A connection that is lost before anything came.
  if (part === 'screen' && id === '2' && !SCREENS.cut.delete('2')) return frame(response);
  if (part === 'screen' && id === '2') return response.destroy();
  if (request.method === 'POST' && ['cancel', 'answer'].includes(part)) {
    SENT.push(part);
    return response.writeHead(204).end();
  }
  if (part === 'input') {
    request.setEncoding('utf8').on('data', (text) => INPUTS.push(...JSON.parse(text).inputs));
    return response.writeHead(204).end();
  }
  if (part === 'events' && seq !== undefined) return json(details(info, Number(seq)));
  if (part !== 'events') return json({ code: 'not_found', detail: 'the run has no browser now' }, 404);
  const all = manyEvents > 0 ? many(manyEvents) : events(info);
  const lines = all.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
  if (info.outcome) lines.push('event: end\ndata: {}\n\n');
  return stream(response, lines);
}

/** The inputs of a person in the picture of a run that they have taken over. */
export const INPUTS = [];

/** The orders of a person to the server about a run. */
export const SENT = [];

/** The runs whose next stream of pictures is cut, and the dialog that the page of a taken one shows. */
export const SCREENS = { cut: new Set(), dialog: null };

const CHANGES = new Set();

/** Tells all dashboards that some run has changed. */
export function tellChange() {
  for (const response of CHANGES) response.write('event: changed\ndata: {}\n\n');
}

/** How many runs a list shows at once. */
export const PAGES = { size: 50 };

function page(request) {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const waiting = query.get('stage') === 'waiting' ? RUNS.filter((run) => run.state === 'waiting') : RUNS;
  const from = Number(query.get('before') ?? 0);
  const next = from + PAGES.size;
  return { runs: waiting.slice(from, next), ...(next < waiting.length ? { next: String(next) } : {}) };
}

/** One live picture, which stays, and the dialog over it. */
function frame(response) {
  const image = picture();
  const piece = (bytes, mark = 0) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((bytes.length | mark) >>> 0);
    return Buffer.concat([length, bytes]);
  };
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
  // An empty piece is a sign of life.
  response.write(Buffer.concat([piece(Buffer.alloc(0)), piece(image)]));
  if (SCREENS.dialog) response.write(piece(Buffer.from(JSON.stringify(SCREENS.dialog)), 1 << 31));
}

function stream(response, lines) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(lines.join(''));
}

function many(count) {
  const look = {
    type: 'looked',
    url: 'https://shop.example/',
    title: 'Shop',
    elements: 9,
    picture: null,
    viewport: [1280, 800],
  };
  const event = (seq, what) => ({ seq, at: seq, wall: seq, what });
  const all = [
    event(1, { type: 'started', task: 'many', url: null, brain: 'literal', mode: 'autonomous', max_steps: 9 }),
  ];
  for (let seq = 2; seq < count + 2; seq++) all.push(event(seq, { ...look, title: `Page ${seq}` }));
  return all;
}

/** A plain page as a PNG: a bar, a heading and rows. */
function picture(width = 640, height = 400) {
  const row = (y) => {
    const line = Buffer.alloc(1 + width * 3, 255);
    line[0] = 0;
    const paint = (from, to, color) => {
      for (let x = from; x < to; x++) line.set(color, 1 + x * 3);
    };
    if (y < 40) paint(0, width, [30, 58, 95]);
    else if (y % 60 > 18 && y % 60 < 42) {
      paint(40, 170, [215, 225, 235]);
      paint(190, 560, [238, 240, 243]);
    }
    return line;
  };
  const raw = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)));
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 2, 0, 0, 0]);
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))]);
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
