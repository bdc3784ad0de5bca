// The replica sites: which page script each variant loads, where a new chat begins and what is true of it unless the query of
// the address says otherwise.

/** Each variant has an origin of its own, because real paths like `/c/<id>` and the storage of the page depend on it. */
export const VARIANTS = {
  'chatgpt-2026-03': { script: 'chatgpt', editor: 'prosemirror', home: '/', chat: '/c/', code: 'pre', paste_limit: 0 },
  'chatgpt-2026-08': { script: 'chatgpt', editor: 'lexical', home: '/', chat: '/c/', code: 'br', paste_limit: 10_000 },
  'claude-2026-03': {
    script: 'claude',
    editor: 'tiptap',
    home: '/new',
    chat: '/chat/',
    code: 'pre',
    paste_limit: 6_000,
  },
  'claude-2026-07': {
    script: 'claude',
    editor: 'tiptap',
    home: '/new',
    chat: '/chat/',
    code: 'pre',
    paste_limit: 4_000,
  },
  'gemini-2026-02': { script: 'gemini', editor: 'quill', home: '/app', chat: '/app/', code: 'pre', paste_limit: 0 },
  'gemini-2026-07': { script: 'gemini', editor: 'quill', home: '/app', chat: '/app/', code: 'pre', paste_limit: 0 },
  'aistudio-2025-11': {
    script: 'aistudio',
    editor: 'textarea',
    home: '/prompts/new_chat',
    chat: '/prompts/',
    code: 'pre',
    paste_limit: 0,
  },
  'aistudio-2026-01': {
    script: 'aistudio',
    editor: 'textarea',
    home: '/prompts/new_chat',
    chat: '/prompts/',
    code: 'pre',
    paste_limit: 0,
  },
};
