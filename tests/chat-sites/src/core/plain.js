// The parts that the two sites without React share: plain and custom elements that are built anew when something changed.

import { createElement, markedElements } from './marks.js';

export const plainElements = (settings, names) => markedElements(createElement, settings, names);

/**
 * Draws a page of three parts: `list`, drawn after every change; `composer`, built only when it is replaced, because it
 * holds the editor; and `controls` inside the composer, drawn after every change.
 */
export function runPlain({ chat, app }, { whole, list, composer, controls }) {
    let [built, place] = [-1, null];
    const drawn = new Map();
    const draw = () => {
        const alone = whole();
        if (alone !== null) {
            app.replaceChildren(alone);
            return;
        }
        if (place === null) {
            place = { list: document.createElement('div'), composer: document.createElement('div') };
            place.list.className = 'list';
            app.replaceChildren(place.list, place.composer);
        }
        syncChildren(place.list, list(), drawn);
        if (built !== chat.composer) {
            built = chat.composer;
            place.composer.replaceChildren(composer());
        }
        controls(place.composer);
    };
    chat.subscribe(draw);
    draw();
}

/** Keeps the elements of entries that are the same as before; `entries` are `[key, value, create]`. */
function syncChildren(parent, entries, drawn) {
    const keys = new Set(entries.map(([key]) => key));
    for (const [key, { element }] of drawn)
        if (!keys.has(key)) {
            element.remove();
            drawn.delete(key);
        }
    for (const [key, value, create] of entries) {
        const old = drawn.get(key);
        if (old?.value === value) continue;
        const element = create();
        if (old === undefined) parent.append(element);
        else old.element.replaceWith(element);
        drawn.set(key, { value, element });
    }
}
