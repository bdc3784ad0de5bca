// Bundles the script into dist/page.js, headed by a digest of what it was made of.
//
// Whoever embeds the bundle makes the same digest again (crates/webhand-chrome/build.rs), so an old one is found out.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url);
const bundle = new URL('dist/page.js', here);

const { outputFiles } = await build({
  absWorkingDir: fileURLToPath(here),
  entryPoints: ['src/main.ts'],
  outfile: 'dist/page.js',
  bundle: true,
  format: 'iife',
  target: 'chrome120',
  minify: true,
  banner: { js: `/* made of ${digest()} */` },
  write: false,
  logLevel: 'warning',
});
// A file that is written anew has everything built again that embeds it.
if (!isThere(outputFiles[0].text)) {
  mkdirSync(new URL('.', bundle), { recursive: true });
  writeFileSync(bundle, outputFiles[0].contents);
}

/** FNV-1a over the names and contents of all sources, in the order of their names. */
function digest() {
  const sources = readdirSync(new URL('src', here), { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .sort();
  let hash = 0x811c9dc5;
  for (const path of ['build.mjs', ...sources]) {
    for (const part of [Buffer.from(`${path}\0`), readFileSync(new URL(path, here))])
      for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function isThere(text) {
  try {
    return readFileSync(bundle, 'utf8') === text;
  } catch {
    return false;
  }
}
