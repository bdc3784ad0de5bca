// All runs: those that need the person first, then by time; with search, and more when asked for.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api, followChanges } from '../api.ts';
import { age, exactTime, money } from '../format.ts';
import type { Health, RunInfo, RunPage } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { StateBadge } from '../parts/state.tsx';
import type { TextKey } from '../texts.ts';
import { t } from '../texts.ts';

interface Props {
    current: string | null;
    onAsked: (count: number) => void;
    onConnection: (reached: boolean) => void;
    onHealth: (health: Health) => void;
}

const STAGES: [string, TextKey][] = [
    ['', 'all'],
    ['waiting', 'need_you'],
    ['open', 'working'],
    ['over', 'over'],
];

export function RunList({ current, onAsked, onConnection, onHealth }: Props) {
    const [text, setText] = useState('');
    const [stage, setStage] = useState('');
    const { runs, next, more } = useRuns(text, stage, onConnection, onHealth);
    useAsked(runs, onAsked);
    const isNeeded = (run: RunInfo) => (run.state === 'waiting' || run.state === 'taken_over' ? 0 : 1);
    const sorted = [...runs].sort((a, b) => isNeeded(a) - isNeeded(b));
    return (
        <>
            <a class="button primary wide-button" href="#/">
                <Icon name="plus" />
                {t('new_task')}
            </a>
            <label class="search">
                <Icon name="search" />
                <input
                    type="search"
                    placeholder={t('search')}
                    aria-label={t('search')}
                    value={text}
                    onInput={(event) => {
                        setText(event.currentTarget.value);
                    }}
                />
            </label>
            <div class="stages" role="group">
                {STAGES.map(([name, word]) => (
                    <button
                        type="button"
                        key={name}
                        class="stage-button"
                        aria-pressed={stage === name}
                        onClick={() => {
                            setStage(name);
                        }}
                    >
                        {t(word)}
                    </button>
                ))}
            </div>
            <ul class="runs">
                {sorted.map((run) => (
                    <RunRow key={run.id} run={run} isCurrent={run.id === current} />
                ))}
            </ul>
            {runs.length === 0 && (
                <p class="muted empty">{text === '' && stage === '' ? t('empty_list') : t('empty_search')}</p>
            )}
            {next !== undefined && (
                <button type="button" class="button wide-button" onClick={more}>
                    {t('more_runs')}
                </button>
            )}
        </>
    );
}

function RunRow({ run, isCurrent }: { run: RunInfo; isCurrent: boolean }) {
    return (
        <li>
            <a
                class={isCurrent ? 'run-row current' : 'run-row'}
                href={`#/runs/${run.id}`}
                aria-current={isCurrent ? 'page' : undefined}
            >
                <span class="task">{run.task}</span>
                <span class="meta">
                    <StateBadge run={run} />
                    <span class="muted" title={exactTime(run.started)}>
                        {age(run.started, Date.now())}
                        {run.cost > 0 && ` · ${money(run.cost)}`}
                    </span>
                </span>
            </a>
        </li>
    );
}

function useRuns(text: string, stage: string, onConnection: Props['onConnection'], onHealth: Props['onHealth']) {
    const [runs, setRuns] = useState<RunInfo[]>([]);
    const [next, setNext] = useState<string | undefined>(undefined);
    const query = useRef({ text, stage, pages: 1 });
    if (query.current.text !== text || query.current.stage !== stage) query.current = { text, stage, pages: 1 };
    const load = () => {
        const asked = query.current;
        readPages(asked).then(
            (page) => {
                // An answer to an older question comes too late.
                if (asked !== query.current) return;
                setRuns(page.runs);
                setNext(page.next);
            },
            () => undefined,
        );
        api.health().then(onHealth, () => undefined);
    };
    useEffect(() => {
        const soon = setTimeout(load, text === '' ? 0 : 200);
        return () => {
            clearTimeout(soon);
        };
    }, [text, stage]);
    useEffect(() => followChanges(load, onConnection), []);
    const more = () => {
        query.current = { ...query.current, pages: query.current.pages + 1 };
        load();
    };
    return { runs, next, more };
}

/** As many pages as are shown, so that those asked for stay when the list is read again. */
async function readPages({ text, stage, pages }: { text: string; stage: string; pages: number }): Promise<RunPage> {
    const all: RunPage = { runs: [] };
    for (let read = 0; read < pages; read++) {
        const page = await api.runs({ text, stage, before: all.next });
        all.runs.push(...page.runs);
        if (page.next === undefined) return { runs: all.runs };
        all.next = page.next;
    }
    return all;
}

/** How many runs wait for the person, whatever the list shows. */
function useAsked(runs: RunInfo[], onAsked: (count: number) => void): void {
    useEffect(() => {
        api.runs({ text: '', stage: 'waiting' }).then(
            (page) => {
                onAsked(page.runs.filter((run) => run.state === 'waiting').length);
            },
            () => undefined,
        );
    }, [runs]);
}
