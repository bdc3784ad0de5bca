// ChatGPT: React; ProseMirror and articles with plain code blocks (2026-03), Lexical and sections with an editor in each code
// block (2026-08).

import { createElement, useEffect, useRef } from 'react';
import { drawBlocks, drawTokens, isUnloaded, showsBar } from '../core/blocks.js';
import { mountCodeMirror } from '../core/code_mirror.js';
import { DECOY } from '../core/old_turns.js';
import { startPage } from '../core/page.js';
import { editorField, reactElements, run } from '../core/react.js';
import { dialog, notice, wholePage } from '../core/states.js';
import { mountLexical } from '../editors/lexical.js';
import { mountProseMirror } from '../editors/prosemirror.js';

const page = startPage();
const { settings, labels, chat, composer } = page;
const NAMES = [
    'prompt-textarea',
    'send-button',
    'data-message-author-role',
    'data-turn',
    'stop-button',
    'copy-turn-action-button',
    'markdown',
    'cm-content',
];
const h = reactElements(settings, NAMES);
const isNew = settings.since(2026, 4);
const mount = settings.editor === 'lexical' ? mountLexical : mountProseMirror;
const EditorField = editorField(composer, mount, { id: h('i', { id: 'prompt-textarea' }).props.id });

function App() {
    const alone = wholePage(h, chat, labels, { captchaTitle: 'Just a moment...' });
    if (alone !== null) return alone;
    return h(
        'div',
        null,
        chat.shown?.kind === 'signed_out' &&
            h('header', null, h('button', { 'data-testid': 'login-button', 'type': 'button' }, labels.sign_in)),
        h(
            'main',
            { class: 'list' },
            chat.turns.map((turn, index) => h(Turn, { key: turn.id, turn, index, count: chat.turns.length })),
            chat.shown?.kind === 'wrong' && (!isNew || chat.turns.length === 0) && h(Failure, null),
        ),
        h(Composer, { key: `composer-${chat.composer}` }),
        dialog(h, chat, labels),
    );
}

function Turn({ turn, index, count }) {
    const { role } = turn;
    const isUser = role === 'user';
    return h(
        isNew ? 'section' : 'article',
        {
            'class': 'turn',
            'data-testid': `conversation-turn-${index + 1}`,
            'data-turn': role,
            'data-turn-id': turn.id,
            'data-turn-id-container': turn.id,
        },
        isUnloaded(index, count, settings)
            ? h('div', { style: { height: '80px' } })
            : [
                  h('h5', { key: 'title', class: 'only-read' }, isUser ? labels.you : labels.said),
                  isUser ? h(Question, { key: 'text', turn, index }) : h(Answer, { key: 'text', turn }),
              ],
    );
}

function Question({ turn, index }) {
    return h(
        'div',
        { 'data-message-author-role': 'user', 'data-message-id': turn.id },
        h('div', { class: 'said whitespace-pre-wrap' }, turn.text),
        index === 0 && settings.turns > 0 && h('textarea', { 'aria-label': labels.edit, 'defaultValue': turn.text }),
    );
}

function Answer({ turn }) {
    const isThinking = turn.phase === 'waiting' || turn.phase === 'thinking';
    return [
        isThinking &&
            h(
                'div',
                { key: 'waiting', class: 'loading-shimmer' },
                h('span', null, labels.thinking),
                h('button', { type: 'button' }, labels.skip),
            ),
        turn.thinking !== '' && h(Thoughts, { key: 'thinking', turn }),
        turn.text !== '' &&
            h(
                'div',
                { 'key': 'message', 'data-message-author-role': 'assistant', 'data-message-id': turn.id },
                h(
                    'div',
                    { class: `markdown prose ${turn.phase === 'answering' ? 'streaming-animation' : ''}` },
                    drawBlocks(h, turn.text, settings, CodeOf),
                ),
            ),
        showsBar(turn) && h(Bar, { key: 'bar', turn }),
        isNew && chat.shown?.kind === 'wrong' && turn === chat.turns.at(-1) && h(Failure, { key: 'failure' }),
    ];
}

/** Open while the model thinks and folded afterwards; its text stands in the document all the time. */
function Thoughts({ turn }) {
    const blocks = drawBlocks(h, `${turn.thinking}\n\n${DECOY}`, settings, CodeOf);
    const text = h('div', { class: 'markdown' }, blocks);
    if (isNew) return h('details', { open: turn.phase === 'thinking' }, h('summary', null, labels.thoughts), text);
    return h('div', { 'data-testid': 'thinking-section' }, text);
}

function Failure() {
    return h(
        'div',
        { class: 'turn text-token-text-error', role: 'alert' },
        labels.wrong,
        h(
            'button',
            { 'data-testid': 'regenerate-thread-error-button', 'type': 'button', 'onClick': () => chat.retry() },
            labels.again,
        ),
    );
}

function Bar({ turn }) {
    const button = (testid, label, onClick) =>
        h('button', { 'data-testid': testid, 'aria-label': label, 'type': 'button', onClick }, label.slice(0, 1));
    return h(
        'div',
        { class: 'bar', role: 'group' },
        button('copy-turn-action-button', labels.copy),
        button('good-response-turn-action-button', labels.good),
        button('voice-play-turn-action-button', chat.isReading ? labels.stop_reading : labels.read_aloud, () => {
            chat.isReading = !chat.isReading;
            chat.emit();
        }),
        chat.isReading &&
            h('button', { 'data-testid': 'stop-read-aloud-button', 'type': 'button' }, labels.stop_reading),
        button('regenerate-turn-action-button', labels.again, () => chat.regenerate()),
        turn.branches.length > 0 && button('next-branch', labels.next_branch, () => chat.switchBranch(turn)),
    );
}

const CodeOf = (block, key) => h(Code, { key, block });

function Code({ block }) {
    if (settings.code === 'pre')
        return h('pre', null, h('code', { class: `language-${block.language}` }, ...drawTokens(h, block)));
    const header = h(
        'div',
        { class: 'bar' },
        h('span', null, block.language.toUpperCase()),
        h('button', { 'aria-label': labels.copy, 'type': 'button' }, labels.copy),
    );
    return h('pre', { class: 'overflow-visible!' }, header, h(settings.code === 'br' ? Lines : MirrorCode, { block }));
}

/** Lines with `<br>` between them, as a read-only code view has them. */
function Lines({ block }) {
    const lines = block.text.split('\n');
    return h(
        'div',
        { class: 'cm-editor' },
        h(
            'div',
            { class: 'cm-scroller' },
            h(
                'div',
                { class: 'cm-content q9t' },
                ...lines.flatMap((line, key) => [
                    ...(key > 0 ? [h('br', { key: `break-${key}` })] : []),
                    h('span', { key }, ...drawTokens(h, { text: line, closed: block.closed })),
                ]),
            ),
        ),
    );
}

function MirrorCode({ block }) {
    const place = useRef(null);
    const mirror = useRef(null);
    useEffect(() => {
        mirror.current = mountCodeMirror(place.current, '');
        return () => mirror.current.destroy();
    }, []);
    useEffect(() => {
        mirror.current.set(block.text);
    });
    return createElement('div', { ref: place });
}

function Composer() {
    const submit = (event) => {
        event.preventDefault();
        composer.submit();
    };
    return h(
        'form',
        { 'class': 'write', 'data-type': 'unified-composer', 'onSubmit': submit },
        notice(h, chat, labels, { banner: 'banner', tooltip: 'limit-hint', toast: 'toast' }),
        h('textarea', { name: 'prompt-textarea', class: 'hidden-field', readOnly: true, value: '' }),
        h(
            'div',
            { class: 'chips' },
            chat.attachments.map(({ name, size }, index) =>
                h(
                    'div',
                    { 'key': index, 'class': 'file-tile', 'role': 'group', 'aria-label': name },
                    `${name} · ${size}`,
                    h(
                        'button',
                        {
                            'aria-label': `${labels.remove} ${index + 1}`,
                            'type': 'button',
                            'onClick': () => chat.detach(index),
                        },
                        '×',
                    ),
                ),
            ),
        ),
        h(EditorField, null),
        h(SendControl, null),
    );
}

function SendControl() {
    if (chat.isAnswering)
        return h(
            'button',
            { 'data-testid': 'stop-button', 'aria-label': labels.stop, 'type': 'button', 'onClick': () => chat.stop() },
            '■',
        );
    if (!composer.canSend && isNew)
        return h(
            'button',
            { 'data-testid': 'composer-speech-button', 'aria-label': labels.voice, 'type': 'button' },
            '🎙',
        );
    const attributes = { 'id': 'composer-submit-button', 'data-testid': 'send-button', 'aria-label': labels.send };
    return h('button', { ...attributes, type: 'submit', disabled: !composer.canSend }, '↑');
}

run(page, App);
