import * as monaco from 'monaco-editor/editor/editor.api.js';
import { place, tell } from './told.js';

const editor = monaco.editor.create(place(), { value: 'Old text', ariaLabel: 'Editor', minimap: { enabled: false } });
editor.onDidChangeModelContent(() => tell(editor.getValue()));
tell(editor.getValue());
