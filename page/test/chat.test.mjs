// Tests of the script for chat pages, against the replicas of chat sites in one browser.

import { after, test } from 'node:test';
import { startSites } from '../../tests/chat-sites/server/sites.mjs';
import { startBrowser } from './browser.mjs';
import { adapterOf } from './chat/adapters.mjs';
import { ChatTab } from './chat/chat_tab.mjs';
import { readingStories } from './chat/reading.mjs';
import { learningStories, stateStories } from './chat/states.mjs';
import { writingStories } from './chat/writing.mjs';

const sites = await startSites();
const browser = await startBrowser({ script: new URL('../dist/chat.js', import.meta.url) });
after(async () => {
  sites.close();
  await browser.close();
});

let clients = 0;

/** A new chat of this variant, with a model of its own. */
async function open(name, query = '', { isReady = true } = {}) {
  const tab = new ChatTab(browser.page, adapterOf(name.split('-')[0]));
  tab.client = `client-${(clients += 1)}`;
  tab.address = `${sites.sites[name].home}?client=${tab.client}&enable_ms=50&${query}`;
  await browser.page.visit(tab.address);
  await browser.page.main('localStorage.clear()');
  await browser.page.visit(tab.address);
  if (isReady) await tab.ready();
  return tab;
}

/** Registers one test for each variant. */
function eachVariant(story, check) {
  for (const name of Object.keys(sites.sites)) test(`${name}: ${story}`, () => check(name));
}

const stories = { eachVariant, open, openPage: browser.openPage, sites };
writingStories(stories);
readingStories(stories);
stateStories(stories);
learningStories(stories);
