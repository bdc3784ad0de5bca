// The commands of a run, and which of them is on its way.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { RunInfo } from '../generated/api.ts';

export type Command = 'cancel' | 'pause' | 'resume' | 'take' | 'give-back';

export interface Commands {
  busy: Command | null;
  problem: string;
  send: (command: Command) => void;
}

export function useCommands(info: RunInfo | null, refresh: () => void): Commands {
  const [busy, setBusy] = useState<Command | null>(null);
  const [problem, setProblem] = useState('');
  const state = info?.state;
  useEffect(() => {
    setBusy(null);
  }, [state]);
  const send = (command: Command) => {
    if (info === null) return;
    setBusy(command);
    setProblem('');
    api.command(info.id, command).then(refresh, (error: unknown) => {
      setBusy(null);
      setProblem(error instanceof Error ? error.message : String(error));
    });
  };
  return { busy, problem, send };
}
