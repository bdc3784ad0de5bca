// The settings of this page: the variant, changed by the query of the address. The query stays when the address
// changes, so a page that is loaded again keeps its settings.

const SWITCHES = {
    /** Which queue of the scripted model answers. */
    client: 'default',
    locale: 'en',
    /** Characters above which a paste becomes an attachment; 0 is never. */
    paste_limit: 0,
    /** An attachment looks right and reaches the model without its text. */
    paste_empty: false,
    /** Without any `data-testid`. */
    reduced: false,
    /** With other names for half of the marks. */
    renamed: false,
    /** Answers are painted by `frame` or by `timer`. */
    paint: 'frame',
    /** Behaves as if the tab were hidden: nothing is painted and the submit handler waits. */
    hidden: false,
    /** Milliseconds until the send button follows the editor; 0 is 50 to 300 at random. */
    enable_ms: 0,
    /** `ctrl` writes the preference that Ctrl+Enter sends. */
    enter: '',
    /** A state to begin with; see `states.js`. */
    state: '',
    /** Turns that an old chat already holds. */
    turns: 0,
    /** The messages of all but this many of the newest turns are unloaded. */
    virtual: 20,
    /** How code blocks are built: `pre`, `br`, or `lines` for a real CodeMirror. */
    code: 'pre',
    /** The renderer's way with tags in an answer: `strip` or `escape`. */
    tags: 'strip',
    /** Quotation marks outside of code become typographic ones. */
    typographic: false,
    /** Milliseconds after the first token at which the address becomes that of the chat. */
    address_ms: 1_000,
};

export function readSettings() {
    const variant = JSON.parse(document.getElementById('variant').textContent);
    const settings = { ...SWITCHES, ...variant };
    for (const [key, value] of new URLSearchParams(location.search)) {
        const known = SWITCHES[key];
        if (known === undefined) continue;
        settings[key] = typeof known === 'number' ? Number(value) : typeof known === 'boolean' ? value !== '0' : value;
    }
    const [year, month] = variant.name.split('-').slice(-2).map(Number);
    /** Whether the page is at least as new as this month. */
    settings.since = (otherYear, otherMonth) => year * 12 + month >= otherYear * 12 + otherMonth;
    return settings;
}
