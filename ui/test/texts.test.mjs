// The catalogue of texts.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true }).filter((path) => /\.tsx?$/.test(path));
const read = (path) => readFileSync(new URL(path.replaceAll('\\', '/'), source), 'utf8');
const placesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const catalogue = (name) =>
  Object.fromEntries(
    [...read(`texts/${name}.ts`).matchAll(/^ {2}(\w+):\s*(['"])(.*?)\2,$/gms)].map((m) => [m[1], m[3]]),
  );

test('both languages have the same places in each text', () => {
  const [en, es] = [catalogue('en'), catalogue('es')];
  assert.ok(Object.keys(en).length > 100);
  for (const [key, text] of Object.entries(en)) assert.deepEqual(placesOf(es[key] ?? ''), placesOf(text), key);
});

test('every text is used', () => {
  const code = files
    .filter((path) => !path.startsWith('texts/'))
    .map(read)
    .join('\n');
  const unused = Object.keys(catalogue('en')).filter(
    (key) => !/^(note|setting|choice)_/.test(key) && !code.includes(`'${key}'`),
  );
  assert.deepEqual(unused, []);
});

test('the texts of the extension have the same places in both languages, and each is used', () => {
  const [en, es] = [catalogue('extension_en'), catalogue('extension_es')];
  const folder = new URL('../../extension/src/', import.meta.url);
  const code = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.tsx') || path.endsWith('.ts'))
    .map((path) => readFileSync(new URL(path.replaceAll('\\', '/'), folder), 'utf8'))
    .join('\n');
  assert.ok(Object.keys(en).length > 80);
  for (const [key, text] of Object.entries(en)) assert.deepEqual(placesOf(es[key] ?? ''), placesOf(text), key);
  const unused = Object.keys(en).filter((key) => !/^(refused|server|role)_/.test(key) && !code.includes(`'${key}'`));
  assert.deepEqual(unused, []);
});
