import Quill from 'quill';
import { place, tell } from './told.js';

const quill = new Quill(place(), {});
quill.root.setAttribute('aria-label', 'Editor');
quill.on('text-change', () => tell(quill.getText().replace(/\n$/, '')));
quill.setText('Old text\n');
