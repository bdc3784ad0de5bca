// Carries the engine's calls to chat pages to the worker.

import { ENDED, INTERRUPTED } from '../protocol.ts';
import { chatName, type ChatReply, type ChatRequest } from '../worker/chat/messages.ts';
import type { WorkerPort } from './worker_port.ts';

/** Work of the module in a chat page, as `ModuleMessage::Chat` in `message.rs`. */
export interface ChatWork {
  readonly run: string;
  readonly chat: string;
  readonly request:
    | { readonly do: 'open'; readonly address: string }
    | { readonly do: 'call'; readonly call: string; readonly within_ms: number };
}

/** The reply to the request, as `ChatPageReply` in `message.rs`. */
export async function askChat(worker: WorkerPort, { run, chat, request }: ChatWork): Promise<unknown> {
  const wanted: ChatRequest = { ...request, chat: chatName(run, chat) };
  try {
    const reply = (await worker.request('chat', wanted)) as ChatReply;
    return 'failed' in reply ? failed(reply.failed, reply.why) : reply;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    // Whether it happened is seen in the page, as after a page that was loaded anew.
    return failed(why === INTERRUPTED || why === ENDED ? 'reloaded' : 'not_opened', why);
  }
}

const failed = (kind: string, why: string) => ({ failed: { kind, why } });
