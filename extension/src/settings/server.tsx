// The server whose runs this browser serves: its address, and pairing by a short code that both sides prove.

import { useEffect, useState } from 'preact/hooks';

import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import type { ServerChange, ServerLink } from '../ext_api.ts';
import { ext, messageOf } from '../views/ext_requests.ts';

export function useServer(): {
    link: ServerLink | null;
    error: string;
    change: (change: ServerChange) => void;
} {
    const [link, setLink] = useState<ServerLink | null>(null);
    const [error, setError] = useState('');
    const take = (next: ServerLink) => {
        setLink(next);
        setError('');
    };
    const fail = (problem: unknown) => {
        setError(messageOf(problem));
    };
    useEffect(() => {
        const load = () => {
            ext.server().then(take, fail);
        };
        load();
        const again = setInterval(load, REFRESH_EVERY);
        return () => {
            clearInterval(again);
        };
    }, []);
    const change = (next: ServerChange) => {
        ext.setServer(next).then(take, fail);
    };
    return { link, error, change };
}

export function Server() {
    const { link, error, change } = useServer();
    const [address, setAddress] = useState<string | null>(null);
    const [code, setCode] = useState('');
    const shown = address ?? link?.address ?? '';
    const isOn = link !== null && link.state !== 'off';
    return (
        <section class="card" id="settings-server">
            <h2>{x('server')}</h2>
            <p class="muted">{x('server_text')}</p>
            <p role="status">
                <span class={link?.state === 'connected' ? 'lamp on' : isOn ? 'lamp' : 'lamp off'} aria-hidden="true" />{' '}
                {link === null ? '…' : x(`server_${link.state}`)}
                {link?.detail && <span class="muted">{` · ${link.detail}`}</span>}
            </p>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    change({ address: shown.trim(), connect: true, ...(code === '' ? {} : { code: code.trim() }) });
                    setCode('');
                }}
            >
                <div class="fields">
                    <label class="field">
                        <span>{x('server_address')}</span>
                        <input
                            type="text"
                            value={shown}
                            placeholder="ws://127.0.0.1:7878"
                            onInput={(event) => {
                                setAddress(event.currentTarget.value);
                            }}
                        />
                    </label>
                    <label class="field">
                        <span>{x('server_code')}</span>
                        <input
                            type="text"
                            autocomplete="off"
                            value={code}
                            placeholder={link?.paired === true ? x('paired') : ''}
                            onInput={(event) => {
                                setCode(event.currentTarget.value);
                            }}
                        />
                        <small class="muted">{x('server_code_hint')}</small>
                    </label>
                </div>
                <div class="buttons">
                    {isOn && (
                        <button
                            type="button"
                            class="button"
                            onClick={() => {
                                change({ connect: false });
                            }}
                        >
                            {x('disconnect')}
                        </button>
                    )}
                    <button type="submit" class="button primary" disabled={shown.trim() === ''}>
                        {isOn ? t('save') : x('connect')}
                    </button>
                </div>
            </form>
        </section>
    );
}

const REFRESH_EVERY = 4000;
