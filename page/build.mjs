// Bundles the script into dist/page.js and the script of chat pages into dist/chat.js, each headed by a digest of what it was
// made of.
//
// The embedding crate makes the same digest again (crates/webhand-hands/build.rs), so an old bundle is found out.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url);

await bundle('src/main.ts', 'dist/page.js');
await bundle('src/chat/main.ts', 'dist/chat.js');

async function bundle(entry, outfile) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(here),
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'iife',
    target: 'chrome120',
    minify: true,
    banner: { js: `/* made of ${digest()} */` },
    write: false,
    logLevel: 'warning',
  });
  const [{ text, contents }] = outputFiles;
  // A file that is written anew has everything built again that embeds it.
  if (isThere(outfile, text)) return;
  mkdirSync(new URL('dist', here), { recursive: true });
  writeFileSync(new URL(outfile, here), contents);
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

function isThere(outfile, text) {
  try {
    return readFileSync(new URL(outfile, here), 'utf8') === text;
  } catch {
    return false;
  }
}
