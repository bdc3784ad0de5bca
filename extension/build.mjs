// Bundles the extension into dist/, which a browser loads as it is.
// usage: node build.mjs [--wasm FILE]
//
// FILE is the engine as a wasm module and becomes dist/engine.wasm. Without it the engine that is there stays, so that
// scripts can be built without waiting for it.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url);
const dist = new URL('dist/', here);
const ENGINE = 'engine.wasm';
/** Each is a folder of `src` with a `main` and an `index.html`. */
const PAGES = ['offscreen', 'panel', 'popup', 'options', 'welcome'];

const files = new Map();
for (const name of ['worker', ...PAGES]) await bundle(name, 'esm');
// Scripts that run in a page are no modules.
for (const name of ['content', 'presence']) await bundle(name, 'iife');
for (const name of PAGES) files.set(`${name}.html`, readFileSync(new URL(`src/${name}/index.html`, here)));
files.set('manifest.json', readFileSync(new URL('manifest.json', here)));
// The script for chat pages is put into a page when the engine calls it.
files.set('chat.js', readFileSync(new URL('../page/dist/chat.js', here)));
for (const folder of ['_locales', 'icons']) copy(folder);
const wasm = process.argv[process.argv.indexOf('--wasm') + 1];
if (process.argv.includes('--wasm')) files.set(ENGINE, readFileSync(wasm));

removeOthers('');
for (const [name, content] of files) write(name, content);

/** Bundles `src/<name>/main` to `<name>.js`, and to `<name>.css` where it imports a style. */
async function bundle(name, format) {
  const source = ['tsx', 'ts'].map((end) => `src/${name}/main.${end}`).find((path) => existsSync(new URL(path, here)));
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(here),
    entryPoints: { [name]: source },
    outdir: 'dist',
    bundle: true,
    format,
    target: 'chrome125',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  for (const file of outputFiles) files.set(`${name}${file.path.endsWith('.css') ? '.css' : '.js'}`, file.contents);
}

function copy(folder) {
  const from = new URL(`${folder}/`, here);
  for (const path of readdirSync(from, { recursive: true }).sort()) {
    if (statSync(new URL(path, from)).isFile()) files.set(`${folder}/${path}`, readFileSync(new URL(path, from)));
  }
}

/** Removes what earlier builds left and this one does not make. */
function removeOthers(folder) {
  if (!existsSync(new URL(folder, dist))) return;
  for (const entry of readdirSync(new URL(folder, dist), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) removeOthers(`${path}/`);
    else if (!files.has(path) && path !== ENGINE) rmSync(new URL(path, dist));
  }
}

/** A file that is written anew has everything built again that embeds it. */
function write(name, content) {
  const path = new URL(name, dist);
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, content);
}
