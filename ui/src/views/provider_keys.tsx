// The keys of providers that the server has. A key goes in and never comes back.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { KeyInfo, KeyList } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';

export function ProviderKeys() {
    const [list, setList] = useState<KeyList | null>(null);
    const load = () => {
        api.keys().then(setList, () => undefined);
    };
    useEffect(load, []);
    if (list === null) return null;
    return (
        <section class="card">
            <h2>{t('keys_title')}</h2>
            <p class="muted">{list.keychain ? t('keys_text') : t('keys_no_keychain')}</p>
            <ul class="provider-keys">
                {list.keys.map((key) => (
                    <li key={key.provider}>
                        <Key info={key} canKeep={list.keychain} onChanged={load} />
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Key({ info, canKeep, onChanged }: { info: KeyInfo; canKeep: boolean; onChanged: () => void }) {
    const [key, setKey] = useState('');
    const [error, setError] = useState('');
    const act = (done: Promise<unknown>) => {
        done.then(
            () => {
                setKey('');
                setError('');
                onChanged();
            },
            (problem: unknown) => {
                setError(problem instanceof Error ? problem.message : String(problem));
            },
        );
    };
    const isSet = info.place !== undefined;
    return (
        <details class="provider">
            <summary>
                <span class={isSet ? 'tone green' : 'tone neutral'}>
                    <Icon name={isSet ? 'check' : 'dot'} />
                </span>
                <span class="provider-name">{info.provider}</span>
                <span class="muted">{info.place ?? t('no_key')}</span>
            </summary>
            <form
                class="setting"
                onSubmit={(event) => {
                    event.preventDefault();
                    act(api.setKey(info.provider, key));
                }}
            >
                <label class="field">
                    <span>{t('key_of', { provider: info.provider })}</span>
                    <input
                        type="password"
                        autocomplete="off"
                        value={key}
                        disabled={!canKeep}
                        onInput={(event) => {
                            setKey(event.currentTarget.value);
                        }}
                    />
                </label>
                <button type="submit" class="button" disabled={key === ''}>
                    {t('save')}
                </button>
                {isSet && canKeep && (
                    <button
                        type="button"
                        class="button quiet small"
                        onClick={() => {
                            act(api.removeKey(info.provider));
                        }}
                    >
                        {t('remove')}
                    </button>
                )}
                {error !== '' && (
                    <p class="error" role="alert">
                        {error}
                    </p>
                )}
            </form>
        </details>
    );
}
