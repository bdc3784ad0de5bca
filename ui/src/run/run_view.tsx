// One run: what it does now, its steps, and what a person can do with it. Stop is always at the same place.

import { useEffect, useState } from 'preact/hooks';

import { count, duration, money } from '../format.ts';
import type { RunInfo } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { StateBadge } from '../parts/state.tsx';
import { t } from '../texts.ts';
import type { RunFold } from './fold.ts';
import { stepLine } from './fold.ts';
import { Outcome } from './outcome.tsx';
import { QuestionCard } from './question_card.tsx';
import { RunMenu } from './run_menu.tsx';
import { Screen } from './screen.tsx';
import { StepDetail, StepList } from './step_list.tsx';
import { StepRecordView, useStepRecord } from './step_record.tsx';
import type { Commands } from './use_commands.ts';
import { useCommands } from './use_commands.ts';
import { useRun } from './use_run.ts';
import { useRunKeys } from './run_keys.ts';
import { TellBox } from './tell_box.tsx';

export function RunView({ id, stepNumber }: { id: string; stepNumber: number | null }) {
    const { info, fold, live, reached, error, refresh } = useRun(id);
    const [pinned, setPinned] = useState<number | null>(stepNumber === null ? null : stepNumber - 1);
    useEffect(() => {
        setPinned(stepNumber === null ? null : stepNumber - 1);
    }, [id, stepNumber]);
    const last = fold.steps.length - 1;
    const chosen = Math.max(0, Math.min(pinned ?? last, last));
    const step = fold.steps[chosen] ?? null;
    const choose = (index: number | null) => {
        const isEnd = index === null || index >= last;
        setPinned(isEnd ? null : Math.max(0, index));
        history.replaceState(null, '', isEnd ? `#/runs/${id}` : `#/runs/${id}/steps/${Math.max(0, index) + 1}`);
    };
    const commands = useCommands(info, refresh);
    const record = useStepRecord(id, step, pinned !== null || info?.state === 'over');
    const [isAfter, setAfter] = useState(false);
    const { picture_before: before, picture_after: after } = record.deed ?? {};
    const pictures = before !== undefined && after !== undefined && before !== after;
    const shown = pictures && isAfter ? after : null;
    useEffect(() => {
        setAfter(false);
    }, [chosen]);
    const compare = () => {
        setAfter((isShown) => !isShown);
    };
    useRunKeys({ chosen, choose, info, send: commands.send, compare });
    if (error !== null) return <p class="card error">{error}</p>;
    if (info === null) return <p class="muted loading">…</p>;
    const hasBrowser = ['working', 'waiting', 'taken_over', 'paused'].includes(info.state);
    return (
        <div class="run">
            <RunHead info={info} fold={fold} live={live} reached={reached} {...commands} refresh={refresh} />
            {info.question && (
                <QuestionCard key={info.question.no} run={id} question={info.question} onAnswered={refresh} />
            )}
            {info.outcome && <Outcome info={info} />}
            <TellBox info={info} />
            {info.reason !== undefined && <p class="card note">{info.reason}</p>}
            <div class="stage">
                <div class="left">
                    <Screen
                        run={id}
                        step={step}
                        isLive={pinned === null && hasBrowser}
                        other={shown}
                        isTaken={info.state === 'taken_over'}
                    />
                    {pictures && <BeforeAfter isAfter={isAfter} onChange={setAfter} />}
                    <TimeStrip all={fold.steps.length} chosen={chosen} isPinned={pinned !== null} onChoose={choose} />
                </div>
                <div class="right">
                    <section class="card steps" aria-label={t('steps')}>
                        <StepList
                            fold={fold}
                            chosen={chosen}
                            follows={pinned === null}
                            onChoose={choose}
                            onFollow={(follows) => {
                                setPinned(follows ? null : chosen);
                            }}
                        />
                    </section>
                    {step && (
                        <section class="card" aria-label={t('before', { n: step.n, all: fold.steps.length })}>
                            <h2 class="step-title">{t('before', { n: step.n, all: fold.steps.length })}</h2>
                            <StepDetail step={step} />
                            <StepRecordView record={record} />
                        </section>
                    )}
                </div>
            </div>
        </div>
    );
}

interface HeadProps extends Commands {
    info: RunInfo;
    fold: RunFold;
    live: string;
    reached: boolean;
    refresh: () => void;
}

function RunHead({ info, fold, live, reached, busy, problem, send, refresh }: HeadProps) {
    const isOver = info.state === 'over';
    const isTaken = info.state === 'taken_over';
    const canPause = info.state === 'working' || info.state === 'queued';
    const canGoOn = info.state === 'paused' || info.state === 'parked';
    return (
        <header class="run-head">
            <div class="run-title">
                <StateBadge run={info} />
                <h1 title={info.task}>{info.task}</h1>
            </div>
            <div class="actions">
                {canPause && (
                    <button
                        type="button"
                        class="button"
                        disabled={busy !== null}
                        onClick={() => {
                            send('pause');
                        }}
                    >
                        <Icon name="pause" />
                        {t('pause')}
                    </button>
                )}
                {canGoOn && (
                    <button
                        type="button"
                        class="button primary"
                        disabled={busy !== null}
                        onClick={() => {
                            send('resume');
                        }}
                    >
                        <Icon name="play" />
                        {t('resume')}
                    </button>
                )}
                {!isOver && info.state !== 'queued' && (
                    <button
                        type="button"
                        class={isTaken ? 'button primary' : 'button'}
                        disabled={busy !== null}
                        onClick={() => {
                            send(isTaken ? 'give-back' : 'take');
                        }}
                    >
                        <Icon name="hand" />
                        {isTaken ? t('give_back') : t('take_over')}
                    </button>
                )}
                <RunMenu info={info} refresh={refresh} />
                <button
                    type="button"
                    class="button stop"
                    disabled={isOver || busy === 'cancel'}
                    onClick={() => {
                        send('cancel');
                    }}
                >
                    <Icon name="stop" />
                    {busy === 'cancel' ? t('stopping') : t('stop')}
                </button>
            </div>
            <p class="state-line" role="status">
                {reached ? stateLine(info, fold, live) : t('offline')}
            </p>
            {problem !== '' && (
                <p class="error" role="alert">
                    {problem}
                </p>
            )}
            <Totals info={info} fold={fold} />
        </header>
    );
}

function stateLine(info: RunInfo, fold: RunFold, live: string): string {
    if (info.state === 'queued') return `${t('queued')} · ${t('place', { n: info.place ?? 0 })}`;
    if (info.state !== 'working') return '';
    if (live !== '') return live.split('\n').at(-1) ?? '';
    const step = fold.steps.at(-1);
    return fold.thinking || !step ? t('thinking') : stepLine(step);
}

function Totals({ info, fold }: { info: RunInfo; fold: RunFold }) {
    const steps = info.max_steps === undefined ? count(info.steps) : `${count(info.steps)} / ${count(info.max_steps)}`;
    const facts: [string, string][] = [
        [t('steps'), steps],
        [t('time'), duration(fold.at)],
        [t('tokens'), count(Math.max(info.tokens, fold.tokens))],
        [t('cost'), money(Math.max(info.cost, fold.cost))],
        [t('brain'), info.brain ?? ''],
    ];
    return (
        <dl class="totals">
            {facts.map(([name, value]) => (
                <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

function BeforeAfter({ isAfter, onChange }: { isAfter: boolean; onChange: (isAfter: boolean) => void }) {
    return (
        <div class="stages before-after" role="group" aria-label={t('record_pictures')}>
            {[false, true].map((after) => (
                <button
                    type="button"
                    key={String(after)}
                    class="stage-button"
                    aria-pressed={isAfter === after}
                    onClick={() => {
                        onChange(after);
                    }}
                >
                    {after ? t('picture_after') : t('picture_before')}
                </button>
            ))}
        </div>
    );
}

interface StripProps {
    all: number;
    chosen: number;
    isPinned: boolean;
    onChoose: (index: number | null) => void;
}

function TimeStrip({ all, chosen, isPinned, onChoose }: StripProps) {
    if (all < 2) return null;
    return (
        <div class="strip">
            <input
                type="range"
                min={1}
                max={all}
                value={chosen + 1}
                aria-label={t('before', { n: chosen + 1, all })}
                onInput={(event) => {
                    onChoose(Number(event.currentTarget.value) - 1);
                }}
            />
            <span class="muted">{t('before', { n: chosen + 1, all })}</span>
            <button
                type="button"
                class="button small"
                disabled={!isPinned}
                onClick={() => {
                    onChoose(null);
                }}
            >
                {t('back_to_live')}
            </button>
        </div>
    );
}
