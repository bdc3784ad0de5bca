// An address that opens the dashboard once, for another tab or device of the person.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';

export function OtherDevice() {
    const [address, setAddress] = useState('');
    const [note, setNote] = useState('');
    const fail = (problem: unknown) => {
        setNote(problem instanceof Error ? problem.message : String(problem));
    };
    const make = () => {
        setNote('');
        api.newCode().then(({ token }) => {
            // The code stands behind the #, which browsers do not send.
            setAddress(`${location.origin}/#code=${token}`);
        }, fail);
    };
    const copy = () => {
        navigator.clipboard.writeText(address).then(() => {
            setNote(t('copied'));
        }, fail);
    };
    return (
        <section class="card">
            <h2>{t('other_device')}</h2>
            <p class="muted">{t('other_device_text')}</p>
            {address !== '' && (
                <p class="mono one-time" data-secret>
                    {address}
                </p>
            )}
            <div class="buttons">
                {address !== '' && (
                    <button type="button" class="button" onClick={copy}>
                        {t('copy_link')}
                    </button>
                )}
                <button type="button" class="button" onClick={make}>
                    <Icon name="plus" />
                    {t('other_device_make')}
                </button>
            </div>
            {note !== '' && (
                <p class="muted" role="status">
                    {note}
                </p>
            )}
        </section>
    );
}
