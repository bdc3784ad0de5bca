// Bundles one page per framework, so that the tests load nothing from anywhere.

import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { compile } from 'svelte/compiler';

const svelte = {
  name: 'svelte',
  setup(builder) {
    builder.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, css: 'injected' });
      return { contents: js.code, loader: 'js' };
    });
  },
};

const pages = ['react', 'vue', 'angular', 'svelte', 'lit', 'prosemirror', 'lexical', 'quill', 'codemirror', 'monaco'];

await build({
  entryPoints: pages.map((page) => new URL(`src/${page}.js`, import.meta.url).pathname),
  outdir: new URL('dist', import.meta.url).pathname,
  bundle: true,
  format: 'iife',
  minify: true,
  target: 'chrome120',
  conditions: ['browser'],
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { vue: 'vue/dist/vue.esm-bundler.js' },
  loader: { '.ttf': 'dataurl', '.svg': 'dataurl' },
  plugins: [svelte],
  logLevel: 'error',
});
