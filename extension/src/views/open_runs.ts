// The runs that are not over, kept up to date.

import { useEffect, useState } from 'preact/hooks';

import { api, followChanges } from '../../../ui/src/api.ts';
import type { RunInfo } from '../../../ui/src/generated/api.ts';

export interface OpenRuns {
  /** Those that need the person first; null until they are known. */
  open: RunInfo[] | null;
  /** The newest runs, over or not. */
  newest: RunInfo[];
  reached: boolean;
}

export function useOpenRuns(): OpenRuns {
  const [newest, setNewest] = useState<RunInfo[] | null>(null);
  const [reached, setReached] = useState(true);
  useEffect(() => {
    const load = () => {
      api.runs({ text: '', stage: '' }).then(
        ({ runs }) => {
          setNewest(runs);
        },
        () => undefined,
      );
    };
    load();
    return followChanges(load, setReached);
  }, []);
  const rank = (run: RunInfo) => (run.state === 'waiting' ? 0 : run.state === 'taken_over' ? 1 : 2);
  const open = newest?.filter((run) => run.state !== 'over').sort((a, b) => rank(a) - rank(b)) ?? null;
  return { open, newest: newest ?? [], reached };
}
