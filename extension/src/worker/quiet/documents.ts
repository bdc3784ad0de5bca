// The script in each document of the run's tabs: putting it in, and talking to it.

import type { QuietDocument, QuietReply } from '../../generated/quiet';
import type { ContentReply, ContentRequest, DocumentFacts, ToContent } from '../../content/messages';
import type { RunTabs } from './run_tabs';

const SCRIPT = 'content.js';
const GONE: QuietReply = { kind: 'gone' };

export class Documents {
  constructor(private readonly tabs: RunTabs) {}

  /** Puts the script into the frames of a tab. A frame that is closed to extensions has none. */
  async inject(tab: number, place: { frame: number } | { document: string } | 'all'): Promise<QuietDocument[]> {
    const target =
      place === 'all'
        ? { tabId: tab, allFrames: true }
        : 'frame' in place
          ? { tabId: tab, frameIds: [place.frame] }
          : { tabId: tab, documentIds: [place.document] };
    const results = await chrome.scripting
      .executeScript({ target, files: [SCRIPT], injectImmediately: true })
      .catch(() => []);
    const documents = await Promise.all(
      results.map(async ({ frameId, documentId }) => this.#describe(tab, frameId, documentId)),
    );
    return documents.filter((document) => document !== null);
  }

  async describe(tab: number, frame: number, document: string, facts: DocumentFacts): Promise<QuietDocument> {
    let parent = this.tabs.parentOf(tab, frame);
    if (parent === undefined) {
      const known = await chrome.webNavigation.getFrame({ tabId: tab, frameId: frame }).catch(() => null);
      parent = known === null ? 0 : known.parentFrameId;
      this.tabs.noteFrame(tab, frame, parent);
    }
    return { tab, frame, parent, document, ...facts };
  }

  /** Has a document do something; `gone` when it is not there any more. */
  async perform(tab: number, document: string, request: ContentRequest): Promise<QuietReply> {
    const reply = await this.#send(tab, document, request);
    if (reply === null) return GONE;
    if ('ok' in reply) return reply.ok;
    throw new Error('error' in reply ? reply.error : 'a document answered something else');
  }

  /** The number of the frame element in `parent` that shows `child`. */
  async ownerOf(tab: number, parent: string, child: string): Promise<QuietReply> {
    const place = await this.#send(tab, child, { do: 'index' });
    if (place === null) return GONE;
    const index = 'index' in place ? place.index : -1;
    return index < 0 ? { kind: 'number', node: null } : this.perform(tab, parent, { do: 'owner', index });
  }

  /** The documents of a tab keep nothing back any more; one that hangs does so when it goes on. */
  leaveAlone(tab: number): void {
    const message: ToContent = { quiet: { do: 'leave_alone' } };
    chrome.tabs.sendMessage(tab, message).catch(() => undefined);
  }

  async #describe(tab: number, frame: number, document: string): Promise<QuietDocument | null> {
    const reply = await this.#send(tab, document, { do: 'describe' });
    return reply !== null && 'facts' in reply ? this.describe(tab, frame, document, reply.facts) : null;
  }

  async #send(tab: number, document: string, request: ContentRequest): Promise<ContentReply | null> {
    const message: ToContent = { quiet: request };
    const reply: unknown = await chrome.tabs.sendMessage(tab, message, { documentId: document }).catch(() => null);
    return (reply ?? null) as ContentReply | null;
  }
}
