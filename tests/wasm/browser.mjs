// A headless Chromium on a pipe: frames in and out, and nothing of it left behind.

import { spawn } from 'node:child_process';

const FLAGS = [
  '--remote-debugging-pipe',
  '--headless=new',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-sync',
  '--password-store=basic',
  '--window-size=1280,800',
];

export class Browser {
  #process;
  #ended;

  /** Starts the browser; `onFrame` gets each of its messages as text, `onEnd` is called when it is gone. */
  constructor(program, profile, onFrame, onEnd) {
    // Chromium refuses to confine page processes when it runs as root.
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    this.#process = spawn(program, [...FLAGS, ...sandbox, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      // A process group of its own, so that the browser's helpers can be killed with it.
      detached: true,
    });
    this.#ended = new Promise((resolve) => this.#process.once('close', resolve));
    void this.#ended.then(onEnd);
    this.#process.once('error', onEnd);
    // The browser may be killed while a frame is being written.
    this.#process.stdio[3].on('error', () => {});
    this.#process.stdio[4].on('data', splitter(onFrame));
  }

  send(frame) {
    this.#process.stdio[3].write(`${frame}\0`);
  }

  /** Kills the whole process group and waits until the browser is gone. */
  async kill() {
    if (this.#process.pid === undefined) return;
    try {
      process.kill(-this.#process.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
    await this.#ended;
  }
}

/** Puts chunks together until the NUL that ends a frame. */
function splitter(onFrame) {
  let unfinished = [];
  return (chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      onFrame(Buffer.concat([...unfinished, rest.subarray(0, end)]).toString('utf8'));
      unfinished = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) unfinished.push(rest);
  };
}
