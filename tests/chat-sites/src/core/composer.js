// The part that all composers share: the text that the editor itself holds, the delayed send button, keys, drafts, and
// pastes that become attachments.

export class Composer {
    #editor = null;
    #timer = null;
    #text = '';

    constructor(chat) {
        this.chat = chat;
        /** Whether the send control knows that there is something to send. */
        this.canSend = false;
    }

    get isEmpty() {
        return this.#text.trim() === '' && this.chat.attachments.length === 0;
    }

    /** Puts an editor into `element`; `mount` is one of `editors/`. */
    mount(element, mount) {
        this.#editor?.destroy();
        element.addEventListener('paste', this.#onPaste, { capture: true });
        const { labels } = this.chat;
        this.#editor = mount(element, { label: labels.write, onChange: this.#onChange, onEnter: this.#onEnter });
        const draft = localStorage.getItem(this.chat.draftKey) ?? this.#text;
        this.#text = '';
        if (draft !== '') this.#editor.set(draft);
        return () => {
            element.removeEventListener('paste', this.#onPaste, { capture: true });
        };
    }

    /** Sends what the editor's model holds, if the control is ready. */
    submit = () => {
        if (this.#editor === null || this.isEmpty || !this.canSend) return false;
        this.chat.submit(this.#editor.text(), () => {
            this.#editor.clear();
        });
        return true;
    };

    #onChange = (text) => {
        this.#text = text;
        if (text === '') localStorage.removeItem(this.chat.draftKey);
        else localStorage.setItem(this.chat.draftKey, text);
        this.refresh();
    };

    /** Lets the send control follow, after a while. */
    refresh() {
        const isReady = !this.isEmpty;
        if (isReady === this.canSend || this.#timer !== null) return;
        const delay = this.chat.settings.enable_ms || 50 + Math.random() * 250;
        this.#timer = setTimeout(() => {
            this.#timer = null;
            this.canSend = !this.isEmpty;
            this.chat.emit();
        }, delay);
    }

    /** Whether the key was taken: Enter sends, Shift+Enter breaks the line, and an Enter of an input method does neither. */
    #onEnter = (event) => {
        if (event.isComposing || event.shiftKey) return false;
        const needsControl = readEnterPreference() === 'ctrl';
        if (needsControl !== (event.ctrlKey || event.metaKey)) return false;
        this.submit();
        return true;
    };

    #onPaste = (event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const limit = this.chat.settings.paste_limit;
        if (limit === 0 || text.length <= limit) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        this.chat.attach(this.chat.labels.pasted, text);
        this.refresh();
    };
}

const PREFERENCE = 'aiStudioUserPreference';

export function readEnterPreference() {
    try {
        return JSON.parse(localStorage.getItem(PREFERENCE) ?? '{}').enterKeyBehavior === 2 ? 'ctrl' : 'enter';
    } catch {
        return 'enter';
    }
}

export function writeEnterPreference(isControl) {
    localStorage.setItem(PREFERENCE, JSON.stringify({ enterKeyBehavior: isControl ? 2 : 1 }));
}
