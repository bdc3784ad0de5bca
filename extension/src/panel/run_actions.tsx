// The actions of a person on a run beside answering and stopping it. The row stays where it is in every state.

import { useState } from 'preact/hooks';

import { api } from '../../../ui/src/api.ts';
import type { RunInfo } from '../../../ui/src/generated/api.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { download } from '../../../ui/src/parts/download.ts';
import type { Commands } from '../../../ui/src/run/use_commands.ts';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import { ext, messageOf } from '../views/ext_requests.ts';

interface Props {
    info: RunInfo;
    commands: Commands;
    refresh: () => void;
}

export function RunActions({ info, commands: { busy, send }, refresh }: Props) {
    const isOver = info.state === 'over';
    const isTaken = info.state === 'taken_over';
    const canGoOn = info.state === 'paused' || info.state === 'parked';
    return (
        <footer class="run-actions">
            {isOver ? (
                <a class="button primary" href="#/">
                    <Icon name="plus" />
                    {t('new_task')}
                </a>
            ) : (
                <button
                    type="button"
                    class={isTaken ? 'button primary' : 'button'}
                    disabled={busy !== null}
                    onClick={() => {
                        send(isTaken ? 'give-back' : 'take');
                    }}
                >
                    <Icon name="hand" />
                    {isTaken ? t('give_back') : t('take_over')}
                </button>
            )}
            {!isOver && !isTaken && (
                <button
                    type="button"
                    class={canGoOn ? 'button primary' : 'button'}
                    disabled={busy !== null || info.state === 'waiting'}
                    onClick={() => {
                        send(canGoOn ? 'resume' : 'pause');
                    }}
                >
                    <Icon name={canGoOn ? 'play' : 'pause'} />
                    {canGoOn ? t('resume') : t('pause')}
                </button>
            )}
            <span class="space" />
            <Menu info={info} refresh={refresh} />
        </footer>
    );
}

function Menu({ info, refresh }: { info: RunInfo; refresh: () => void }) {
    const [note, setNote] = useState('');
    const fail = (problem: unknown) => {
        setNote(messageOf(problem));
    };
    const items: [string, () => Promise<unknown>][] = [
        [
            x('export'),
            async () => {
                const journal = await ext.export(info.id);
                const text = typeof journal === 'string' ? journal : JSON.stringify(journal);
                // `webhand runs import` takes the id of the run from the name: each line is bound to it.
                download(new Blob([text], { type: 'application/x-ndjson' }), `${info.id}.jsonl`);
            },
        ],
    ];
    if (info.state === 'over') {
        items.push([
            t('forget'),
            async () => {
                if (!confirm(t('forget_sure'))) return;
                await api.forget(info.id);
                location.hash = '#/';
            },
        ]);
    }
    return (
        <details class="menu upwards">
            <summary class="button" aria-label={t('more')}>
                <Icon name="more" />
            </summary>
            <div class="menu-items">
                {items.map(([text, act]) => (
                    <button
                        type="button"
                        class="menu-item"
                        key={text}
                        onClick={() => {
                            act().then(refresh, fail);
                        }}
                    >
                        {text}
                    </button>
                ))}
                {note !== '' && (
                    <p class="muted" role="status">
                        {note}
                    </p>
                )}
            </div>
        </details>
    );
}
