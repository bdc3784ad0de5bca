// The conversations that the server keeps: an answer is written on although the page that asked for it is gone.

import { pieces } from './model.mjs';

export class Conversations {
  #turns = new Map();
  #model;
  #recorder;

  constructor(model, recorder) {
    this.#model = model;
    this.#recorder = recorder;
  }

  /** The turns so far; of an answer under way as much as is written. */
  read(id) {
    return this.#turns.get(id) ?? null;
  }

  /** Records the message and streams its answer: calls `send` with each part until the answer ends. */
  async say(message, send) {
    const recorded = this.#recorder.add(message);
    const turns = this.#turns.get(message.conversation) ?? [];
    this.#turns.set(message.conversation, turns);
    if (message.replaces === null) turns.push({ role: 'user', text: message.text });
    else turns.splice(message.replaces);
    const answer = await this.#model.answerTo(recorded);
    if (answer.error !== undefined && answer.text === undefined) {
      recorded.ended_at = Date.now();
      send({ error: answer.error, until: answer.until });
      return;
    }
    const turn = { role: 'assistant', text: '', thinking: '', phase: 'answering' };
    turns.push(turn);
    send({ conversation: message.conversation, number: recorded.number });
    await sleep(answer.delay ?? 30);
    await this.#stream(answer, turn, send, () => recorded.stopped === true);
    recorded.ended_at = Date.now();
    turn.phase = 'done';
    send(answer.error === undefined ? { end: true } : { error: answer.error, until: answer.until });
  }

  stop(number) {
    const recorded = this.#recorder.get(number);
    if (recorded !== undefined) recorded.stopped = true;
  }

  async #stream({ thinking = '', text = '', pace = {} }, turn, send, isStopped) {
    for (const [field, whole] of [
      ['thinking', thinking],
      ['text', text],
    ])
      for (const { piece, wait } of pieces(whole, pace)) {
        if (isStopped()) return;
        await sleep(wait);
        turn[field] += piece;
        send({ [field]: piece });
      }
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
