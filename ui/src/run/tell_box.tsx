// The box for what the person tells the brain while its run works. It answers no question; those have their own card.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { RunInfo } from '../generated/api.ts';
import { t } from '../texts.ts';

export function TellBox({ info }: { info: RunInfo }) {
    const [text, setText] = useState('');
    const [isSending, setSending] = useState(false);
    const [note, setNote] = useState('');
    if (info.state === 'over') return null;
    const send = () => {
        setSending(true);
        setNote('');
        api.tell(info.id, text.trim())
            .then(
                () => {
                    setText('');
                    setNote(t('told'));
                },
                (problem: unknown) => {
                    setNote(problem instanceof Error ? problem.message : String(problem));
                },
            )
            .finally(() => {
                setSending(false);
            });
    };
    return (
        <form
            class="tell"
            onSubmit={(event) => {
                event.preventDefault();
                if (text.trim() !== '') send();
            }}
        >
            <input
                type="text"
                autocomplete="off"
                maxLength={LONGEST_TEXT}
                aria-label={t('tell_placeholder')}
                placeholder={t('tell_placeholder')}
                value={text}
                onInput={(event) => {
                    setText(event.currentTarget.value);
                }}
            />
            <button type="submit" class="button" disabled={isSending || text.trim() === ''}>
                {t('tell')}
            </button>
            {note !== '' && (
                <p class="muted" role="status">
                    {note}
                </p>
            )}
        </form>
    );
}

const LONGEST_TEXT = 1000;
