// Claude: React and Tiptap; since 2026-05 with headings for screen readers, other labels and no send button on an empty page.

import { drawBlocks, drawTokens, isUnloaded, showsBar } from '../core/blocks.js';
import { DECOY } from '../core/old_turns.js';
import { startPage } from '../core/page.js';
import { editorField, reactElements, run } from '../core/react.js';
import { dialog, notice, wholePage } from '../core/states.js';
import { mountTiptap } from '../editors/tiptap.js';

const page = startPage();
const { settings, labels, chat, composer } = page;
const NAMES = [
    'font-claude-response',
    'data-is-streaming',
    'user-message',
    'chat-input',
    'standard-markdown',
    'file-thumbnail',
    'action-bar-copy',
];
const h = reactElements(settings, NAMES);
const isNew = settings.since(2026, 5);
const sendLabel = settings.locale === 'en' && !isNew ? 'Send Message' : labels.send;
const stopLabel = settings.locale === 'en' && !isNew ? 'Stop Response' : labels.stop;
const { 'data-testid': testid } = h('i', { 'data-testid': 'chat-input' }).props;
const EditorField = editorField(composer, mountTiptap, {
    attributes: { 'aria-label': labels.write, ...(testid === undefined ? {} : { 'data-testid': testid }) },
});

function App() {
    const alone = wholePage(h, chat, labels, { captchaTitle: 'Just a moment...' });
    if (alone !== null) return alone;
    return h(
        'div',
        null,
        chat.shown?.kind === 'signed_out' &&
            h('header', null, h('button', { 'data-testid': 'login-with-google', 'type': 'button' }, labels.sign_in)),
        h(
            'main',
            { class: 'list' },
            chat.turns.map((turn, index) =>
                turn.role === 'user'
                    ? h(Question, { key: turn.id, turn, index })
                    : h(Answer, { key: turn.id, turn, index, count: chat.turns.length }),
            ),
            chat.shown?.kind === 'wrong' && h('div', { class: 'turn', role: 'alert' }, labels.wrong),
        ),
        h(Composer, { key: `composer-${chat.composer}` }),
        dialog(h, chat, labels),
    );
}

function Question({ turn, index }) {
    return h(
        'div',
        { 'class': 'turn', 'data-test-render-count': '1' },
        isNew && h('h2', { class: 'sr-only only-read' }, `${labels.you} ${turn.text.slice(0, 40)}`),
        h(
            'div',
            { 'data-testid': 'user-message' },
            ...turn.text.split('\n').map((line, key) => h('p', { key, class: 'said' }, line)),
        ),
        index === 0 &&
            settings.turns > 0 &&
            h(
                'div',
                {
                    class: 'tiptap ProseMirror',
                    contentEditable: true,
                    suppressContentEditableWarning: true,
                    role: 'textbox',
                },
                'edit',
            ),
    );
}

function Answer({ turn, index, count }) {
    const isOver = turn.phase === 'done' || turn.phase === 'failed';
    const markdown = settings.paint === 'timer' ? 'progressive-markdown' : 'standard-markdown';
    return h(
        'div',
        { 'class': 'turn', 'data-is-streaming': isOver ? 'false' : 'true', 'data-test-render-count': '2' },
        isNew && h('h2', { class: 'sr-only only-read' }, `Claude responded: ${turn.text.slice(0, 60)}`),
        h(
            'div',
            { class: 'font-claude-response' },
            turn.thinking !== '' && h(Thoughts, { turn }),
            isUnloaded(index, count, settings)
                ? null
                : h('div', { class: markdown }, drawBlocks(h, turn.text, settings, CodeOf)),
        ),
        showsBar(turn) && h(Bar, { turn }),
    );
}

/** Collapsed, but its text stands in the document. */
function Thoughts({ turn }) {
    const text = `${turn.thinking}\n\n${DECOY}`;
    const label = turn.phase === 'thinking' ? labels.thinking : labels.thoughts;
    const blocks = h('div', { class: 'standard-markdown' }, drawBlocks(h, text, settings, CodeOf));
    if (isNew) return h('details', null, h('summary', null, label), blocks);
    return h(
        'div',
        { 'data-testid': 'thinking-section' },
        h('button', { 'aria-expanded': 'false', 'type': 'button' }, label),
        blocks,
    );
}

function Bar({ turn }) {
    const button = (name, label, onClick) =>
        h('button', { 'data-testid': name, 'aria-label': label, 'type': 'button', onClick }, label.slice(0, 1));
    return h(
        'div',
        { 'class': 'bar', 'role': 'group', 'aria-label': isNew ? 'Message actions' : undefined },
        button('action-bar-copy', labels.copy),
        button('action-bar-good', labels.good),
        button('action-bar-retry', labels.again, () => chat.regenerate()),
        turn.branches.length > 0 && button('next-branch', labels.next_branch, () => chat.switchBranch(turn)),
    );
}

const CodeOf = (block, key) =>
    h(
        'div',
        { key, 'class': 'code-block', 'role': 'group', 'aria-label': `${block.language} code` },
        h('div', { class: 'code-name' }, block.language),
        h('button', { 'aria-label': labels.copy, 'type': 'button' }, labels.copy),
        h(
            'pre',
            { class: 'code-block__code' },
            h('code', { class: `language-${block.language}` }, ...drawTokens(h, block)),
        ),
    );

function Composer() {
    return h(
        'fieldset',
        { class: 'write' },
        notice(h, chat, labels, { banner: 'banner usage-limit', tooltip: 'limit-hint', toast: 'toast' }),
        h(EditorField, null),
        h(
            'div',
            { class: 'chips' },
            chat.attachments.map(({ name, size }, index) =>
                h(
                    'div',
                    { 'key': index, 'data-testid': 'file-thumbnail', 'class': 'pasted-card' },
                    `PASTED ${name} ${size}`,
                    h(
                        'button',
                        { 'aria-label': labels.remove, 'type': 'button', 'onClick': () => chat.detach(index) },
                        '×',
                    ),
                ),
            ),
        ),
        h(SendControl, null),
    );
}

function SendControl() {
    if (chat.isAnswering)
        return h('button', { 'aria-label': stopLabel, 'type': 'button', 'onClick': () => chat.stop() }, '■');
    if (!composer.canSend && isNew) return h('button', { 'aria-label': labels.voice, 'type': 'button' }, '🎙');
    return h(
        'button',
        { 'aria-label': sendLabel, 'type': 'button', 'disabled': !composer.canSend, 'onClick': composer.submit },
        h('svg', { width: 16, height: 16, viewBox: '0 0 16 16' }, h('path', { d: 'M8 2l5 6H9v6H7V8H3z' })),
    );
}

run(page, App);
