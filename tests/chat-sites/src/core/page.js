// Starts a replica page: settings, state, and the handle by which a test brings about what no click can.

import { Chat } from './chat.js';
import { Composer, writeEnterPreference } from './composer.js';
import { labelsOf } from './labels.js';
import { EventRecorder } from './recorder.js';
import { readSettings } from './settings.js';

export function startPage() {
    const settings = readSettings();
    // Quill empties its container by markup; there nothing but an empty text becomes markup.
    if (settings.editor === 'quill')
        window.trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) });
    document.documentElement.lang = settings.locale;
    if (settings.enter !== '') writeEnterPreference(settings.enter === 'ctrl');
    const labels = labelsOf(settings.locale);
    const chat = new Chat(settings, new EventRecorder(document), labels);
    const composer = new Composer(chat);
    window.replica = {
        show: (kind, text) => chat.show(kind, text),
        replaceComposer: () => chat.replaceComposer(),
        regenerate: () => chat.regenerate(),
        unhide: () => chat.unhide(),
        turns: () => chat.turns.map(({ role, text, phase }) => ({ role, text, phase })),
    };
    const app = document.createElement('div');
    app.id = 'app';
    document.body.append(app);
    return { settings, labels, chat, composer, app };
}
