// The first page: a task in a person's words, and what is sent where.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { ServerInfo } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { IntentHint } from '../parts/intent_hint.tsx';
import type { TextKey } from '../texts.ts';
import { t } from '../texts.ts';
import type { Draft, OrderProps } from './order_form.tsx';
import { Basics, EMPTY, More, order } from './order_form.tsx';

const EXAMPLES: TextKey[] = ['task_example_1', 'task_example_2', 'task_example_3'];

export function NewTask({ info }: { info: ServerInfo }) {
    const [draft, setDraft] = useState(EMPTY);
    const change = (part: Partial<Draft>) => {
        setDraft((before) => ({ ...before, ...part }));
    };
    return (
        <div class="new-task">
            <TaskForm info={info} draft={draft} change={change} />
            <aside>
                <DataFlow info={info} />
                <section class="card flat">
                    <h2>{t('try_these')}</h2>
                    {EXAMPLES.map((key) => (
                        <button
                            type="button"
                            class="example"
                            key={key}
                            onClick={() => {
                                change({ task: t(key) });
                            }}
                        >
                            {t(key)}
                        </button>
                    ))}
                </section>
            </aside>
        </div>
    );
}

/** Sends an order; the run's page follows. */
function useStart(): { isSent: boolean; error: string; start: (draft: Draft) => void } {
    const [isSent, setSent] = useState(false);
    const [error, setError] = useState('');
    const start = (draft: Draft) => {
        setSent(true);
        setError('');
        api.start({ ...order(draft), idempotency_key: crypto.randomUUID() }).then(
            ({ id }) => {
                location.hash = `#/runs/${id}`;
            },
            (problem: unknown) => {
                setSent(false);
                setError(problem instanceof Error ? problem.message : String(problem));
            },
        );
    };
    return { isSent, error, start };
}

function TaskForm({ info, draft, change }: OrderProps) {
    const { isSent, error, start } = useStart();
    const isEmpty = draft.task.trim() === '';
    return (
        <form
            class="card"
            onSubmit={(event) => {
                event.preventDefault();
                start(draft);
            }}
        >
            <h1>{t('task')}</h1>
            <textarea
                rows={4}
                aria-label={t('task')}
                placeholder={t('task_placeholder')}
                value={draft.task}
                onInput={(event) => {
                    change({ task: event.currentTarget.value });
                }}
                onKeyDown={(event) => {
                    if (event.key === 'Enter' && event.ctrlKey && !isEmpty) start(draft);
                }}
            />
            <IntentHint task={draft.task} />
            <Basics info={info} draft={draft} change={change} />
            <More draft={draft} change={change} />
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            <div class="buttons">
                <button type="submit" class="button primary large" disabled={isSent || isEmpty}>
                    <Icon name="play" />
                    {t('start')}
                </button>
            </div>
        </form>
    );
}

function DataFlow({ info }: { info: ServerInfo }) {
    const brain =
        info.sent_to === undefined
            ? t('about_data_brain', { brain: info.brain })
            : t('about_data_remote', { provider: info.sent_to });
    return (
        <section class="card flat">
            <h2>
                <Icon name="shield" />
                {t('about_data')}
            </h2>
            <ul class="about">
                <li>{brain}</li>
                <li>{t('about_data_judged')}</li>
                <li>{t('about_data_kept')}</li>
            </ul>
        </section>
    );
}
