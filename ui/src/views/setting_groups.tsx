// The settings that the engine knows, in groups that a person looks for.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { SettingInfo } from '../generated/api.ts';
import type { TextKey } from '../texts.ts';
import { isTextKey, t } from '../texts.ts';

interface Group {
    id: string;
    title: TextKey;
    text: TextKey;
    keys: readonly string[];
}

const GROUPS: readonly Group[] = [
    {
        id: 'brains',
        title: 'group_brains',
        text: 'group_brains_text',
        keys: ['brain', 'brain_verify', 'brain_extract', 'mode'],
    },
    { id: 'sites', title: 'group_grants', text: 'group_grants_text', keys: ['allow', 'allow_read'] },
    {
        id: 'limits',
        title: 'group_limits',
        text: 'group_limits_text',
        keys: ['max_steps', 'max_idle_turns', 'max_cost', 'look_tokens', 'max_tabs'],
    },
    { id: 'privacy', title: 'group_privacy', text: 'group_privacy_text', keys: ['redact'] },
];
const OTHERS: Group = { id: 'others', title: 'group_others', text: 'settings_text', keys: [] };

/** The values of settings that take one of a few. */
const CHOICES: Record<string, readonly string[]> = {
    mode: ['careful', 'autonomous'],
    redact: ['auto', 'on', 'off'],
    browser: ['headless', 'visible'],
    report: ['true', 'false'],
    approve_without_terminal: ['true', 'false'],
};

/** A chat is switched on beside what its site says, and nowhere else. */
const ELSEWHERE = ['chat_tabs'];

/** All groups that have a setting, in a fixed order; settings of no group come last. */
export function SettingGroups({ settings }: { settings: readonly SettingInfo[] }) {
    const grouped = new Set([...GROUPS.flatMap((group) => group.keys), ...ELSEWHERE]);
    const others = settings.filter((setting) => !grouped.has(setting.key)).map((setting) => setting.key);
    return (
        <>
            {[...GROUPS, { ...OTHERS, keys: others }].map((group) => {
                const mine = group.keys.flatMap((key) => settings.find((setting) => setting.key === key) ?? []);
                if (mine.length === 0) return null;
                return (
                    <section class="card" key={group.id} id={`settings-${group.id}`}>
                        <h2>{t(group.title)}</h2>
                        <p class="muted">{t(group.text)}</p>
                        {mine.map((setting) => (
                            <SettingField key={setting.key} setting={setting} />
                        ))}
                    </section>
                );
            })}
        </>
    );
}

function SettingField({ setting }: { setting: SettingInfo }) {
    const [value, setValue] = useState(setting.value ?? '');
    const [kept, setKept] = useState(setting.value ?? '');
    const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null);
    const save = (next: string) => {
        const trimmed = next.trim();
        api.set(setting.key, trimmed === '' ? null : trimmed).then(
            () => {
                setKept(next);
                setNote({ text: t('saved'), isError: false });
            },
            (problem: unknown) => {
                setNote({ text: problem instanceof Error ? problem.message : String(problem), isError: true });
            },
        );
    };
    const change = (next: string) => {
        setValue(next);
        setNote(null);
    };
    const choices = CHOICES[setting.key];
    const name = `setting_${setting.key}`;
    return (
        <form
            class="setting"
            onSubmit={(event) => {
                event.preventDefault();
                save(value);
            }}
        >
            <label class="field">
                <span>{isTextKey(name) ? t(name) : setting.key}</span>
                {choices ? (
                    <Choice
                        choices={choices}
                        value={value}
                        onChange={(next) => {
                            change(next);
                            save(next);
                        }}
                    />
                ) : (
                    <input
                        type="text"
                        value={value}
                        placeholder={t('not_set')}
                        onInput={(event) => {
                            change(event.currentTarget.value);
                        }}
                    />
                )}
                <small class="muted">{setting.doc}</small>
            </label>
            {!choices && (
                <button type="submit" class="button" disabled={value === kept}>
                    {t('save')}
                </button>
            )}
            {note && (
                <p class={note.isError ? 'error' : 'muted'} role="status">
                    {note.text}
                </p>
            )}
        </form>
    );
}

interface ChoiceProps {
    choices: readonly string[];
    value: string;
    onChange: (value: string) => void;
}

function Choice({ choices, value, onChange }: ChoiceProps) {
    return (
        <select
            value={value}
            onChange={(event) => {
                onChange(event.currentTarget.value);
            }}
        >
            <option value="">{t('not_set')}</option>
            {choices.map((choice) => {
                const name = `choice_${choice}`;
                return (
                    <option key={choice} value={choice}>
                        {isTextKey(name) ? t(name) : choice}
                    </option>
                );
            })}
        </select>
    );
}
