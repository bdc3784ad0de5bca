// Runs a task whose engine and hands are the wasm module, and is the module's host: it relays frames between the module
// and a browser, keeps the timer and the journal, and answers the question with yes.
// usage: node run_task.mjs MODULE BROWSER PROFILE TASK OUTPUT  (TASK is a file with the task as JSON)
//
// Written to the folder OUTPUT: journal.jsonl, the lines as the module gave them; end.json, how the run ended, the
// questions, and the effects that were begun before their journal line was acknowledged; replay.json, what the module's own
// replay of that journal answers. At the end the same inputs are delivered to a second instance, whose messages must be the
// same: a module that read a clock or drew random numbers would say something else.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser } from './browser.mjs';
import { load } from './module.mjs';

const [modulePath, program, profile, taskPath, output] = process.argv.slice(2);
const DEADLINE_MS = 120_000;
/** How long a line that must be durable takes to be written: time enough to catch an effect that does not wait for it. */
const WRITE_MS = 30;

class Host {
  journal = [];
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
    this.#browser = new Browser(program, profile, (frame) => this.deliver({ cdp_frame: { frame } }), onEnd);
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
    run_started: () => {},
    live_text: () => {},
    cdp_frame: ({ frame }) => {
      if (/"method":"Input\.dispatch/.test(frame)) {
        this.inputs += 1;
        if (this.#unwritten > 0) this.early.push(frame);
      }
      this.#browser.send(frame);
    },
    cdp_close: () => {},
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
      else if (kind === 'read') reply({ lines: { lines: this.journal.slice(body.after) } });
      else if (kind === 'end') reply({ end: { end: this.journal.length } });
      else if (kind === 'list_runs') reply({ runs: { runs: [] } });
      else if (kind === 'keep_picture') reply('picture_kept');
      else if (kind === 'picture') reply({ picture: { jpeg: null } });
      else throw new Error(`unknown request ${kind}`);
    },
    question: ({ run, number, question }) => {
      this.questions.push(question);
      setTimeout(() => this.deliver({ answer: { run, question: number, answer: { reply: 'yes' } } }));
    },
    run_ended: ({ end }) => this.#end(end),
    refused: ({ why }) => this.#end({ refused: why }),
  };

  #append({ after, lines, durable }, reply) {
    if (after !== this.journal.length) {
      reply({ failed: { conflict: { end: this.journal.length } } });
      return;
    }
    this.journal.push(...lines);
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
  host.deliver({ start: { task: JSON.parse(readFileSync(taskPath, 'utf8')) } });
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
