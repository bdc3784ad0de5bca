// Bundles the dashboard into dist/, the script headed by a digest of what it was made of.
//
// The embedding crate makes the same digest again (crates/webhand-api/build.rs), so old files are found out.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url);

const { outputFiles } = await build({
  absWorkingDir: fileURLToPath(here),
  entryPoints: { app: 'src/main.tsx' },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'chrome120',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  banner: { js: `/* made of ${digest()} */` },
  write: false,
  logLevel: 'warning',
});
mkdirSync(new URL('dist/', here), { recursive: true });
for (const file of outputFiles) write(file.path.endsWith('.css') ? 'app.css' : 'app.js', file.text);
for (const name of ['index.html', 'icon.svg']) write(name, readFileSync(new URL(`src/${name}`, here), 'utf8'));

/** A file that is written anew has everything built again that embeds it. */
function write(name, text) {
  const path = new URL(`dist/${name}`, here);
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    // It is not there yet.
  }
  writeFileSync(path, text);
}

/** FNV-1a over the names and contents of all sources, in the order of their names. */
function digest() {
  const sources = readdirSync(new URL('src', here), { recursive: true })
    .filter((path) => statSync(new URL(`src/${path}`, here)).isFile())
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .sort();
  let hash = 0x811c9dc5;
  for (const path of ['build.mjs', ...sources]) {
    for (const part of [Buffer.from(`${path}\0`), readFileSync(new URL(path, here))])
      for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
