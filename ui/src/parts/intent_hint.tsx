// Says below a task box that a text needs no browser. It keeps nobody from starting.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import { t } from '../texts.ts';

const TEXTS = {
    declined: 'intent_declined',
    knowledge: 'intent_knowledge',
    too_short: 'intent_too_short',
    unclear: 'intent_unclear',
} as const;

export function IntentHint({ task }: { task: string }) {
    const [why, setWhy] = useState('');
    useEffect(() => {
        setWhy('');
        const text = task.trim();
        if (text === '') return undefined;
        let isCurrent = true;
        const asking = setTimeout(() => {
            api.intent(text).then(
                (info) => {
                    if (isCurrent) setWhy(info.browser ? '' : info.why);
                },
                // Without an answer the task is started as it is.
                () => undefined,
            );
        }, TYPED_FOR);
        return () => {
            isCurrent = false;
            clearTimeout(asking);
        };
    }, [task]);
    if (!(why in TEXTS)) return null;
    return (
        <p class="muted intent" role="status">
            {t(TEXTS[why as keyof typeof TEXTS])} {t('intent_start_anyway')}
        </p>
    );
}

/** The person has stopped typing. */
const TYPED_FOR = 500;
