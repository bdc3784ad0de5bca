// Two kinds of HTTP servers: one for each site, and one through which a test plays the model and reads what arrived.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const LONGEST_BODY = 4_000_000;
/** As strict as those of the real sites: nothing inline, and no text becomes markup without a named policy. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default ProseMirrorClipboard',
].join('; ');

/** Serves one variant: its document at every path, its script, and its small backend. */
export function createSite(name, variant, conversations) {
  const files = {
    '/assets/app.js': ['text/javascript', built(`${variant.script}.js`)],
    '/assets/app.css': ['text/css', built('style.css')],
  };
  return createServer((request, response) => {
    const url = new URL(request.url, 'http://site');
    if (request.method === 'POST' && url.pathname === '/backend/conversation') {
      answer(response, () => converse(name, request, response, conversations));
    } else if (request.method === 'POST' && url.pathname === '/backend/stop') {
      answer(response, async () => {
        conversations.stop((await readJson(request)).number);
        sendJson(response, {});
      });
    } else if (url.pathname.startsWith('/backend/conversation/')) {
      sendJson(response, { turns: conversations.read(url.pathname.slice('/backend/conversation/'.length)) });
    } else if (files[url.pathname] !== undefined) {
      const [type, body] = files[url.pathname];
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    } else if (url.pathname === '/favicon.ico') {
      response.writeHead(204).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY });
      response.end(documentOf(name, variant));
    }
  });
}

async function converse(site, request, response, conversations) {
  const { text, attachments, events, client, conversation, replaces } = await readJson(request);
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  const send = (part) => {
    if (!response.writableEnded && !response.destroyed) response.write(`${JSON.stringify(part)}\n`);
    // A connection that is cut in mid-answer is what a page sees of a lost network.
    if (part.error === 'network') response.destroy();
  };
  const message = { site, client, text, attachments, events, replaces, conversation: conversation ?? randomUUID() };
  await conversations.say(message, send);
  response.end();
}

/** The settings that the page starts with stand in a data block, which the policy does not take for a script. */
function documentOf(name, variant) {
  const data = JSON.stringify({ name, ...variant });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Chat</title>
<link rel="stylesheet" href="/assets/app.css">
<script type="application/json" id="variant">${data}</script>
<script src="/assets/app.js" defer></script>
</head>
<body></body>
</html>
`;
}

/** Serves the tests: `queue`, `hold` and `answer` play the model, `received` reads what arrived. */
export function createControl(model, recorder, conversations, sites) {
  const commands = {
    '/queue': ({ client, answers }) => model.queue(client, answers),
    '/hold': ({ client }) => model.hold(client),
    '/answer': ({ number, answer }) => model.answer(number, answer),
  };
  return createServer((request, response) => {
    const url = new URL(request.url, 'http://control');
    const command = commands[url.pathname];
    if (request.method === 'POST' && command !== undefined) {
      answer(response, async () => {
        command(await readJson(request));
        sendJson(response, {});
      });
    } else if (url.pathname === '/received') {
      const number = (key) => Number(url.searchParams.get(key) ?? 0);
      answer(response, async () => {
        const received = await recorder.after(number('after'), number('wait'), url.searchParams.get('client'));
        sendJson(response, { received });
      });
    } else if (url.pathname === '/conversation') {
      sendJson(response, { turns: conversations.read(url.searchParams.get('id')) });
    } else if (url.pathname === '/') sendJson(response, { sites });
    else response.writeHead(404).end();
  });
}

function answer(response, handle) {
  handle().catch((error) => {
    if (!response.headersSent) response.writeHead(400);
    response.end(String(error));
  });
}

const sendJson = (response, body) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function readJson(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > LONGEST_BODY) throw new Error('the body is too long');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

const built = (file) => readFileSync(new URL(`../dist/${file}`, import.meta.url));
