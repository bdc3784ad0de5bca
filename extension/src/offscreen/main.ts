// The engine's home. It outlives the panel and the worker and has timers, fetch and IndexedDB.

import type { EndpointEvent, WorkerMessage } from '../protocol.ts';
import { answerHere } from './extension_calls.ts';
import { type Activity, Host } from './host.ts';
import { parkOnDemand, parkWithoutViews } from './parking.ts';
import { PresenceReporter } from './presence.ts';
import { ServerLink } from './server/server_link.ts';
import { type Serve, ViewPorts } from './view_ports.ts';

/** With no run, no view and no server, nothing of the extension stays in memory. */
const CLOSED_AFTER_MS = 15_000;

let live = 0;
let views = 0;
let isLinked = false;
let closing: ReturnType<typeof setTimeout> | undefined;

function closeWhenIdle(): void {
  clearTimeout(closing);
  if (live > 0 || views > 0 || isLinked) return;
  closing = setTimeout(() => {
    const message: WorkerMessage = { to: 'worker', do: 'close_engine' };
    void chrome.runtime.sendMessage(message);
  }, CLOSED_AFTER_MS);
}

const host = Host.start(
  (activity: Activity) => {
    live = activity.live;
    closeWhenIdle();
  },
  (event: EndpointEvent) => {
    void presence.then((presence) => {
      presence.take(event);
    });
  },
);

const server = host.then(({ worker, serverRuns }) =>
  ServerLink.start(worker, serverRuns, (isWanted) => {
    isLinked = isWanted;
    closeWhenIdle();
  }),
);

const serve: Serve = (request, send) => {
  let isStopped = false;
  let stop = (): void => {
    isStopped = true;
  };
  void Promise.all([host, server]).then(([host, server]) => {
    const here = answerHere(host, server, request);
    if (here !== undefined) void here.then(send);
    else if (!isStopped) stop = host.request(request, send);
  });
  return () => {
    stop();
  };
};

const presence = host.then(({ worker }) => new PresenceReporter(serve, worker));
new ViewPorts(serve, (open) => {
  views = open;
  if (open === 0) void host.then(parkWithoutViews).catch(() => undefined);
  closeWhenIdle();
});
parkOnDemand(host);
closeWhenIdle();
