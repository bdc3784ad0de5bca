import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { place, tell } from './told.js';

const element = place();
element.contentEditable = 'true';
element.role = 'textbox';
element.ariaLabel = 'Editor';
element.ariaMultiLine = 'true';

const editor = createEditor({ namespace: 'test', onError: (error) => console.error(error) });
editor.setRootElement(element);
registerRichText(editor);
registerHistory(editor, createEmptyHistoryState(), 300);
editor.registerUpdateListener(({ editorState }) => {
  // Paragraphs are told as lines, however many blank lines the editor itself would put between them.
  editorState.read(() => tell($getRoot().getChildren().map((node) => node.getTextContent()).join('\n')));
});
editor.update(() => $getRoot().append($createParagraphNode().append($createTextNode('Old text'))));
