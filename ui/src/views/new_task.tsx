// The first page: a task in a person's words, and what is sent where.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { NewRun, ServerInfo } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { IntentHint } from '../parts/intent_hint.tsx';
import type { TextKey } from '../texts.ts';
import { t } from '../texts.ts';

const EXAMPLES: TextKey[] = ['task_example_1', 'task_example_2', 'task_example_3'];

interface Draft {
    task: string;
    url: string;
    brain: string;
    careful: boolean;
    allow: string;
    steps: string;
    minutes: string;
    cost: string;
    profile: string;
}

const EMPTY: Draft = {
    task: '',
    url: '',
    brain: '',
    careful: false,
    allow: '',
    steps: '',
    minutes: '',
    cost: '',
    profile: '',
};

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
        api.start(order(draft)).then(
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

interface FormProps {
    info: ServerInfo;
    draft: Draft;
    change: (part: Partial<Draft>) => void;
}

function TaskForm({ info, draft, change }: FormProps) {
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

function Basics({ info, draft, change }: FormProps) {
    return (
        <>
            <div class="fields">
                <Field
                    label={t('start_page')}
                    value={draft.url}
                    placeholder="https://"
                    onChange={(url) => {
                        change({ url });
                    }}
                />
                <Field
                    label={t('brain')}
                    value={draft.brain}
                    placeholder={t('brain_default', { brain: info.brain })}
                    hint={t('brain_hint')}
                    onChange={(brain) => {
                        change({ brain });
                    }}
                />
            </div>
            <label class="check">
                <input
                    type="checkbox"
                    checked={draft.careful}
                    onChange={(event) => {
                        change({ careful: event.currentTarget.checked });
                    }}
                />
                {t('ask_me')}
            </label>
        </>
    );
}

function More({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
    return (
        <details class="more">
            <summary>{t('more')}</summary>
            <div class="fields">
                <Field
                    label={t('grants')}
                    value={draft.allow}
                    placeholder="shop.example, *.example.org"
                    hint={t('grants_hint')}
                    onChange={(allow) => {
                        change({ allow });
                    }}
                />
                <Field
                    label={t('profile')}
                    value={draft.profile}
                    hint={t('profile_hint')}
                    onChange={(profile) => {
                        change({ profile });
                    }}
                />
                <Field
                    label={t('max_steps')}
                    type="number"
                    value={draft.steps}
                    placeholder="50"
                    onChange={(steps) => {
                        change({ steps });
                    }}
                />
                <Field
                    label={t('max_minutes')}
                    type="number"
                    value={draft.minutes}
                    onChange={(minutes) => {
                        change({ minutes });
                    }}
                />
                <Field
                    label={t('max_cost')}
                    value={draft.cost}
                    placeholder="0.50"
                    onChange={(cost) => {
                        change({ cost });
                    }}
                />
            </div>
        </details>
    );
}

interface FieldProps {
    label: string;
    value: string;
    placeholder?: string;
    hint?: string;
    type?: string;
    onChange: (value: string) => void;
}

export function Field({ label, value, placeholder = '', hint = '', type = 'text', onChange }: FieldProps) {
    return (
        <label class="field">
            <span>{label}</span>
            <input
                type={type}
                min={type === 'number' ? 1 : undefined}
                value={value}
                placeholder={placeholder}
                onInput={(event) => {
                    onChange(event.currentTarget.value);
                }}
            />
            {hint !== '' && <small class="muted">{hint}</small>}
        </label>
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

/** The order of a draft; empty fields are left to the person's settings. */
function order(draft: Draft): NewRun {
    const { task, url, brain, careful, allow, steps, minutes, cost, profile } = draft;
    const limits = {
        ...(steps === '' ? {} : { steps: Number(steps) }),
        ...(minutes === '' ? {} : { minutes: Number(minutes) }),
        ...(cost === '' ? {} : { cost }),
    };
    const origins = allow.split(/[\s,]+/).filter((origin) => origin !== '');
    return {
        task: task.trim(),
        ...(url.trim() === '' ? {} : { url: url.trim() }),
        ...(brain.trim() === '' ? {} : { brain: brain.trim() }),
        ...(careful ? { mode: 'careful' } : {}),
        ...(origins.length === 0 ? {} : { allow: origins }),
        ...(profile.trim() === '' ? {} : { profile: profile.trim() }),
        ...(Object.keys(limits).length === 0 ? {} : { limits }),
        idempotency_key: crypto.randomUUID(),
    };
}
