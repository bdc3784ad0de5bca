// The states that cover or accompany a chat: dialogs, banners, toasts, a sign-in page, a page that wants to see a person.
//
// `kind` is one of signed_out, login, limit, limit_banner, limit_tooltip, toast, wrong, captcha, consent, discard.

/** Pages that stand in place of the whole chat, or null. */
export function wholePage(h, { shown }, labels, marks) {
    if (shown?.kind === 'login') {
        if (!location.pathname.startsWith('/login')) history.replaceState(null, '', `/login${location.search}`);
        return h(
            'main',
            { class: 'alone' },
            h('form', null, h('h1', null, labels.sign_in), h('input', { type: 'email', name: 'email' })),
        );
    }
    if (shown?.kind === 'captcha') {
        document.title = marks.captchaTitle;
        return h('main', { class: 'alone' }, h('h1', null, labels.human), h('div', { class: 'challenge' }, '☐'));
    }
    return null;
}

/** Dialogs with one or two buttons, or null. */
export function dialog(h, chat, labels, tag = 'div') {
    const [text, ...buttons] =
        {
            limit: [labels.limit, labels.understood],
            consent: [labels.consent, labels.accept],
            discard: [labels.unsaved, labels.discard, labels.keep],
        }[chat.shown?.kind] ?? [];
    if (text === undefined) return null;
    const shownText = chat.shown.text === '' ? text : chat.shown.text;
    return h(
        tag,
        { 'class': `dialog dialog-${chat.shown.kind}`, 'role': 'dialog', 'aria-modal': 'true' },
        h('p', null, shownText),
        buttons.map((button) => h('button', { key: button, type: 'button', onClick: () => chat.show('') }, button)),
    );
}

/** Banners and toasts beside the chat, or null. */
export function notice(h, chat, labels, marks) {
    const { kind, text } = chat.shown ?? {};
    if (kind === 'limit_banner') return h('div', { class: marks.banner, role: 'alert' }, text || labels.limit);
    if (kind === 'limit_tooltip')
        return h(
            'div',
            { 'class': marks.tooltip, 'data-testid': 'rate-limit-hint' },
            h('button', { type: 'button', disabled: true, title: text || labels.limit }, '⏳'),
        );
    if (kind === 'toast') return h('div', { class: marks.toast, role: 'alert' }, text || labels.wrong);
    return null;
}
