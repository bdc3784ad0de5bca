// How a story compares what it saw with what is written beside it.

import assert from 'node:assert/strict';

/** Lines without the indentation of the story around them. */
export function lines(text) {
  const all = text.replace(/^\n|\s+$/g, '').split('\n');
  const indent = Math.min(...all.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return all.map((line) => line.slice(indent)).join('\n');
}

export async function assertSees(page, html, expected, options) {
  await page.open(html);
  assert.equal(await page.lines(options), lines(expected));
}
