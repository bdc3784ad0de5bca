// The service worker: the endpoint that performs what the engine asks of the browser. It decides nothing and keeps
// nothing in memory that `chrome.storage.session` does not hold too, because it may be ended at any moment.
//
// Each listener is registered before anything is awaited: an event that wakes the worker is lost otherwise.

import { chatHandler } from './chat/handler.ts';
import { DebuggerEndpoint } from './debugger/endpoint.ts';
import { Endpoint } from './endpoint.ts';
import { serveEnginePage } from './engine_page.ts';
import { startPresence } from './presence/main.ts';
import { withoutMark } from './presence/pictures.ts';
import { quietLevel } from './quiet/level.ts';
import { settingsHandler } from './settings.ts';
import { tabsHandler } from './tabs.ts';
import { parkBeforeUpdates } from './update.ts';

serveEnginePage();
new Endpoint((emit) => {
  const presence = startPresence(emit);
  const tabs = new DebuggerEndpoint((event) => {
    emit('cdp', event);
  }, presence);
  const quiet = quietLevel((event) => {
    emit('quiet', event);
  });
  const keepers = [tabs, quiet.tabs];
  parkBeforeUpdates(keepers);
  return {
    cdp: tabs.handler,
    chat: chatHandler(),
    presence: presence.handler,
    quiet: withoutMark(presence, quiet.handler),
    settings: settingsHandler(),
    tabs: tabsHandler(keepers),
  };
});
