// Helpers that compare a snapshot with the expected text beside it.

import assert from 'node:assert/strict';

/** The lines of an expected text, without the indentation of the test around them. */
export function lines(text) {
  const all = text.replace(/^\n|\s+$/g, '').split('\n');
  const indent = Math.min(...all.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return all.map((line) => line.slice(indent)).join('\n');
}

export async function assertSees(page, html, expected, options) {
  await page.open(html);
  assert.equal(await page.lines(options), lines(expected));
}
