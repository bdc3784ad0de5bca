// Dispatches the commands of `ChatCommand` for one chat page. Every call brings its adapter, so nothing is kept between two
// calls but what is watched.

import type { ChatCall, ChatCommand, ChatReply } from '../generated/chat';
import { Candidates } from './candidates';
import { removeChips } from './chips';
import { Composer } from './composer';
import { ChatFailure } from './failure';
import { Learning } from './learning/learning';
import { Parts } from './parts';
import { probe } from './probe';
import { send } from './send';
import { TurnWatch } from './turns/watch';
import { clear, focusEnd, write } from './writing/write';

export class ChatScript {
  readonly #watch: TurnWatch;
  readonly #learning: Learning;

  constructor(private readonly document: Document) {
    this.#watch = new TurnWatch(document);
    this.#learning = new Learning(document);
  }

  /** Never throws and never answers null: every failure is a reply of the kind `error`. */
  async handle(json: string): Promise<string> {
    try {
      return toJson(await this.#execute(readCall(json)));
    } catch (error) {
      return toJson(errorReply(error));
    }
  }

  #execute({ adapter, command }: ChatCall): ChatReply | Promise<ChatReply> {
    const parts = new Parts(new Candidates(this.document, adapter));
    const composer = new Composer(parts);
    switch (command.kind) {
      case 'probe':
        return { kind: 'probed', ...probe(parts) };
      case 'read_composer':
        return { kind: 'composer', ...composer.read() };
      case 'write':
        return write(composer, command).then((reading) => ({ kind: 'composer', ...reading }));
      case 'clear':
        return clear(composer, command.settle_ms).then((reading) => ({ kind: 'composer', ...reading }));
      case 'remove_chips':
        return removeChips(composer, command).then((reading) => ({ kind: 'composer', ...reading }));
      case 'focus':
        return focusEnd(composer).then(() => ({ kind: 'done' }));
      case 'send':
        send(parts, command.way);
        return { kind: 'done' };
      case 'watch':
        return this.#watch.wait(parts, command).then((reading) => ({ kind: 'turns', ...reading }));
      case 'learn':
        return { kind: 'learned', ...this.#learning.step(command.step) };
      default:
        return unreachable(command);
    }
  }
}

function readCall(json: string): ChatCall {
  try {
    return JSON.parse(json) as ChatCall;
  } catch (error) {
    throw new ChatFailure('bad_call', `the call is not JSON: ${String(error)}`);
  }
}

/** Takes `never`: a new command does not compile until it is handled. */
function unreachable(command: never): never {
  throw new ChatFailure('bad_call', `no such command: ${JSON.stringify((command as ChatCommand).kind)}`);
}

function errorReply(error: unknown): ChatReply {
  if (error instanceof ChatFailure) return { kind: 'error', code: error.code, message: error.message };
  const message =
    error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : String(error);
  return { kind: 'error', code: 'internal', message };
}

/** JSON that every parser accepts: unpaired surrogates, which a page may contain, are replaced. */
function toJson(reply: ChatReply): string {
  const json = JSON.stringify(reply);
  if (!/\\ud[89a-f]/i.test(json)) return json;
  return JSON.stringify(reply, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
