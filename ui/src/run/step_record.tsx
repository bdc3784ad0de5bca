// The record of a step in the journal beside its line: the look, what the brain was shown and answered, what left, what
// the page wrote to its console, and the pictures before and after. It is read when the step is opened.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { EventDetails, PromptDetails, RequestDetails } from '../generated/api.ts';
import { count } from '../format.ts';
import { t } from '../texts.ts';
import type { Step } from './fold.ts';

export interface StepRecord {
    /** Of the line that asked the brain. */
    thought: EventDetails | null;
    /** Of the first thing that was done. */
    deed: EventDetails | null;
}

const NOTHING: StepRecord = { thought: null, deed: null };

export function useStepRecord(run: string, step: Step | null, isWanted: boolean): StepRecord {
    const [record, setRecord] = useState(NOTHING);
    const asked = step?.asked ?? null;
    const done = step?.items.find((item) => item.kind === 'action')?.seq ?? null;
    // An action that has ended has more to tell.
    const items = step?.items.map((item) => ('status' in item ? item.status : '')).join() ?? '';
    useEffect(() => {
        setRecord(NOTHING);
        if (!isWanted) return undefined;
        let isCurrent = true;
        const read = (seq: number | null) => (seq === null ? null : api.event(run, seq).catch(() => null));
        void Promise.all([read(asked), read(done)]).then(([thought, deed]) => {
            if (isCurrent) setRecord({ thought: thought ?? null, deed: deed ?? null });
        });
        return () => {
            isCurrent = false;
        };
    }, [run, asked, done, items, isWanted]);
    return record;
}

export function StepRecordView({ record: { thought, deed } }: { record: StepRecord }) {
    const look = thought?.look ?? deed?.look;
    return (
        <div class="record">
            {look && (
                <Part title={t('record_look')}>
                    <pre>{look.text}</pre>
                </Part>
            )}
            {thought?.prompt && (
                <Part title={t('record_prompt')}>
                    <Prompt prompt={thought.prompt} />
                </Part>
            )}
            {thought?.answer !== undefined && (
                <Part title={t('record_answer')}>
                    <pre>{thought.answer}</pre>
                </Part>
            )}
            {deed?.changes !== undefined && (
                <Part title={t('record_changes')}>
                    <pre>{deed.changes}</pre>
                </Part>
            )}
            {deed && deed.requests.length > 0 && (
                <Part title={`${t('record_requests')} (${count(deed.requests.length)})`}>
                    <Requests requests={deed.requests} />
                </Part>
            )}
            {deed && deed.console.length > 0 && (
                <Part title={`${t('record_console')} (${count(deed.console.length)})`}>
                    <pre>{deed.console.join('\n')}</pre>
                </Part>
            )}
        </div>
    );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
    return (
        <details class="part">
            <summary>{title}</summary>
            {/* What is too long scrolls, also by keys. */}
            <div class="part-text" tabIndex={0} role="group" aria-label={title}>
                {children}
            </div>
        </details>
    );
}

function Prompt({ prompt }: { prompt: PromptDetails }) {
    const parts = [prompt.system, prompt.task, ...prompt.turns, ...prompt.notes, prompt.page];
    return <pre>{parts.filter((part) => part !== '').join('\n\n')}</pre>;
}

function Requests({ requests }: { requests: RequestDetails[] }) {
    return (
        <table class="requests">
            <tbody>
                {requests.map((request, index) => (
                    <tr key={index}>
                        <th scope="row">{request.method}</th>
                        <td class="break">{request.url}</td>
                        <td>{request.by}</td>
                        <td>{request.count > 1 ? `× ${count(request.count)}` : ''}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
