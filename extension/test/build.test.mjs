// The built files are those that a browser will ask for.

import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import assert from 'node:assert/strict';

const file = (name) => new URL(`../dist/${name}`, import.meta.url);
const read = (name) => readFileSync(file(name), 'utf8');
const manifest = JSON.parse(read('manifest.json'));

test('every file that the manifest and the pages name is built', () => {
  const pages = [
    manifest.side_panel.default_path,
    manifest.options_ui.page,
    'popup.html',
    'welcome.html',
    'offscreen.html',
  ];
  const scripts = pages.flatMap((page) => [...read(page).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name));
  const icons = Object.values(manifest.icons);
  for (const name of [...pages, ...scripts, ...icons, manifest.background.service_worker, 'content.js', 'chat.js']) {
    assert.ok(existsSync(file(name)), name);
  }
});

test('pages of the extension run its own code only', () => {
  const policy = manifest.content_security_policy.extension_pages;
  const scripts = policy.split('; ').find((rule) => rule.startsWith('script-src'));
  assert.equal(scripts, "script-src 'self' 'wasm-unsafe-eval'");
});

const packed = (name) => gzipSync(readFileSync(file(name)), { level: 9 }).length;

test('what a browser loads stays small', () => {
  assert.ok(packed('panel.js') <= 60_000, `panel: ${packed('panel.js')}`);
  assert.ok(packed('presence.js') <= 6_000, `presence: ${packed('presence.js')}`);
  // The script of the quiet level holds the page script, which has a limit of its own.
  const pageScript = gzipSync(readFileSync(new URL('../../page/dist/page.js', import.meta.url)), { level: 9 }).length;
  const beside = packed('content.js') - pageScript + packed('presence.js');
  assert.ok(beside <= 25_000, `mask, bar and quiet driver: ${beside}`);
  assert.ok(packed('worker.js') <= 25_000, `worker: ${packed('worker.js')}`);
});

test('only pages of the extension are in reach of anybody, and no page is given a script beforehand', () => {
  for (const name of ['externally_connectable', 'web_accessible_resources', 'content_scripts'])
    assert.equal(manifest[name], undefined, name);
});

test('the languages have the same texts', () => {
  const texts = (language) => Object.keys(JSON.parse(read(`_locales/${language}/messages.json`))).sort();
  assert.deepEqual(texts('es'), texts('en'));
});
