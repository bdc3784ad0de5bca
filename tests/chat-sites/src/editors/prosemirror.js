// A plain ProseMirror composer, with the paste of the library itself.

import { baseKeymap, chainCommands, newlineInCode, splitBlock } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { nodes } from 'prosemirror-schema-basic';
import { EditorState, Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';

const schema = new Schema({
    nodes: { doc: nodes.doc, paragraph: nodes.paragraph, text: nodes.text, hard_break: nodes.hard_break },
});

export function mountProseMirror(element, { id, label, onChange, onEnter, attributes = {} }) {
    const docOf = (text) =>
        schema.node(
            'doc',
            null,
            text.split('\n').map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)])),
        );
    const placeholder = new Plugin({
        props: {
            decorations: ({ doc }) => {
                if (doc.childCount > 1 || doc.firstChild.content.size > 0) return null;
                return DecorationSet.create(doc, [
                    Decoration.node(0, doc.firstChild.nodeSize, { 'class': 'placeholder', 'data-placeholder': label }),
                ]);
            },
        },
    });
    const keys = keymap({
        'Shift-Enter': chainCommands(newlineInCode, splitBlock),
    });
    const view = new EditorView(element, {
        state: EditorState.create({ doc: docOf(''), plugins: [history(), keys, keymap(baseKeymap), placeholder] }),
        attributes: { ...(id === undefined ? {} : { id }), 'role': 'textbox', 'aria-label': label, ...attributes },
        handleDOMEvents: {
            keydown: (_editor, event) => {
                const isTaken = event.key === 'Enter' && onEnter(event);
                if (isTaken) event.preventDefault();
                return isTaken;
            },
        },
        dispatchTransaction(transaction) {
            view.updateState(view.state.apply(transaction));
            if (transaction.docChanged) onChange(textOf());
        },
    });
    const textOf = () =>
        view.state.doc.textBetween(0, view.state.doc.content.size, '\n', (node) =>
            node.type.name === 'hard_break' ? '\n' : '',
        );
    const set = (text) => view.dispatch(view.state.tr.replaceWith(0, view.state.doc.content.size, docOf(text).content));
    return { text: textOf, set, clear: () => set(''), destroy: () => view.destroy() };
}
