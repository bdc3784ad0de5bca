// The part of Markdown that answers are written in: paragraphs, headings, lists, quotes, code blocks and code in a line.

/** Blocks of an answer: `{ kind, text, language?, closed? }`; the last code block of a growing answer is not closed. */
export function parseBlocks(text) {
    const blocks = [];
    let fence = null;
    for (const line of text.split('\n')) {
        const opening = /^\s*(`{3,}|~{3,})\s*([\w+#-]*)\s*$/.exec(line);
        if (fence !== null) {
            if (opening !== null && opening[1].startsWith(fence.mark) && opening[2] === '') {
                fence.block.closed = true;
                fence = null;
            } else fence.block.lines.push(line);
        } else if (opening !== null) {
            const block = { kind: 'code', language: opening[2], lines: [], closed: false };
            blocks.push(block);
            fence = { mark: opening[1], block };
        } else pushLine(blocks, line);
    }
    return blocks
        .filter(({ kind }) => kind !== 'gap')
        .map(({ lines, ...block }) => ({ ...block, text: lines.join('\n') }));
}

function pushLine(blocks, line) {
    const last = blocks.at(-1);
    const [kind, text] = kindOf(line);
    const isContinued = last?.kind === kind && kind !== 'heading' && kind !== 'gap';
    if (isContinued) last.lines.push(text);
    else blocks.push({ kind, lines: [text] });
}

function kindOf(line) {
    if (line.trim() === '') return ['gap', ''];
    const heading = /^#{1,4}\s+(.*)$/.exec(line);
    if (heading !== null) return ['heading', heading[1]];
    const quote = /^>\s?(.*)$/.exec(line);
    if (quote !== null) return ['quote', quote[1]];
    const item = /^\s*[-*]\s+(.*)$/.exec(line);
    if (item !== null) return ['list', item[1]];
    return ['paragraph', line];
}

/** The parts of a line: plain text and `code`; tags and quotation marks as the settings have them. */
export function parseSpans(text, { tags, typographic }) {
    return text.split(/(`[^`]+`)/).flatMap((part) => {
        if (part === '') return [];
        if (/^`[^`]+`$/.test(part)) return [{ code: true, text: part.slice(1, -1) }];
        let shown = tags === 'strip' ? part.replace(/<\/?[a-z][^<>]*>/gi, '') : part;
        if (typographic) shown = shown.replace(/"([^"]*)"/g, '“$1”').replaceAll("'", '’');
        return [{ code: false, text: shown }];
    });
}

/** The coloured parts of code, as a highlighter makes them of a closed block. */
export function parseTokens(code) {
    return code.split(/("(?:[^"\\\n]|\\.)*"|\b\d+(?:\.\d+)?\b|[{}[\]:,])/).filter((part) => part !== '');
}
