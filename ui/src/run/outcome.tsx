// How a run ended, with what was seen that proves it.

import type { RunInfo } from '../generated/api.ts';
import { t } from '../texts.ts';

export function Outcome({ info }: { info: RunInfo }) {
    const { outcome } = info;
    if (!outcome) return null;
    return (
        <section class={`card outcome-card ${outcome.kind}`} aria-label={t('result')}>
            <p class="answer">{outcome.text}</p>
            {outcome.evidence.length > 0 && (
                <ul class="evidence">
                    {outcome.evidence.map((line) => (
                        <li key={line}>{`${t('evidence')}: ${line}`}</li>
                    ))}
                </ul>
            )}
        </section>
    );
}
