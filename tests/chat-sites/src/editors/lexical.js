// A Lexical composer with plain text. As in the library, an update is committed after the task in which it was asked for.

import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { registerPlainText } from '@lexical/plain-text';
import {
    $createLineBreakNode,
    $createParagraphNode,
    $createTextNode,
    $getRoot,
    COMMAND_PRIORITY_HIGH,
    KEY_ENTER_COMMAND,
    createEditor,
} from 'lexical';

export function mountLexical(element, { id, label, onChange, onEnter, attributes = {} }) {
    const root = document.createElement('div');
    const all = {
        'contenteditable': 'true',
        'role': 'textbox',
        'aria-label': label,
        'spellcheck': 'true',
        ...attributes,
    };
    for (const [name, value] of Object.entries(all)) root.setAttribute(name, value);
    if (id !== undefined) root.id = id;
    element.append(root);
    const editor = createEditor({
        namespace: 'composer',
        onError: (error) => {
            throw error;
        },
    });
    editor.setRootElement(root);
    registerPlainText(editor);
    registerHistory(editor, createEmptyHistoryState(), 300);
    editor.registerCommand(
        KEY_ENTER_COMMAND,
        (event) => {
            const isTaken = event !== null && onEnter(event);
            if (isTaken) event.preventDefault();
            return isTaken;
        },
        COMMAND_PRIORITY_HIGH,
    );
    let shown = '';
    editor.registerUpdateListener(() => {
        const text = textOf();
        if (text === shown) return;
        shown = text;
        onChange(text);
    });
    const textOf = () =>
        editor.getEditorState().read(() =>
            $getRoot()
                .getChildren()
                .map((node) => node.getTextContent())
                .join('\n'),
        );
    const set = (text) => {
        editor.update(() => {
            const paragraph = $createParagraphNode();
            for (const [index, line] of text.split('\n').entries()) {
                if (index > 0) paragraph.append($createLineBreakNode());
                if (line !== '') paragraph.append($createTextNode(line));
            }
            $getRoot().clear().append(paragraph);
            paragraph.selectEnd();
        });
    };
    set('');
    return { text: textOf, set, clear: () => set(''), destroy: () => (editor.setRootElement(null), root.remove()) };
}
