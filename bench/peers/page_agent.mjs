// Lets page-agent do one task in one page, in its own loop: node page_agent.mjs BASE MODEL URL TASK CHROMIUM
// Runs in the folder the peers are installed in.
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/`);
const { chromium } = require('playwright-core');
const { buildSync } = require('esbuild');
const [base, model, url, task, executablePath] = process.argv.slice(2);

const entry = `
  import { PageAgentCore } from '@page-agent/core';
  import { PageController } from '@page-agent/page-controller';
  window.carryOut = async ({ base, model, task }) => {
    const pageController = new PageController({ enableMask: false, viewportExpansion: 0 });
    const agent = new PageAgentCore({ baseURL: base, model, apiKey: 'none', pageController, maxSteps: 40 });
    return (await agent.execute(task)).success;
  };`;
const stdin = { contents: entry, resolveDir: process.cwd() };
const bundle = buildSync({ stdin, bundle: true, format: 'iife', write: false, logLevel: 'error' });

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(url);
  await page.addScriptTag({ content: bundle.outputFiles[0].text });
  const success = await page.evaluate((wanted) => window.carryOut(wanted), { base, model, task });
  process.stdout.write(JSON.stringify({ success }));
} finally {
  await browser.close();
}
