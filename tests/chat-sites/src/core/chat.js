// The state of one chat page: turns, the message that is being written, and the answer that streams in. It knows no element.

import { oldTurns } from './old_turns.js';

const LINE = '\n';

export class Chat {
    turns = [];
    /** `{ name, size, text }` of each attachment. */
    attachments = [];
    /** Counts how often the composer was replaced. */
    composer = 0;
    /** The state that covers the page: `{ kind, text }`, or null. */
    shown = null;
    isReading = false;
    #conversation;
    #version = 0;
    #listeners = new Set();
    #answering = null;

    constructor(settings, recorder, labels) {
        this.settings = settings;
        this.recorder = recorder;
        this.labels = labels;
        const { pathname } = location;
        const isChat = pathname.startsWith(settings.chat) && pathname !== settings.home;
        this.#conversation = isChat ? pathname.slice(settings.chat.length) : crypto.randomUUID();
        this.turns = oldTurns(settings.turns);
        if (settings.state !== '') this.shown = { kind: settings.state, text: '' };
        if (isChat) void this.#restore();
    }

    subscribe = (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    };

    version = () => this.#version;

    emit() {
        this.#version += 1;
        for (const listener of this.#listeners) listener();
    }

    get isAnswering() {
        return this.#answering !== null;
    }

    get draftKey() {
        return `draft:${location.pathname}`;
    }

    /** Whether the page behaves as in a hidden tab. */
    get isHidden() {
        return this.settings.hidden || document.hidden;
    }

    attach(name, text) {
        this.attachments = [...this.attachments, { name, size: text.length, text }];
        this.emit();
    }

    detach(index) {
        this.attachments = this.attachments.filter((_, at) => at !== index);
        this.emit();
    }

    /** The composer is built anew, as when another model is chosen. */
    replaceComposer() {
        this.composer += 1;
        this.emit();
    }

    show(kind, text = '') {
        this.shown = kind === '' ? null : { kind, text };
        this.emit();
    }

    /** Sends after the next frame, as a submit handler does that waits for the page to paint. */
    submit(text, onSent) {
        if (this.isAnswering) return;
        this.#answering = { aborted: new AbortController(), number: null };
        this.#frame(() => {
            onSent();
            localStorage.removeItem(this.draftKey);
            const sent = this.attachments.map(({ text: content, ...attachment }) => ({
                ...attachment,
                text: this.settings.paste_empty ? '' : content,
            }));
            this.attachments = [];
            this.turns = [...this.turns, newTurn('user', text)];
            void this.#answer(text, sent, null);
        });
    }

    /** Asks for another answer to the last message; it takes the place of the old one. */
    regenerate() {
        if (this.isAnswering) return;
        this.#answering = { aborted: new AbortController(), number: null };
        const index = this.turns.findLastIndex(({ role }) => role === 'user');
        const old = this.turns[index + 1];
        this.turns = this.turns.slice(0, index + 1);
        void this.#answer(this.turns[index].text, [], index + 1, old);
    }

    /** The button of a failed answer. */
    retry() {
        this.show('');
        if (this.turns.some(({ role }) => role === 'user')) this.regenerate();
    }

    switchBranch(turn) {
        if (turn.branches.length === 0) return;
        const [other, ...rest] = turn.branches;
        const branches = [...rest, { text: turn.text, thinking: turn.thinking }];
        this.turns = this.turns.map((one) => (one === turn ? { ...one, ...other, branches } : one));
        this.emit();
    }

    stop() {
        const { number, aborted } = this.#answering ?? {};
        if (number) void post('/backend/stop', { number });
        aborted?.abort();
    }

    async #answer(text, attachments, replaces, old = null) {
        const turn = newTurn('assistant', '');
        if (old !== null) turn.branches = [...old.branches, { text: old.text, thinking: old.thinking }];
        this.turns = [...this.turns, turn];
        this.emit();
        const body = { text, attachments, replaces, events: this.recorder.take(), client: this.settings.client };
        const received = { text: '', thinking: '', phase: 'waiting' };
        const paint = this.#painter(turn, received);
        try {
            const signal = this.#answering.aborted.signal;
            const response = await post('/backend/conversation', { ...body, conversation: this.#conversation }, signal);
            for await (const part of partsOf(response)) this.#receive(part, received, paint);
        } catch {
            received.phase = this.#answering.aborted.signal.aborted ? 'done' : 'failed';
            // The network was lost in the middle.
            if (received.phase === 'failed') this.shown = { kind: 'wrong', text: '' };
        }
        if (received.phase !== 'failed') received.phase = 'done';
        paint();
    }

    #receive(part, received, paint) {
        if (part.number !== undefined) this.#answering.number = part.number;
        if (part.conversation !== undefined) this.#nameChat(part.conversation);
        received.text += part.text ?? '';
        received.thinking += part.thinking ?? '';
        if (part.thinking !== undefined) received.phase = 'thinking';
        if (part.text !== undefined) received.phase = 'answering';
        if (part.error !== undefined) {
            received.phase = 'failed';
            this.shown = { kind: part.error === 'network' ? 'wrong' : part.error, text: part.until ?? '' };
        }
        paint();
    }

    /** The address becomes that of the chat some time after the first token. */
    #nameChat(conversation) {
        this.#conversation = conversation;
        const address = `${this.settings.chat}${conversation}`;
        if (location.pathname === address) return;
        setTimeout(() => {
            const draft = localStorage.getItem(this.draftKey);
            history.pushState(null, '', `${address}${location.search}`);
            if (draft !== null) localStorage.setItem(this.draftKey, draft);
        }, this.settings.address_ms);
    }

    /** Copies what was received into the turn, at most once a frame or once in 50 ms. */
    #painter(turn, received) {
        let isDue = false;
        return () => {
            if (isDue) return;
            isDue = true;
            this.#frame(() => {
                isDue = false;
                const painted = { ...turn, ...received };
                this.turns = this.turns.map((one) => (one.id === turn.id ? painted : one));
                const isOver = painted.phase === 'done' || painted.phase === 'failed';
                if (isOver) this.#answering = null;
                this.emit();
            });
        };
    }

    #frame(callback) {
        if (this.settings.hidden) this.waiting = [...(this.waiting ?? []), callback];
        else if (this.settings.paint === 'timer') setTimeout(callback, 50);
        else requestAnimationFrame(callback);
    }

    /** Ends the behaviour of a hidden tab that the settings asked for. */
    unhide() {
        this.settings.hidden = false;
        for (const callback of this.waiting ?? []) callback();
        this.waiting = [];
    }

    /** Reads the chat of the address, until its last answer is complete. */
    async #restore() {
        for (;;) {
            const response = await fetch(`/backend/conversation/${this.#conversation}`);
            const { turns } = await response.json();
            if (turns === null) return;
            this.turns = turns.map((turn, index) => ({
                ...newTurn(turn.role, turn.text),
                ...turn,
                id: `restored-${index}`,
            }));
            const isOver = this.turns.at(-1)?.phase !== 'answering' && this.turns.at(-1)?.role !== 'user';
            this.#answering = isOver ? null : { aborted: new AbortController(), number: null };
            this.emit();
            if (isOver) return;
            await new Promise((resolve) => setTimeout(resolve, 200));
        }
    }
}

function newTurn(role, text) {
    const phase = role === 'user' ? 'done' : 'waiting';
    return { id: crypto.randomUUID(), role, text, thinking: '', phase, branches: [] };
}

const post = (path, body, signal) =>
    fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
    });

/** The lines of JSON that a response consists of, as they arrive. */
async function* partsOf(response) {
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const lines = (rest + value).split(LINE);
        rest = lines.pop();
        for (const line of lines) yield JSON.parse(line);
    }
}
