// A Tiptap composer with paragraphs and hard breaks.

import { Editor } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Placeholder, UndoRedo } from '@tiptap/extensions';

export function mountTiptap(element, { label, onChange, onEnter, attributes = {} }) {
    const editor = new Editor({
        element,
        injectCSS: false,
        // An empty text would be parsed as markup, which the policy of the page refuses.
        content: { type: 'doc', content: [{ type: 'paragraph' }] },
        extensions: [Document, Paragraph, Text, HardBreak, UndoRedo, Placeholder.configure({ placeholder: label })],
        editorProps: {
            attributes: { 'role': 'textbox', 'aria-multiline': 'true', ...attributes },
            handleKeyDown: (_view, event) => event.key === 'Enter' && onEnter(event),
        },
        onUpdate: () => onChange(textOf()),
    });
    const textOf = () => editor.getText({ blockSeparator: '\n' });
    const set = (text) => {
        const content = text.split('\n').map((line) => ({
            type: 'paragraph',
            content: line === '' ? [] : [{ type: 'text', text: line }],
        }));
        editor.commands.setContent({ type: 'doc', content }, { emitUpdate: true });
    };
    return { text: textOf, set, clear: () => set(''), destroy: () => editor.destroy() };
}
