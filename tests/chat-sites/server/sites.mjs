// Starts all replica sites on loopback, each on a free port.

import { Conversations } from './conversations.mjs';
import { createControl, createSite } from './http.mjs';
import { Recorder, ScriptedModel } from './model.mjs';
import { VARIANTS } from './variants.mjs';

/** The addresses of the sites and of the control, and a function that ends them all. */
export async function startSites() {
  const recorder = new Recorder();
  const model = new ScriptedModel();
  const conversations = new Conversations(model, recorder);
  const [servers, sites] = [[], {}];
  const start = async (server) => {
    servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}`;
  };
  for (const [name, variant] of Object.entries(VARIANTS)) {
    const origin = await start(createSite(name, variant, conversations));
    sites[name] = { origin, home: `${origin}${variant.home}` };
  }
  const control = await start(createControl(model, recorder, conversations, sites));
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { control, sites, model, recorder, close };
}
