// A Quill composer; its text always ends in an empty line of its own.

import Quill from 'quill';

export function mountQuill(element, { label, onChange, onEnter, attributes = {} }) {
    const quill = new Quill(element, {
        formats: [],
        placeholder: label,
        modules: {
            keyboard: {
                bindings: {
                    send: {
                        key: 'Enter',
                        shiftKey: null,
                        ctrlKey: null,
                        handler: (_range, context) => !onEnter(context.event),
                    },
                },
            },
        },
    });
    for (const [name, value] of Object.entries({ 'aria-label': label, 'role': 'textbox', ...attributes }))
        quill.root.setAttribute(name, value);
    const textOf = () => quill.getText().replace(/\n$/, '');
    quill.on('text-change', () => onChange(textOf()));
    const set = (text) => quill.setText(text === '' ? '' : `${text}\n`);
    return { text: textOf, set, clear: () => set(''), destroy: () => element.replaceChildren() };
}
