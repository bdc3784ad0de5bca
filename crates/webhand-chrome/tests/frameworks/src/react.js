import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { place, tell } from './told.js';

function Form() {
  const [model, change] = useState({ name: 'Ana', notes: '', colour: 'Red', gift: false });
  tell(model);
  const set = (key, value) => change((old) => ({ ...old, [key]: value }));
  return h(
    'form',
    null,
    h('label', null, 'Name ', h('input', { value: model.name, onChange: (event) => set('name', event.target.value) })),
    h('label', null, 'Notes ', h('textarea', { value: model.notes, onChange: (event) => set('notes', event.target.value) })),
    h(
      'label',
      null,
      'Colour ',
      h(
        'select',
        { value: model.colour, onChange: (event) => set('colour', event.target.value) },
        ['Red', 'Green', 'Blue'].map((colour) => h('option', { key: colour }, colour)),
      ),
    ),
    h(
      'label',
      null,
      h('input', { type: 'checkbox', checked: model.gift, onChange: (event) => set('gift', event.target.checked) }),
      ' Gift',
    ),
  );
}

createRoot(place()).render(h(Form));
