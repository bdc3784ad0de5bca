// The state of a run as icon, word and colour; never by colour alone.

import type { RunInfo } from '../generated/api.ts';
import type { TextKey } from '../texts.ts';
import { t } from '../texts.ts';
import type { IconName } from './icons.tsx';
import { Icon } from './icons.tsx';

interface Look {
    word: TextKey;
    icon: IconName;
    tone: string;
}

const STATES: Record<RunInfo['state'], Look> = {
    queued: { word: 'queued', icon: 'clock', tone: 'neutral' },
    working: { word: 'working', icon: 'half', tone: 'accent' },
    waiting: { word: 'waiting', icon: 'diamond', tone: 'amber' },
    taken_over: { word: 'taken_over', icon: 'hand', tone: 'violet' },
    paused: { word: 'paused', icon: 'pause', tone: 'neutral' },
    parked: { word: 'parked', icon: 'question', tone: 'amber' },
    over: { word: 'done', icon: 'check', tone: 'green' },
};

const OUTCOMES: Record<NonNullable<RunInfo['outcome']>['kind'], Look> = {
    done: { word: 'done', icon: 'check', tone: 'green' },
    partly: { word: 'partly', icon: 'half', tone: 'amber' },
    unproven: { word: 'unproven', icon: 'question', tone: 'amber' },
    failed: { word: 'failed', icon: 'cross', tone: 'red' },
    refused: { word: 'refused', icon: 'shield', tone: 'red' },
    in_doubt: { word: 'in_doubt', icon: 'question', tone: 'amber' },
    limit: { word: 'limit', icon: 'clock', tone: 'amber' },
    cancelled: { word: 'cancelled', icon: 'stop', tone: 'neutral' },
};

export function lookOf(run: Pick<RunInfo, 'state' | 'outcome'>): Look {
    return run.outcome ? OUTCOMES[run.outcome.kind] : STATES[run.state];
}

export function StateBadge({ run }: { run: Pick<RunInfo, 'state' | 'outcome'> }) {
    const look = lookOf(run);
    return (
        <span class={`badge ${look.tone}`}>
            <Icon name={look.icon} spin={run.state === 'working'} />
            {t(look.word)}
        </span>
    );
}
