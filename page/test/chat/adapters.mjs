// The adapters that are embedded into webhand, as the chat script gets them.

import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';

const SITES = new URL('../../../crates/webhand-brain/src/chat_tab/sites/', import.meta.url);
const LISTS = [
  ...[
    'composer',
    'composer_area',
    'send',
    'stop',
    'user_turn',
    'user_text',
    'assistant_turn',
    'answer',
    'code',
    'code_text',
  ],
  ...['thinking', 'end_mark', 'busy_mark', 'chip', 'chip_remove', 'signed_out', 'limit', 'blocked', 'failed', 'dialog'],
];
const EMPTY = { send_key_setting: '', ctrl_enter_mark: '', editor: 'any', send_key: 'enter', paste_limit: 0 };

/** The adapter of a site, with every list and every field of a candidate. */
export function adapterOf(site) {
  const written = parse(readFileSync(new URL(`${site}.toml`, SITES), 'utf8'));
  const adapter = { ...EMPTY, ...written };
  for (const role of LISTS) adapter[role] = (written[role] ?? []).map(candidate);
  return adapter;
}

/** An adapter without any candidate, as learning begins with. */
export const emptyAdapter = () => ({ ...EMPTY, name: 'empty', ...Object.fromEntries(LISTS.map((role) => [role, []])) });

export const candidate = (fields) => ({ css: '', words: [], address: '', page_title: '', seen: '', ...fields });
