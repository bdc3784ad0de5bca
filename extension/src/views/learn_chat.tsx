// Asks the person to write one message in a chat that is not as webhand knows it, and says what came of it.

import { useEffect, useState } from 'preact/hooks';

import { x } from '../../../ui/src/texts/extension.ts';
import type { ChatLearning } from '../ext_api.ts';
import { ext } from './ext_requests.ts';

const REFRESH_EVERY = 1000;
const TEXTS = { watching: 'learn_watching', learned: 'learn_learned', failed: 'learn_failed' } as const;

interface Props {
    brain: string;
    act: (done: Promise<unknown>) => void;
}

export function LearnChat({ brain, act }: Props) {
    const [status, setStatus] = useState<ChatLearning | null>(null);
    const isWatching = status?.state === 'watching';
    useEffect(() => {
        if (!isWatching) return undefined;
        const again = setInterval(() => {
            ext.learning().then(setStatus, () => undefined);
        }, REFRESH_EVERY);
        return () => {
            clearInterval(again);
        };
    }, [isWatching]);
    return (
        <>
            <button
                type="button"
                class="button quiet small"
                disabled={isWatching}
                onClick={() => {
                    act(ext.learnChat(brain).then(setStatus));
                }}
            >
                {x('learn_chat')}
            </button>
            {status !== null && status.state !== 'idle' && (
                <p class={status.state === 'failed' ? 'error' : 'note'} role="status">
                    {x(TEXTS[status.state], { text: status.text })}
                </p>
            )}
        </>
    );
}
