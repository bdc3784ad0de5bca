// The parts that the two React sites share.

import { createElement, useEffect, useRef, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { markedElements } from './marks.js';

/** React's element function with the names of HTML, filtered by the settings of marks. */
export function reactElements(settings, names) {
    const create = (tag, attributes, ...children) => {
        const { class: className, ...rest } = attributes;
        const isCustom = typeof tag === 'string' && tag.includes('-');
        const props =
            className === undefined || isCustom || typeof tag !== 'string' ? attributes : { ...rest, className };
        return createElement(tag, props, ...children);
    };
    return markedElements(create, settings, names);
}

/** Draws `App` again after every change of the chat. */
export function run({ chat, app }, App) {
    const Root = () => {
        useSyncExternalStore(chat.subscribe, chat.version);
        return App();
    };
    createRoot(app).render(createElement(Root));
}

/** A component that mounts an editor once and again whenever its `key` changes. */
export function editorField(composer, mount, attributes) {
    return function EditorField() {
        const place = useRef(null);
        useEffect(() => {
            const element = place.current;
            const unmount = composer.mount(element, (where, options) => mount(where, { ...options, ...attributes }));
            return () => {
                unmount();
                element.replaceChildren();
            };
        }, []);
        return createElement('div', { ref: place, className: 'field' });
    };
}
