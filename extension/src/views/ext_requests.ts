// The requests of the views that only the extension's engine answers, beside those of `ui/src/api.ts`.

import { api, ask } from '../../../ui/src/api.ts';
import type { StartedRun } from '../../../ui/src/generated/api.ts';
import type {
  ChatLearning,
  Disengaged,
  KeyChange,
  KeyList,
  KeyTest,
  NewTabRun,
  SavedTool,
  ServerChange,
  ServerLink,
  TabCommand,
  TabList,
  ToolList,
} from '../ext_api.ts';

export const ext = {
  tabs: () => ask<TabList>('GET', '/ext/tabs'),
  tab: (command: TabCommand) => ask<unknown>('POST', '/ext/tabs', command),
  keys: () => ask<KeyList>('GET', '/ext/keys'),
  setKey: (change: KeyChange) => ask<unknown>('PUT', '/ext/keys', change),
  testKey: (brain: string) => ask<KeyTest>('POST', '/ext/keys/test', { brain }),
  learnChat: (brain: string) => ask<ChatLearning>('POST', '/ext/chats/learn', { brain }),
  learning: () => ask<ChatLearning>('GET', '/ext/chats/learn'),
  server: () => ask<ServerLink>('GET', '/ext/server'),
  setServer: (change: ServerChange) => ask<ServerLink>('PUT', '/ext/server', change),
  tools: () => ask<ToolList>('GET', '/ext/tools'),
  setTools: (tools: readonly SavedTool[]) => ask<unknown>('PUT', '/ext/tools', { tools }),
  disengage: () => ask<Disengaged>('POST', '/ext/disengage'),
  export: (run: string) => ask<unknown>('GET', `/ext/export/${encodeURIComponent(run)}`),
  start: (order: NewTabRun) => ask<StartedRun>('POST', '/api/v1/runs', order),
  command: api.command,
};

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
