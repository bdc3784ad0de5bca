// Runs a task whose engine and hands are the wasm module, and is the module's host: it relays frames between the module
// and a browser, keeps the timer and the journal, and answers the question with yes, as a view does.
// usage: node run_task.mjs MODULE BROWSER PROFILE ORDER OUTPUT  (ORDER is a file with the body of a new run)
//
// Written to the folder OUTPUT: journal.jsonl, the lines as the module gave them; end.json, how the run ended, the
// questions, and the effects that were begun before their journal line was acknowledged; replay.json, what the module's own
// replay of that journal answers. At the end the same inputs are delivered to a second instance, whose messages must be the
// same: a module that read a clock or drew random numbers would say something else.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser } from './browser.mjs';
import { load } from './module.mjs';

const [modulePath, program, profile, orderPath, output] = process.argv.slice(2);
const DEADLINE_MS = 120_000;
/** How long a line that must be durable takes to be written: time enough to catch an effect that does not wait for it. */
const WRITE_MS = 30;
/** The requests of the view. */
const [ORDER, EVENTS, ANSWER] = [1, 2, 3];

class Host {
  run;
  journal = [];
  record;
  questions = [];
  /** Input events that were sent while a durable line was not acknowledged yet. */
  early = [];
  inputs = 0;
  #module;
  #browser;
  #timer;
  #unwritten = 0;
  #recording = [];
  #end;
  ended = new Promise((resolve) => (this.#end = resolve));

  constructor(module) {
    this.#module = module;
    const onEnd = () => this.#end({ browser: 'ended' });
    const onFrame = (frame) => this.deliver({ cdp_frame: { run: this.run, frame } });
    this.#browser = new Browser(program, profile, onFrame, onEnd);
  }

  deliver(message) {
    const random = [...crypto.getRandomValues(new Uint32Array(4))];
    const delivery = JSON.stringify({ now: Date.now(), random, message });
    let answer;
    try {
      answer = this.#module.call('deliver', delivery);
    } catch (trap) {
      this.#end({ trap: String(trap) });
      return;
    }
    this.#recording.push([delivery, answer]);
    for (const sent of JSON.parse(answer).messages) {
      const [[kind, body]] = Object.entries(typeof sent === 'string' ? { [sent]: {} } : sent);
      this.#handlers[kind](body);
    }
  }

  #handlers = {
    reply: ({ id, status, body }) => {
      if (status >= 300) this.#end({ problem: body });
      if (id === ORDER) setTimeout(() => this.request(EVENTS, 'GET', `/api/v1/runs/${body.id}/events`, null, true));
    },
    event: ({ data }) => {
      const what = data.what;
      if (what?.type === 'asked') {
        this.questions.push(what.question);
        const answer = { question: what.question.no, answer: 'yes' };
        setTimeout(() => this.request(ANSWER, 'POST', `/api/v1/runs/${this.run}/answer`, answer));
      }
      if (what?.type === 'ended') this.#end({ outcome: what.outcome });
    },
    stream_ended: () => {},
    activity: () => {},
    browser_open: ({ run }) => (this.run = run),
    browser_close: () => {},
    cdp_frame: ({ frame }) => {
      if (/"method":"Input\.dispatch/.test(frame)) {
        this.inputs += 1;
        if (this.#unwritten > 0) this.early.push(frame);
      }
      this.#browser.send(frame);
    },
    timer_set: ({ at }) => {
      clearTimeout(this.#timer);
      if (at === null) return;
      this.#timer = setTimeout(() => this.deliver('timer_fired'), Math.max(0, at - Date.now()));
    },
    journal: ({ id, request }) => {
      const [[kind, body]] = Object.entries(request);
      // The module is in the middle of a call, so the reply is another delivery.
      const reply = (message, after = 0) => setTimeout(() => this.deliver({ journal: { id, reply: message } }), after);
      if (kind === 'append') this.#append(body, reply);
      else if (kind === 'read') {
        const until = body.most === null ? undefined : body.after + body.most;
        reply({ lines: { lines: this.journal.slice(body.after, until) } });
      }
      else if (kind === 'end') reply({ end: { end: this.journal.length } });
      else if (kind === 'records') reply({ records: { records: this.record === undefined ? [] : [this.record] } });
      else if (kind === 'put_note') {
        this.record = { run: body.run, ...this.record, [body.note]: body.text };
        reply('kept');
      } else if (kind === 'keep_picture') reply('kept');
      else if (kind === 'picture') reply({ picture: { jpeg: null } });
      else throw new Error(`unknown request ${kind}`);
    },
    refused: ({ why }) => this.#end({ refused: why }),
  };

  request(id, method, path, body, streams = false) {
    const text = body === null ? null : JSON.stringify(body);
    this.deliver({ request: { id, method, path, body: text, streams } });
  }

  #append({ run, after, lines, durable, summary }, reply) {
    if (after !== this.journal.length) {
      reply({ failed: { conflict: { end: this.journal.length } } });
      return;
    }
    this.journal.push(...lines);
    this.record = { run, ...this.record, summary };
    const end = this.journal.length;
    if (!durable) {
      reply({ appended: { end } });
      return;
    }
    this.#unwritten += 1;
    setTimeout(() => {
      this.#unwritten -= 1;
      reply({ appended: { end } });
    }, WRITE_MS);
  }

  async close() {
    clearTimeout(this.#timer);
    await this.#browser.kill();
  }

  /** Delivers everything once more to a fresh instance; the number of deliveries, or the first that differs. */
  async deliverAgain() {
    const second = await load(modulePath);
    for (const [at, [delivery, answer]] of this.#recording.entries()) {
      const again = second.call('deliver', delivery);
      if (again !== answer) return { differs: { at, delivery, answer, again } };
    }
    return { same: this.#recording.length };
  }
}

const host = new Host(await load(modulePath));
const late = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS, { late: DEADLINE_MS }).unref());
let end;
try {
  host.request(ORDER, 'POST', '/api/v1/runs', JSON.parse(readFileSync(orderPath, 'utf8')));
  end = await Promise.race([host.ended, late]);
} finally {
  await host.close();
}
for (const line of host.journal) appendFileSync(join(output, 'journal.jsonl'), `${line}\n`);
const { questions, early, inputs } = host;
writeFileSync(join(output, 'end.json'), JSON.stringify({ end, questions, early, inputs, again: await host.deliverAgain() }));
const replay = await load(modulePath);
writeFileSync(join(output, 'replay.json'), replay.call('feed', `{"replay":[${host.journal.join(',')}]}`));
process.exit(0);
