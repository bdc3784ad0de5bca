// AI Studio: custom elements and plain text fields; since 2025-12 another box around the field and another run button.

import { drawBlocks, drawTokens, isUnloaded, showsBar } from '../core/blocks.js';
import { readEnterPreference } from '../core/composer.js';
import { DECOY } from '../core/old_turns.js';
import { startPage } from '../core/page.js';
import { plainElements, runPlain } from '../core/plain.js';
import { dialog, notice, wholePage } from '../core/states.js';
import { mountTextarea } from '../editors/textarea.js';

const page = startPage();
const { settings, labels, chat, composer } = page;
const NAMES = [
    'ms-autosize-textarea',
    'ms-run-button',
    'ms-chat-turn',
    'chat-turn-container',
    'ms-prompt-box',
    'ms-cmark-node',
    'ms-chunk-input',
    'ms-thought-chunk',
    'data-turn-role',
    'ms-code-block',
];
const h = plainElements(settings, NAMES);
const isNew = settings.since(2025, 12);

function list() {
    const notices = [
        chat.shown?.kind !== 'limit_banner' &&
            notice(h, chat, labels, { banner: 'banner', tooltip: 'limit-hint', toast: 'toast error' }),
        (chat.shown?.kind === 'limit' || chat.shown?.kind === 'limit_banner') &&
            h(
                'ms-callout',
                { class: 'error-callout' },
                h('div', { class: 'message' }, chat.shown.text || labels.limit),
            ),
        chat.shown?.kind !== 'limit' && dialog(h, chat, labels, 'mat-dialog-container'),
        chat.shown?.kind === 'wrong' && h('div', { class: 'toast error' }, labels.wrong),
        chat.shown?.kind === 'signed_out' &&
            h('a', { href: 'https://accounts.google.com/ServiceLogin', class: 'sign-in' }, labels.sign_in),
    ].filter((part) => part !== null && part !== false);
    return [
        [
            'instructions',
            true,
            () =>
                h(
                    'ms-system-instructions',
                    { class: 'turn' },
                    h('textarea', {
                        'aria-label': labels.instructions,
                        'placeholder': labels.instructions,
                        'class': 'textarea in-panel',
                    }),
                ),
        ],
        ...chat.turns.map((turn, index) => [
            turn.id,
            isUnloaded(index, chat.turns.length, settings) ? 'unloaded' : turn,
            () => drawTurn(turn, index),
        ]),
        ...notices.map((element, index) => [`notice-${index}`, chat.shown, () => element]),
    ];
}

function drawTurn(turn, index) {
    const isUser = turn.role === 'user';
    const isLoaded = !isUnloaded(index, chat.turns.length, settings);
    return h(
        'ms-chat-turn',
        { class: 'turn' },
        h(
            'div',
            { class: `chat-turn-container ${isUser ? 'user' : 'model'} render` },
            h(
                'div',
                { 'class': 'virtual-scroll-container', 'data-turn-role': isUser ? 'User' : 'Model' },
                isLoaded && h('div', { class: 'turn-content' }, ...(isUser ? question(turn, index) : answer(turn))),
            ),
            !isUser && showsBar(turn) && bar(turn),
        ),
    );
}

const question = (turn, index) => [
    h('ms-prompt-chunk', null, h('ms-text-chunk', { class: 'said' }, turn.text)),
    index === 0 &&
        settings.turns > 0 &&
        h('ms-autosize-textarea', null, h('textarea', { 'aria-label': labels.edit }, turn.text)),
];

const answer = (turn) => [
    turn.thinking !== '' &&
        h(
            'ms-thought-chunk',
            null,
            h('span', null, labels.thinking),
            h('ms-cmark-node', null, drawBlocks(h, `${turn.thinking}\n\n${DECOY}`, settings, code)),
        ),
    turn.text !== '' &&
        h(
            'ms-prompt-chunk',
            null,
            h(
                'ms-text-chunk',
                null,
                h('ms-cmark-node', { class: 'cmark-node' }, drawBlocks(h, turn.text, settings, code)),
            ),
        ),
];

const bar = (turn) =>
    h(
        'div',
        { class: 'turn-footer bar' },
        h('button', { 'type': 'button', 'aria-label': labels.good }, '+'),
        h('button', { 'type': 'button', 'aria-label': labels.again, 'onClick': () => chat.regenerate() }, '↻'),
        turn.branches.length > 0 && h('button', { type: 'button', onClick: () => chat.switchBranch(turn) }, '›'),
    );

const code = (block) =>
    h(
        'ms-code-block',
        null,
        h(
            'div',
            { class: 'header' },
            h('span', null, block.language),
            h('button', { 'type': 'button', 'aria-label': labels.copy }, labels.copy),
        ),
        h('pre', null, h('code', null, ...drawTokens(h, block))),
    );

function writeArea() {
    const field = h('ms-autosize-textarea', { class: 'field' });
    const parts = [
        h('div', { class: 'chips' }),
        isNew ? field : h('ms-chunk-input', null, field),
        h('div', { class: 'controls' }),
    ];
    const onSubmit = (event) => {
        event.preventDefault();
        if (chat.isAnswering) chat.stop();
        else composer.submit();
    };
    const box = h(isNew ? 'ms-prompt-box' : 'ms-prompt-input-wrapper', null, parts);
    const form = h('footer', { class: 'write' }, h('form', { onSubmit }, box));
    composer.mount(field, (element, options) =>
        mountTextarea(element, {
            ...options,
            attributes: { 'class': 'textarea', 'cdk-textarea-autosize': isNew ? '' : undefined },
        }),
    );
    return form;
}

function controls(place) {
    const chips = chat.attachments.map(({ name, size }, index) =>
        h(
            'ms-file-chip',
            null,
            `${name} ${size}`,
            h('button', { 'type': 'button', 'aria-label': labels.remove, 'onClick': () => chat.detach(index) }, '×'),
        ),
    );
    place.querySelector('.chips').replaceChildren(...chips);
    const hint = readEnterPreference() === 'ctrl' ? 'Ctrl ↵' : '↵';
    const spinner = h('span', { class: 'stoppable-spinner', role: 'progressbar' });
    const attributes = { 'type': 'submit', 'aria-label': chat.isAnswering ? labels.stop : labels.run };
    const isDisabled = !chat.isAnswering && !composer.canSend;
    const button = h('button', { ...attributes, disabled: isDisabled }, chat.isAnswering ? spinner : labels.run, hint);
    place.querySelector('.controls').replaceChildren(h('ms-run-button', null, button));
}

runPlain(page, {
    whole: () => wholePage(h, chat, labels, { captchaTitle: 'Sorry...' }),
    list,
    composer: writeArea,
    controls,
});
