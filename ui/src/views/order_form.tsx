// The fields of an order, for a task that begins now and for one that a schedule begins.

import { useId } from 'preact/hooks';

import type { NewRun, ServerInfo } from '../generated/api.ts';
import { t } from '../texts.ts';
import { useProfiles } from './profiles.tsx';

/** The order as a person wrote it; an empty field is left to their settings. */
export interface Draft {
    task: string;
    url: string;
    brain: string;
    careful: boolean;
    allow: string;
    steps: string;
    minutes: string;
    cost: string;
    profile: string;
    priority: string;
}

export const EMPTY: Draft = {
    task: '',
    url: '',
    brain: '',
    careful: false,
    allow: '',
    steps: '',
    minutes: '',
    cost: '',
    profile: '',
    priority: '',
};

export interface OrderProps {
    info: ServerInfo;
    draft: Draft;
    change: (part: Partial<Draft>) => void;
}

export function Basics({ info, draft, change }: OrderProps) {
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

export function More({ draft, change }: Omit<OrderProps, 'info'>) {
    const [profiles] = useProfiles();
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
                    choices={profiles.map((profile) => profile.name)}
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
                <Field
                    label={t('priority')}
                    type="number"
                    least={-100}
                    value={draft.priority}
                    placeholder="0"
                    hint={t('priority_hint')}
                    onChange={(priority) => {
                        change({ priority });
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
    /** Of a number. */
    least?: number;
    /** The values that may be chosen; anything else may be written, too. */
    choices?: string[];
    onChange: (value: string) => void;
}

export function Field({
    label,
    value,
    placeholder = '',
    hint = '',
    type = 'text',
    least = 1,
    choices = [],
    onChange,
}: FieldProps) {
    const list = useId();
    return (
        <label class="field">
            <span>{label}</span>
            <input
                type={type}
                min={type === 'number' ? least : undefined}
                value={value}
                placeholder={placeholder}
                list={choices.length > 0 ? list : undefined}
                onInput={(event) => {
                    onChange(event.currentTarget.value);
                }}
            />
            {choices.length > 0 && (
                <datalist id={list}>
                    {choices.map((choice) => (
                        <option key={choice} value={choice} />
                    ))}
                </datalist>
            )}
            {hint !== '' && <small class="muted">{hint}</small>}
        </label>
    );
}

/** The order of a draft; empty fields are left to the person's settings. */
export function order(draft: Draft): NewRun {
    const { task, url, brain, careful, allow, steps, minutes, cost, profile, priority } = draft;
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
        ...(priority === '' ? {} : { priority: Number(priority) }),
    };
}
