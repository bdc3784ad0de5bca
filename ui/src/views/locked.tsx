// The view of a tab without a key: how to get one, and a field for the owner's key.

import { useState } from 'preact/hooks';

import { Icon } from '../parts/icons.tsx';
import { enterWithKey } from '../session.ts';
import { t } from '../texts.ts';

export function Locked({ onEntered }: { onEntered: () => void }) {
    const [key, setKey] = useState('');
    const [isSent, setSent] = useState(false);
    const [problem, setProblem] = useState('');
    const enter = async () => {
        setSent(true);
        setProblem('');
        try {
            if (await enterWithKey(key.trim())) onEntered();
            else setProblem(t('enter_wrong'));
        } catch {
            setProblem(t('offline_short'));
        }
        setKey('');
        setSent(false);
    };
    return (
        <main class="locked">
            <section class="card">
                <h1>
                    <Icon name="shield" />
                    {t('enter_locked')}
                </h1>
                <p>{t('enter_locked_text')}</p>
                <p>
                    <code>webhand dashboard</code>
                </p>
                <form
                    onSubmit={(event) => {
                        event.preventDefault();
                        void enter();
                    }}
                >
                    <label class="field">
                        <span>{t('enter_key')}</span>
                        <input
                            type="password"
                            autocomplete="off"
                            value={key}
                            onInput={(event) => {
                                setKey(event.currentTarget.value);
                            }}
                        />
                        <small class="muted">{t('enter_key_hint')}</small>
                    </label>
                    {problem !== '' && (
                        <p class="error" role="alert">
                            {problem}
                        </p>
                    )}
                    <div class="buttons">
                        <button type="submit" class="button primary" disabled={isSent || key.trim() === ''}>
                            {t('enter')}
                        </button>
                    </div>
                </form>
            </section>
        </main>
    );
}
