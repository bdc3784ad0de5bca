import { defaultKeymap, history } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { place, tell } from './told.js';

const view = new EditorView({
  parent: place(),
  state: EditorState.create({
    doc: 'Old text',
    extensions: [
      history(),
      keymap.of(defaultKeymap),
      EditorView.contentAttributes.of({ 'aria-label': 'Editor' }),
      EditorView.updateListener.of((update) => tell(update.state.doc.toString())),
    ],
  }),
});
tell(view.state.doc.toString());
