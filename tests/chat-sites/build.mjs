// Bundles one page script for each replica site, so that the tests load nothing from anywhere.

import { build } from 'esbuild';

const sites = ['chatgpt', 'claude', 'gemini', 'aistudio'];

await build({
  entryPoints: [
    ...sites.map((site) => new URL(`src/sites/${site}.js`, import.meta.url).pathname),
    new URL('src/style.css', import.meta.url).pathname,
  ],
  entryNames: '[name]',
  outdir: new URL('dist', import.meta.url).pathname,
  bundle: true,
  format: 'iife',
  minify: true,
  target: 'chrome120',
  conditions: ['browser'],
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'error',
});
