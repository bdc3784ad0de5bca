// Draws the blocks of an answer with the element function of a site, which brings its own code block.

import { parseBlocks, parseSpans, parseTokens } from './markdown.js';

export function drawBlocks(h, text, settings, drawCode) {
    return parseBlocks(text).map((block, key) => {
        if (block.kind === 'code') return drawCode(block, key);
        const lines = block.text.split('\n');
        if (block.kind === 'list')
            return h(
                'ul',
                { key },
                ...lines.map((line, index) => h('li', { key: index }, ...drawSpans(h, line, settings))),
            );
        if (block.kind === 'heading') return h('h3', { key }, ...drawSpans(h, block.text, settings));
        const paragraph = lines.flatMap((line, index) => [
            ...(index > 0 ? [h('br', { key: `break-${index}` })] : []),
            ...drawSpans(h, line, settings, index),
        ]);
        return block.kind === 'quote'
            ? h('blockquote', { key }, h('p', null, ...paragraph))
            : h('p', { key }, ...paragraph);
    });
}

const drawSpans = (h, line, settings, at = 0) =>
    parseSpans(line, settings).map(({ code, text }, index) =>
        code ? h('code', { key: `${at}-${index}` }, text) : h('span', { key: `${at}-${index}` }, text),
    );

/** Code as a growing block shows it, and in coloured parts as soon as it is closed. */
export const drawTokens = (h, { text, closed }) =>
    closed ? parseTokens(text).map((token, key) => h('span', { key, class: 'token' }, token)) : [text];

/** Whether the action bar of an answer is there; some sites show it for moments while the model still thinks. */
export function showsBar({ phase, thinking }) {
    return phase === 'done' || phase === 'failed' || (phase === 'thinking' && thinking.length % 4 === 1);
}

/** Whether the message of a turn is unloaded because many newer turns follow. */
export const isUnloaded = (index, count, { virtual }) => virtual > 0 && count - index > virtual;
