// Random messages for writing tests: words of several scripts, code with tabs, emoji, combining marks, no-break spaces.

const PARTS = [
  'the page shows a list',
  'Прочитай страницу и ответь',
  '請閱讀這個頁面',
  'اقرأ الصفحة',
  '👩‍👩‍👧 🧪 🇪🇺',
  'e\u0301 o\u0308',
  'a\u00a0b\u00a0c',
  '“typographic” ‘quotes’ – dashes…',
  '"turn": "k7q", \'single\'',
  '<div class="a">&amp;</div>',
  '```json',
  '{"name":"click","arguments":{"ref":"e12"}}',
  '```',
  '\tif (a < b) {',
  '\t\treturn x ** 2; // two  spaces',
  '    indented by four',
  '- item',
  '# not a heading',
  '* * *',
  '> quoted',
  '[e12] button "Save" [disabled]',
  'https://example.test/a?b=c&d=%20#f',
  'word\u200bword',
  '\\n is no line end',
  '@name /command #tag :smile:',
];

/** `count` messages of 1 to `longest` characters; the same seed gives the same messages. */
export function randomMessages(seed, count, longest) {
  const random = randomNumbers(hash(seed));
  return Array.from({ length: count }, (_, index) => {
    // Lengths are spread over the powers of ten, so that short messages are as frequent as long ones.
    const length = Math.max(1, Math.round(longest ** random()));
    return `${randomText(random, length)} end-${index}-${Math.floor(random() * 1e9)}`;
  });
}

function randomText(random, length) {
  let text = '';
  while (text.length < length) {
    const part = PARTS[Math.floor(random() * PARTS.length)];
    const gap = random();
    text += part + (gap < 0.5 ? ' ' : gap < 0.85 ? '\n' : gap < 0.95 ? '\n\n' : '\n\n\n');
  }
  // Editors trim a message at its ends, which is no loss.
  return text.slice(0, length).toWellFormed().replaceAll('\ufffd', '').trim();
}

export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const hash = (text) =>
  [...text].reduce((sum, character) => Math.imul(sum ^ character.codePointAt(0), 0x01000193), 7);
