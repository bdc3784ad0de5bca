// One run in the panel: its question first, its steps, and one of them opened.

import { useEffect, useState } from 'preact/hooks';

import type { RunInfo } from '../../../ui/src/generated/api.ts';
import { count, duration, money, site } from '../../../ui/src/format.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { StateBadge } from '../../../ui/src/parts/state.tsx';
import type { RunFold, Step } from '../../../ui/src/run/fold.ts';
import { stepLine } from '../../../ui/src/run/fold.ts';
import { Outcome } from '../../../ui/src/run/outcome.tsx';
import { QuestionCard } from '../../../ui/src/run/question_card.tsx';
import { useRunKeys } from '../../../ui/src/run/run_keys.ts';
import { Screen } from '../../../ui/src/run/screen.tsx';
import { StepDetail, StepList } from '../../../ui/src/run/step_list.tsx';
import { StepRecordView, useStepRecord } from '../../../ui/src/run/step_record.tsx';
import type { Commands } from '../../../ui/src/run/use_commands.ts';
import { useCommands } from '../../../ui/src/run/use_commands.ts';
import { TellBox } from '../../../ui/src/run/tell_box.tsx';
import { useRun } from '../../../ui/src/run/use_run.ts';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import { RunActions } from './run_actions.tsx';

export function PanelRun({ id, stepNumber }: { id: string; stepNumber: number | null }) {
    const { info, fold, live, reached, error, refresh } = useRun(id);
    const [opened, setOpened] = useState<number | null>(stepNumber === null ? null : stepNumber - 1);
    const [follows, setFollows] = useState(true);
    useEffect(() => {
        setOpened(stepNumber === null ? null : stepNumber - 1);
    }, [id, stepNumber]);
    const commands = useCommands(info, refresh);
    const last = fold.steps.length - 1;
    const chosen = Math.max(0, Math.min(opened ?? last, last));
    const choose = (index: number | null) => {
        setOpened(index === null || index > last ? null : Math.max(0, index));
    };
    useRunKeys({ chosen, choose, info, send: commands.send });
    if (error !== null) return <p class="card error">{error}</p>;
    if (info === null) return <p class="muted loading">…</p>;
    const step = opened === null ? null : (fold.steps[chosen] ?? null);
    return (
        <div class="panel-run">
            <StateLine info={info} fold={fold} live={live} reached={reached} commands={commands} />
            <Task info={info} fold={fold} />
            {info.question && (
                <QuestionCard key={info.question.no} run={id} question={info.question} onAnswered={refresh} />
            )}
            {info.outcome && <Outcome info={info} />}
            {info.reason !== undefined && <p class="card note">{info.reason}</p>}
            <section class="panel-steps" aria-label={t('steps')}>
                <StepList
                    fold={fold}
                    chosen={opened === null ? -1 : chosen}
                    follows={follows && opened === null}
                    onChoose={(index) => {
                        choose(index === opened ? null : index);
                    }}
                    onFollow={setFollows}
                />
                <NewSteps
                    all={fold.steps.length}
                    isAway={!follows}
                    onShow={() => {
                        setOpened(null);
                        setFollows(true);
                    }}
                />
            </section>
            {step && (
                <StepSheet
                    run={id}
                    step={step}
                    all={fold.steps.length}
                    onClose={() => {
                        setOpened(null);
                    }}
                />
            )}
            <TellBox info={info} />
            <RunActions info={info} commands={commands} refresh={refresh} />
        </div>
    );
}

interface StateProps {
    info: RunInfo;
    fold: RunFold;
    live: string;
    reached: boolean;
    commands: Commands;
}

/** One line in words: what happens, where, how far. */
function StateLine({ info, fold, live, reached, commands }: StateProps) {
    return (
        <>
            <p class={`state-line of-${info.state}`} role="status">
                <StateBadge run={info} />
                <span>{reached ? sentence(info, fold, live) : x('engine_lost')}</span>
            </p>
            {commands.problem !== '' && (
                <p class="error" role="alert">
                    {commands.problem}
                </p>
            )}
        </>
    );
}

function sentence(info: RunInfo, fold: RunFold, live: string): string {
    const where = site(fold.steps.findLast((step) => step.look !== null)?.look?.url ?? info.url ?? '');
    switch (info.state) {
        case 'queued':
            return t('place', { n: info.place ?? 0 });
        case 'working': {
            const step = fold.steps.at(-1);
            const doing = fold.thinking || !step ? (live.split('\n').at(-1) ?? '') || t('thinking') : stepLine(step);
            return where === '' ? doing : `${doing} · ${where}`;
        }
        case 'waiting':
            return where;
        case 'taken_over':
            return x('state_taken');
        case 'paused':
            return x('state_paused');
        case 'parked':
            return x('state_parked');
        case 'over':
            return x('state_over', { time: duration(fold.at), steps: count(info.steps), cost: money(info.cost) });
    }
}

function Task({ info, fold }: { info: RunInfo; fold: RunFold }) {
    const steps = info.max_steps === undefined ? count(info.steps) : `${count(info.steps)} / ${count(info.max_steps)}`;
    const facts: [string, string][] = [
        [t('steps'), steps],
        [t('time'), duration(fold.at)],
        [t('tokens'), count(Math.max(info.tokens, fold.tokens))],
        [t('cost'), money(Math.max(info.cost, fold.cost))],
        [t('brain'), info.brain ?? ''],
    ];
    return (
        <details class="panel-task">
            <summary>
                <h1>{info.task}</h1>
            </summary>
            <dl class="totals">
                {facts.map(([name, value]) => (
                    <div key={name}>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </div>
                ))}
            </dl>
        </details>
    );
}

/** Says how many steps came while one reads further up. */
function NewSteps({ all, isAway, onShow }: { all: number; isAway: boolean; onShow: () => void }) {
    const [seen, setSeen] = useState(all);
    useEffect(() => {
        if (!isAway) setSeen(all);
    }, [isAway, all]);
    const fresh = all - seen;
    if (!isAway || fresh <= 0) return null;
    return (
        <button type="button" class="new-steps" onClick={onShow}>
            {x('new_steps', { n: fresh })}
        </button>
    );
}

interface SheetProps {
    run: string;
    step: Step;
    all: number;
    onClose: () => void;
}

function StepSheet({ run, step, all, onClose }: SheetProps) {
    const record = useStepRecord(run, step, true);
    return (
        <section class="sheet" aria-label={t('before', { n: step.n, all })}>
            <div class="sheet-head">
                <h2>{t('before', { n: step.n, all })}</h2>
                <button type="button" class="button quiet icon-button" aria-label={t('close')} onClick={onClose}>
                    <Icon name="cross" />
                </button>
            </div>
            <Screen run={run} step={step} isLive={false} />
            <StepDetail step={step} />
            <StepRecordView record={record} />
        </section>
    );
}
