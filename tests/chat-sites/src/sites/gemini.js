// Gemini: custom elements without a framework's zones, Quill in `rich-textarea`; since 2026-07 a send button that stays
// disabled for assistive technology while the key sends.

import { drawBlocks, drawTokens, isUnloaded, showsBar } from '../core/blocks.js';
import { DECOY } from '../core/old_turns.js';
import { startPage } from '../core/page.js';
import { plainElements, runPlain } from '../core/plain.js';
import { dialog, notice, wholePage } from '../core/states.js';
import { mountQuill } from '../editors/quill.js';

const page = startPage();
const { settings, labels, chat, composer } = page;
const NAMES = [
    'rich-textarea',
    'send-button',
    'model-response',
    'user-query',
    'message-content',
    'code-block',
    'response-footer',
    'model-response-text',
];
const h = plainElements(settings, NAMES);
const isNew = settings.since(2026, 7);

for (const name of ['rich-textarea', 'model-response', 'user-query', 'message-content', 'code-block', 'input-area-v2'])
    if (customElements.get(name) === undefined) customElements.define(name, class extends HTMLElement {});

function list() {
    const notices = [
        notice(h, chat, labels, { banner: 'banner', tooltip: 'limit-hint', toast: 'toast' }),
        chat.shown?.kind === 'limit'
            ? h('mat-snack-bar-container', { class: 'toast', role: 'alert' }, chat.shown.text || labels.limit)
            : dialog(h, chat, labels, 'mat-dialog-container'),
        chat.shown?.kind === 'wrong' && h('div', { class: 'turn', role: 'alert' }, labels.wrong),
        chat.shown?.kind === 'signed_out' &&
            h('a', { href: 'https://accounts.google.com/ServiceLogin', class: 'sign-in' }, labels.sign_in),
    ].filter((part) => part !== null && part !== false);
    return [
        ...chat.turns.map((turn, index) => [
            turn.id,
            isUnloaded(index, chat.turns.length, settings) ? 'unloaded' : turn,
            () => (turn.role === 'user' ? question(turn, index) : answer(turn, index)),
        ]),
        ...notices.map((element, index) => [`notice-${index}`, chat.shown, () => element]),
    ];
}

const question = (turn, index) =>
    h(
        'user-query',
        { class: 'turn' },
        h(
            'div',
            { class: 'query-text' },
            ...turn.text.split('\n').map((line) => h('p', { class: 'query-text-line said' }, line)),
        ),
        index === 0 && settings.turns > 0 && h('div', { class: 'ql-editor', contenteditable: 'true' }, 'edit'),
    );

function answer(turn, index) {
    if (isUnloaded(index, chat.turns.length, settings)) return h('model-response', { class: 'turn' });
    const isOver = turn.phase === 'done' || turn.phase === 'failed';
    return h(
        'model-response',
        { class: 'turn' },
        turn.thinking !== '' && thoughts(turn),
        h(
            'message-content',
            { class: 'model-response-text' },
            h(
                'div',
                { 'class': 'markdown', 'aria-busy': isOver ? 'false' : 'true' },
                drawBlocks(h, turn.text, settings, code),
            ),
        ),
        h('div', { class: `response-footer gap ${isOver ? 'complete' : ''}` }, showsBar(turn) && bar(turn)),
    );
}

const thoughts = (turn) =>
    h(
        'model-thoughts',
        null,
        h(
            'button',
            { class: 'thoughts-header-button', type: 'button' },
            turn.phase === 'thinking' ? labels.thinking : labels.thoughts,
        ),
        h('div', { class: 'thoughts-content markdown' }, drawBlocks(h, `${turn.thinking}\n\n${DECOY}`, settings, code)),
    );

const bar = (turn) =>
    h(
        'message-actions',
        { class: 'bar' },
        h('button', { 'type': 'button', 'data-test-id': 'copy-button', 'aria-label': labels.copy }, '⧉'),
        h('button', { 'type': 'button', 'aria-label': labels.good }, '+'),
        h('button', { 'type': 'button', 'data-test-id': 'more-menu-button' }, '…'),
        h('button', { 'type': 'button', 'aria-label': labels.again, 'onClick': () => chat.regenerate() }, '↻'),
        turn.branches.length > 0 && h('button', { type: 'button', onClick: () => chat.switchBranch(turn) }, '›'),
    );

const code = (block) =>
    h(
        'code-block',
        null,
        h(
            'div',
            { class: 'code-block-decoration' },
            h('span', null, block.language),
            h('button', { 'type': 'button', 'aria-label': labels.copy }, labels.copy),
        ),
        h(
            'pre',
            null,
            h('code', { 'data-test-id': 'code-content', 'class': 'code-container' }, ...drawTokens(h, block)),
        ),
    );

function writeArea() {
    const field = h('div', { class: 'field text-input-field' });
    const area = h(
        'input-area-v2',
        { class: 'write' },
        h('div', { class: 'chips' }),
        h('rich-textarea', null, field),
        h('div', { class: 'controls' }),
    );
    composer.mount(field, mountQuill);
    return area;
}

function controls(place) {
    const chips = chat.attachments.map(({ name, size }, index) =>
        h(
            'uploader-file-preview',
            { class: 'file-preview' },
            `${name} ${size}`,
            h('button', { 'type': 'button', 'aria-label': labels.remove, 'onClick': () => chat.detach(index) }, '×'),
        ),
    );
    place.querySelector('.chips').replaceChildren(...chips);
    place.querySelector('.controls').replaceChildren(sendControl());
}

function sendControl() {
    if (chat.isAnswering)
        return h(
            'button',
            { 'class': 'send-button stop', 'type': 'button', 'aria-label': labels.stop, 'onClick': () => chat.stop() },
            h('mat-icon', { fonticon: 'stop' }),
        );
    const icon = h('mat-icon', { fonticon: composer.canSend ? 'send' : 'mic' });
    if (!composer.canSend && !isNew)
        return h('button', { 'class': 'mic-button', 'type': 'button', 'aria-label': labels.voice }, icon);
    const isDead = isNew || !composer.canSend;
    return h(
        'button',
        {
            'class': 'send-button',
            'type': 'button',
            'aria-label': labels.send,
            'aria-disabled': isDead ? 'true' : 'false',
            'onClick': isDead ? undefined : composer.submit,
        },
        icon,
    );
}

runPlain(page, {
    whole: () => wholePage(h, chat, labels, { captchaTitle: 'Sorry...' }),
    list,
    composer: writeArea,
    controls,
});
