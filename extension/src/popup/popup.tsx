// The popup asks the worker how things stand, which does not start the engine; only what the person presses does.

import { useEffect, useState } from 'preact/hooks';

import { age } from '../../../ui/src/format.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { StateBadge } from '../../../ui/src/parts/state.tsx';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import type { PresenceMessage, PresenceRun, PresenceState } from '../worker/presence/messages.ts';
import { ext, messageOf } from '../views/ext_requests.ts';
import { Logo } from '../views/logo.tsx';
import { openPanel } from '../views/open_panel.ts';
import { stopEverything } from '../views/stop.ts';
import { ServerLine } from './server_line.tsx';
import { TabRoles } from './tab_roles.tsx';

const MOST_LINES = 8;

export function Popup() {
    const { state, refresh } = usePresence();
    const [error, setError] = useState('');
    const act = (done: Promise<unknown>) => {
        done.then(
            () => {
                setError('');
                refresh();
            },
            (problem: unknown) => {
                setError(messageOf(problem));
            },
        );
    };
    const runs = state?.runs ?? [];
    return (
        <main class="popup">
            <header>
                <Logo />
                <h1>webhand</h1>
                <span class="space" />
                <button
                    type="button"
                    class="button primary small"
                    onClick={() => {
                        openPanel();
                        close();
                    }}
                >
                    {x('open_panel')}
                </button>
            </header>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            {runs.length === 0 && <p class="muted">{x('nothing_runs')}</p>}
            <ul class="popup-runs">
                {runs.map((run) => (
                    <Run key={run.id} run={run} act={act} />
                ))}
            </ul>
            {runs.length > 0 && <TabRoles runs={runs} act={act} />}
            <ServerLine />
            <Log state={state} />
            <footer>
                <a class="button quiet small" href="options.html" target="_blank">
                    <Icon name="gear" />
                    {x('settings_more')}
                </a>
                <span class="space" />
                <button
                    type="button"
                    class="button stop small"
                    disabled={runs.length === 0}
                    onClick={() => {
                        act(stopEverything());
                    }}
                >
                    <Icon name="stop" />
                    {x('stop_all')}
                </button>
            </footer>
        </main>
    );
}

function usePresence(): { state: PresenceState | null; refresh: () => void } {
    const [state, setState] = useState<PresenceState | null>(null);
    const refresh = () => {
        const message: PresenceMessage = { to: 'presence', do: 'state' };
        chrome.runtime.sendMessage(message).then(
            (answer: PresenceState | undefined) => {
                setState(answer ?? null);
            },
            () => undefined,
        );
    };
    useEffect(() => {
        refresh();
        const again = setInterval(refresh, REFRESH_EVERY);
        return () => {
            clearInterval(again);
        };
    }, []);
    return { state, refresh };
}

function Run({ run, act }: { run: PresenceRun; act: (done: Promise<unknown>) => void }) {
    return (
        <li>
            <p class="task">{run.task}</p>
            <p class="meta">
                <StateBadge run={run} />
                <span class="muted">{run.maxSteps > 0 && `${run.step} / ${run.maxSteps}`}</span>
                <span class="space" />
                <button
                    type="button"
                    class="button stop small"
                    onClick={() => {
                        act(ext.command(run.id, 'cancel'));
                    }}
                >
                    {t('stop')}
                </button>
            </p>
            {run.question !== null && <p class="asks">{run.question}</p>}
        </li>
    );
}

function Log({ state }: { state: PresenceState | null }) {
    const lines = (state?.log ?? []).slice(-MOST_LINES).reverse();
    return (
        <details class="log" open>
            <summary>{x('activity')}</summary>
            {lines.length === 0 && <p class="muted">{x('log_empty')}</p>}
            <ol>
                {lines.map((line, index) => (
                    <li key={index}>
                        <span class="muted">{age(line.wall, Date.now())}</span> {line.text}
                    </li>
                ))}
            </ol>
        </details>
    );
}

const REFRESH_EVERY = 1000;
