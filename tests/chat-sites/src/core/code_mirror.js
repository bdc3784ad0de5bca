// A code block in a real CodeMirror that nobody edits: of a long block only the visible lines stand in the document.

import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export function mountCodeMirror(element, text) {
    const state = EditorState.create({ doc: text, extensions: [EditorState.readOnly.of(true)] });
    const view = new EditorView({ parent: element, state });
    return {
        set: (next) => {
            if (next !== view.state.doc.toString())
                view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
        },
        destroy: () => view.destroy(),
    };
}
