// One run as it happens: its events folded into steps, applied once for each frame that is drawn.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api, followRun } from '../api.ts';
import type { RunEvent, RunInfo } from '../generated/api.ts';
import type { RunFold } from './fold.ts';
import { applyEvents, emptyFold } from './fold.ts';

export interface WatchedRun {
  info: RunInfo | null;
  fold: RunFold;
  /** The text that the brain is saying now. */
  live: string;
  reached: boolean;
  error: string | null;
  refresh: () => void;
}

export function useRun(id: string): WatchedRun {
  const [info, setInfo] = useState<RunInfo | null>(null);
  const [fold, setFold] = useState<RunFold>(emptyFold);
  const [live, setLive] = useState('');
  const [reached, setReached] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const waiting = useRef<RunEvent[]>([]);
  const refresh = () => {
    api.run(id).then(setInfo, (problem: unknown) => {
      if (problem instanceof Error && info === null) setError(problem.message);
    });
  };
  useEffect(() => {
    setInfo(null);
    setFold(emptyFold());
    setLive('');
    setError(null);
    let frame = 0;
    const draw = () => {
      frame = 0;
      const events = waiting.current;
      waiting.current = [];
      setFold((before) => applyEvents(before, events));
      if (events.some((event) => event.what.type === 'answered')) setLive('');
      if (events.some((event) => CHANGES_STATE.has(event.what.type))) refresh();
    };
    const stop = followRun(id, 0, {
      onEvent: (event) => {
        waiting.current.push(event);
        // A tab that is not shown draws no frames.
        frame ||= document.hidden ? setTimeout(draw, 200) : requestAnimationFrame(draw);
      },
      onText: (text) => {
        setLive((before) => (before + text).slice(-MOST_LIVE));
      },
      onEnd: refresh,
      onConnection: setReached,
    });
    refresh();
    const again = setInterval(refresh, REFRESH_EVERY);
    return () => {
      stop();
      clearInterval(again);
      cancelAnimationFrame(frame);
      waiting.current = [];
    };
  }, [id]);
  return { info, fold, live, reached, error, refresh };
}

const CHANGES_STATE = new Set(['started', 'asked', 'replied', 'noted', 'ended', 'thinking']);
const MOST_LIVE = 2000;
/** The place in the queue changes without an event of the run itself. */
const REFRESH_EVERY = 4000;
