// The keys of providers. A key goes in and never comes back; a test asks the provider for one word.

import { useEffect, useState } from 'preact/hooks';

import { Icon } from '../../../ui/src/parts/icons.tsx';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import type { KeyChange, KeyInfo, KeyTest } from '../ext_api.ts';
import { ext, messageOf } from '../views/ext_requests.ts';

export function Keys() {
    const [keys, setKeys] = useState<readonly KeyInfo[]>([]);
    const [error, setError] = useState('');
    const load = () => {
        ext.keys().then(
            (list) => {
                setKeys(list.providers);
                setError('');
            },
            (problem: unknown) => {
                setError(messageOf(problem));
            },
        );
    };
    useEffect(load, []);
    return (
        <section class="card" id="settings-keys">
            <h2>{x('keys')}</h2>
            <p class="muted">{x('keys_text')}</p>
            {error !== '' && <Problem text={error} />}
            {keys.map((key) => (
                <Provider key={key.provider} info={key} onChanged={load} />
            ))}
        </section>
    );
}

function Problem({ text }: { text: string }) {
    return (
        <p class="error" role="alert">
            {text}
        </p>
    );
}

function Provider({ info, onChanged }: { info: KeyInfo; onChanged: () => void }) {
    const [key, setKey] = useState('');
    const [address, setAddress] = useState(info.base_url ?? '');
    const [error, setError] = useState('');
    const change = (part: Omit<KeyChange, 'provider'>) => {
        ext.setKey({ provider: info.provider, ...part }).then(
            () => {
                setKey('');
                setError('');
                onChanged();
            },
            (problem: unknown) => {
                setError(messageOf(problem));
            },
        );
    };
    const isChanged = key !== '' || address !== (info.base_url ?? '');
    return (
        <details class="provider">
            <summary>
                <span class={info.set ? 'tone green' : 'tone neutral'}>
                    <Icon name={info.set ? 'check' : 'dot'} />
                </span>
                <span class="provider-name">{info.provider}</span>
                <span class="muted">{info.set ? t('keys_ready') : x('no_key')}</span>
            </summary>
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    change({ ...(key === '' ? {} : { key }), base_url: address.trim() === '' ? null : address.trim() });
                }}
            >
                <label class="field">
                    <span>{x('key_of', { provider: info.provider })}</span>
                    <input
                        type="password"
                        autocomplete="off"
                        value={key}
                        placeholder={info.set ? x('key_kept') : ''}
                        onInput={(event) => {
                            setKey(event.currentTarget.value);
                        }}
                    />
                </label>
                <label class="field">
                    <span>{x('base_url')}</span>
                    <input
                        type="url"
                        value={address}
                        placeholder={x('base_url_usual')}
                        onInput={(event) => {
                            setAddress(event.currentTarget.value);
                        }}
                    />
                </label>
                {error !== '' && <Problem text={error} />}
                <div class="buttons">
                    {info.set && (
                        <button
                            type="button"
                            class="button"
                            onClick={() => {
                                change({ key: null });
                            }}
                        >
                            {x('remove')}
                        </button>
                    )}
                    <button type="submit" class="button primary" disabled={!isChanged}>
                        {t('save')}
                    </button>
                </div>
            </form>
            {info.set && <Test provider={info.provider} />}
        </details>
    );
}

function Test({ provider }: { provider: string }) {
    const [model, setModel] = useState('');
    const [result, setResult] = useState<KeyTest | 'testing' | null>(null);
    const test = () => {
        setResult('testing');
        ext.testKey(`${provider}/${model.trim()}`).then(setResult, (problem: unknown) => {
            setResult({ ok: false, text: messageOf(problem) });
        });
    };
    return (
        <form
            class="setting"
            onSubmit={(event) => {
                event.preventDefault();
                test();
            }}
        >
            <label class="field">
                <span>{x('test_model')}</span>
                <input
                    type="text"
                    value={model}
                    onInput={(event) => {
                        setModel(event.currentTarget.value);
                    }}
                />
            </label>
            <button type="submit" class="button" disabled={model.trim() === '' || result === 'testing'}>
                {result === 'testing' ? x('testing') : x('test')}
            </button>
            {result !== null && result !== 'testing' && (
                <p class={result.ok ? 'good' : 'error'} role="status">
                    <Icon name={result.ok ? 'check' : 'cross'} /> {result.text}
                </p>
            )}
        </form>
    );
}
