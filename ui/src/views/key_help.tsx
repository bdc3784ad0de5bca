// The keys of the dashboard.

import { useEffect, useRef } from 'preact/hooks';

import type { TextKey } from '../texts.ts';
import { t } from '../texts.ts';

const KEYS: [string, TextKey][] = [
    ['Ctrl .', 'key_stop'],
    ['Esc Esc', 'key_stop'],
    ['t', 'key_take'],
    ['y Enter', 'key_yes'],
    ['n', 'key_no'],
    ['j  k', 'key_next'],
    ['l', 'key_live'],
    ['b', 'key_compare'],
    ['o', 'key_open'],
    ['c', 'key_copy'],
    ['g n', 'new_task'],
    ['g r', 'runs'],
    ['g c', 'schedules'],
    ['g s', 'settings'],
    ['/', 'key_search'],
    ['?', 'key_help'],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        dialog.current?.showModal();
    }, []);
    return (
        <dialog class="card" ref={dialog} onClose={onClose} aria-labelledby="keys">
            <h2 id="keys">{t('keys')}</h2>
            <dl class="keys">
                {KEYS.map(([key, text]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{t(text)}</dd>
                    </div>
                ))}
            </dl>
            <form method="dialog" class="buttons">
                <button type="submit" class="button">
                    {t('close')}
                </button>
            </form>
        </dialog>
    );
}
