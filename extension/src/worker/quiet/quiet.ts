// The quiet level: performs what the hands ask of the run's tabs without the debugger. It decides nothing; what may leave
// is judged by the guard, and here only stopped, let through and reported.

import type { QuietCommand, QuietEvent, QuietReply } from '../../generated/quiet';
import type { FromContent, Welcome } from '../../content/messages';
import { keepLeft, leftTab, newTab, takeable } from '../tab_choice';
import { joinGroup, leaveGroup } from '../task_group';
import type { DrivenTabs } from '../tabs';
import { Documents } from './documents';
import { capture } from './capture';
import { type DocumentCommand, type QuietBegin, type TabCommand, WORKING } from './commands';
import { followNavigation } from './navigation';
import { followRequests } from './requests';
import { followTabs } from './tab_events';
import { Rules } from './rules';
import { RunTabs } from './run_tabs';

/** The next events of a press come over other ways than its answer. */
const EVENTS_FOLLOW_WITHIN = 20;
const DONE: QuietReply = { kind: 'done' };
const GONE: QuietReply = { kind: 'gone' };

export class Quiet {
  readonly #rules = new Rules();
  readonly #documents: Documents;
  /** The tabs of the person, as far as the rules name them. */
  readonly #others = new Set<number>();
  /** The addresses of forms that documents keep. */
  readonly #forms = new Map<string, string>();
  #unfollow: (() => void) | null = null;
  /** The tab in which something was done last. */
  #current: number | null = null;

  constructor(
    private readonly tabs: RunTabs,
    private readonly emit: (event: QuietEvent) => void,
  ) {
    this.#documents = new Documents(tabs);
    if (!tabs.isEmpty) this.#follow();
  }

  async begin({ run, name, tabs }: QuietBegin['begin']): Promise<QuietReply> {
    // The run that an earlier engine left is let go first.
    if (this.tabs.run !== null && this.tabs.run.id !== run) await this.#leave();
    this.tabs.run = { id: run, name, mostTabs: tabs };
    return DONE;
  }

  driven(): readonly DrivenTabs[] {
    const { run, all } = this.tabs;
    if (run === null) return [];
    const current = this.#current !== null && this.tabs.has(this.#current) ? this.#current : all.at(-1);
    return [{ run: run.id, tabs: all, current }];
  }

  async takeFor(run: string, tab: number): Promise<void> {
    if (this.tabs.run?.id !== run) throw new Error('this run drives no tabs now');
    await this.#adopt(tab);
  }

  async handle(command: QuietCommand): Promise<QuietReply> {
    if (WORKING.includes(command.kind) && 'tab' in command) this.#current = command.tab;
    switch (command.kind) {
      case 'ping':
        return DONE;
      case 'open':
        return this.#open();
      case 'adopt':
        return this.#adopt(command.tab);
      case 'close':
        return this.#close(command.tab);
      case 'leave':
        return this.#leave();
      case 'guard':
        return this.#guard(command.tab);
      case 'end_allow':
        await this.#rules.endAllow('request');
        return DONE;
      case 'ask':
      case 'open_roots':
      case 'frame_owner':
      case 'layout':
      case 'input':
      case 'set_files':
      case 'send_form':
      case 'drop_form':
        return this.tabs.has(command.tab) ? this.#inDocument(command) : GONE;
      case 'activate':
      case 'inject':
      case 'navigate':
      case 'reload':
      case 'step':
      case 'stop_loading':
      case 'capture':
      case 'allow_once':
        return this.tabs.has(command.tab) ? this.#inTab(command) : GONE;
    }
  }

  async #inTab(command: TabCommand): Promise<QuietReply> {
    switch (command.kind) {
      case 'activate':
        await chrome.tabs.update(command.tab, { active: true });
        return DONE;
      case 'inject': {
        const place = command.frame === null ? 'all' : { frame: command.frame };
        return { kind: 'documents', documents: await this.#documents.inject(command.tab, place) };
      }
      case 'navigate':
        await chrome.tabs.update(command.tab, { url: command.url });
        return DONE;
      case 'reload':
        await chrome.tabs.reload(command.tab);
        return DONE;
      case 'step':
        await (command.back ? chrome.tabs.goBack(command.tab) : chrome.tabs.goForward(command.tab));
        return DONE;
      case 'stop_loading':
        return this.#stopLoading(command.tab);
      case 'capture':
        return capture(command.tab);
      case 'allow_once':
        await this.#rules.allow(command.tab, command.method, command.url, 'request');
        return DONE;
    }
  }

  async #inDocument(command: DocumentCommand): Promise<QuietReply> {
    const documents = this.#documents;
    switch (command.kind) {
      case 'ask':
        return documents.perform(command.tab, command.document, { do: 'ask', command: command.command });
      case 'open_roots':
        return documents.perform(command.tab, command.document, { do: 'open_roots' });
      case 'frame_owner':
        return documents.ownerOf(command.tab, command.parent, command.child);
      case 'layout':
        return documents.perform(command.tab, command.document, { do: 'layout' });
      case 'input': {
        const { input } = command;
        const reply = await documents.perform(command.tab, command.document, { do: 'input', input });
        const isEnd =
          input.input === 'mouse' ? input.step === 'released' : input.input === 'key' && input.key === 'Enter';
        if (isEnd) await new Promise((resolve) => setTimeout(resolve, EVENTS_FOLLOW_WITHIN));
        return reply;
      }
      case 'set_files':
        return documents.perform(command.tab, command.document, {
          do: 'set_files',
          node: command.node,
          files: command.files,
        });
      case 'send_form':
        return this.#sendForm(command);
      case 'drop_form':
        this.#forms.delete(`${command.document}/${command.form}`);
        return documents.perform(command.tab, command.document, { do: 'drop_form', form: command.form });
    }
  }

  /** Takes a message of a document. */
  async told(message: FromContent, sender: chrome.runtime.MessageSender): Promise<Welcome | undefined> {
    const [tab, frame, document] = [sender.tab?.id, sender.frameId, sender.documentId];
    if (tab === undefined || frame === undefined || document === undefined || !this.tabs.has(tab)) {
      // The run let the tab go while the script was on its way: forms are the person's.
      return message.quiet === 'started' ? { guarded: false } : undefined;
    }
    if (message.quiet === 'started') {
      this.emit({ kind: 'started', ...(await this.#documents.describe(tab, frame, document, message.facts)) });
      return { guarded: this.tabs.isGuarded(tab) };
    }
    const { form } = message;
    if (this.#forms.size > MOST_FORMS) this.#forms.clear();
    this.#forms.set(`${document}/${form.form}`, form.url);
    this.emit({ kind: 'form_stopped', tab, frame, document, ...form, entries: [...form.entries] });
    return undefined;
  }

  async #open(): Promise<QuietReply> {
    this.#follow();
    const { run } = this.tabs;
    if (run !== null && run.hasBegun === undefined) {
      this.tabs.run = { ...run, hasBegun: true };
      // A run that goes on does so where it was.
      const left = await leftTab(run.id);
      if (left !== undefined) return this.#adopt(left);
    }
    const id = await newTab();
    this.#take(id, null, 'about:blank');
    return { kind: 'tab', tab: id };
  }

  async #adopt(tab: number): Promise<QuietReply> {
    if ((await chrome.tabs.get(tab).catch(() => null)) === null) return GONE;
    const { url = '' } = await takeable(tab);
    this.#follow();
    this.#others.delete(tab);
    this.tabs.adopt(tab);
    this.#take(tab, null, url);
    return { kind: 'tab', tab };
  }

  #take(tab: number, opener: number | null, url: string): void {
    if (this.tabs.has(tab)) return;
    this.tabs.add(tab);
    this.emit({ kind: 'tab_opened', tab, opener, url });
    this.#group(tab);
    for (const old of this.tabs.excess()) void this.release(old);
    if (opener !== null && this.tabs.isGuarded(opener)) void this.#guard(tab);
    else void this.#documents.inject(tab, 'all');
  }

  /** Closes a tab. The requests of the page while it goes are blocked; without rules they would leave. */
  async #close(tab: number): Promise<QuietReply> {
    if (!this.tabs.has(tab)) return GONE;
    if (this.tabs.isAdopted(tab)) return this.release(tab);
    await this.#guard(tab);
    await chrome.tabs.remove(tab).catch(() => undefined);
    return DONE;
  }

  #group(tab: number): void {
    const { run } = this.tabs;
    if (run === null) return;
    const keep = (group: number): Promise<void> => {
      if (this.tabs.run?.id === run.id) this.tabs.run = { ...this.tabs.run, group };
      return Promise.resolve();
    };
    void joinGroup(tab, run.name, () => this.tabs.run?.group, keep);
  }

  /** The person goes on in this tab. */
  async release(tab: number): Promise<QuietReply> {
    if (!this.tabs.has(tab)) return GONE;
    this.tabs.delete(tab);
    this.#letGo(tab);
    this.emit({ kind: 'tab_closed', tab });
    await this.#ended(tab);
    return DONE;
  }

  #letGo(tab: number): void {
    this.#documents.leaveAlone(tab);
    void leaveGroup(tab);
  }

  /** A tab is none of the run any more. */
  async #ended(tab: number): Promise<void> {
    this.#others.delete(tab);
    if (this.tabs.isEmpty) await this.#endRules();
    else await this.#rules.guard(this.tabs, [...this.#others]);
  }

  async #guard(tab: number): Promise<QuietReply> {
    if (!this.tabs.has(tab)) return GONE;
    this.tabs.guard(tab);
    const frames = (await chrome.webNavigation.getAllFrames({ tabId: tab }).catch(() => null)) ?? [];
    for (const { url } of frames) this.tabs.noteHost(tab, url);
    for (const { id } of await chrome.tabs.query({})) {
      if (id !== undefined && !this.tabs.has(id)) this.#others.add(id);
    }
    await this.#rules.guard(this.tabs, [...this.#others]);
    const documents = await this.#documents.inject(tab, 'all');
    await Promise.all(documents.map(({ document }) => this.#documents.perform(tab, document, { do: 'guard' })));
    return DONE;
  }

  /** The tabs stay, and their forms go again without the run. */
  async #leave(): Promise<QuietReply> {
    const [driven] = this.driven();
    for (const tab of this.tabs.all) {
      this.tabs.delete(tab);
      this.#letGo(tab);
    }
    this.tabs.run = null;
    await this.#endRules();
    if (driven?.current !== undefined) await keepLeft(driven.run, driven.current);
    return DONE;
  }

  /** Without tabs there is nothing to stop. */
  async #endRules(): Promise<void> {
    this.#unfollow?.();
    this.#unfollow = null;
    this.#others.clear();
    await this.#rules.end();
  }

  async #stopLoading(tab: number): Promise<QuietReply> {
    const [top] = await this.#documents.inject(tab, { frame: 0 });
    return top === undefined ? GONE : this.#documents.perform(tab, top.document, { do: 'stop' });
  }

  async #sendForm({ tab, document, form }: { tab: number; document: string; form: number }): Promise<QuietReply> {
    const key = `${document}/${form}`;
    const url = this.#forms.get(key);
    this.#forms.delete(key);
    if (url === undefined) return GONE;
    if (this.tabs.isGuarded(tab)) await this.#rules.allow(tab, 'post', url, 'form');
    const reply = await this.#documents.perform(tab, document, { do: 'send_form', form });
    if (reply.kind !== 'done') await this.#rules.endAllow('form');
    return reply;
  }

  #follow(): void {
    if (this.#unfollow !== null) return;
    const ends = [
      followNavigation(this.tabs, {
        emit: this.emit,
        committed: (tab, document, url) => {
          if (this.tabs.noteHost(tab, url)) void this.#rules.guard(this.tabs, [...this.#others]);
          void this.#documents.inject(tab, document === undefined ? 'all' : { document });
        },
      }),
      followRequests(this.tabs, this.#rules, (tab) => this.#others.has(tab), this.emit),
      followTabs(this.tabs, {
        emit: this.emit,
        take: (tab, opener, url) => {
          this.#others.delete(tab);
          this.#take(tab, opener, url);
        },
        other: (tab) => {
          this.#noteOther(tab);
        },
        removed: (tab) => {
          void this.#ended(tab);
        },
      }),
    ];
    this.#unfollow = () => {
      for (const end of ends) end();
    };
  }

  #noteOther(tab: number): void {
    if (this.tabs.guarded.length === 0 || this.tabs.has(tab) || this.#others.has(tab)) return;
    this.#others.add(tab);
    void this.#rules.guard(this.tabs, [...this.#others]);
  }
}

const MOST_FORMS = 64;
