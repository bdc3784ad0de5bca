import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { place, tell } from './told.js';

const text = (state) => state.doc.textBetween(0, state.doc.content.size, '\n', '\n');
const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Old text')])]);

const view = new EditorView(place(), {
  state: EditorState.create({ doc, plugins: [history(), keymap(baseKeymap)] }),
  attributes: { 'aria-label': 'Editor', role: 'textbox', 'aria-multiline': 'true' },
  dispatchTransaction(transaction) {
    view.updateState(view.state.apply(transaction));
    tell(text(view.state));
  },
});
tell(text(view.state));
