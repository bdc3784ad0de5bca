// The shell of the panel: header with Stop, and the view that the address names.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api } from '../../../ui/src/api.ts';
import type { RunInfo, ServerInfo } from '../../../ui/src/generated/api.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { RunList } from '../../../ui/src/views/run_list.tsx';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import { isOwnPage } from '../protocol.ts';
import { Settings } from '../settings/settings.tsx';
import { Logo } from '../views/logo.tsx';
import { useOpenRuns } from '../views/open_runs.ts';
import { stopEverything } from '../views/stop.ts';
import { Home } from './home.tsx';
import { PanelRun } from './panel_run.tsx';

type Route = { name: 'home' | 'runs' | 'settings' } | { name: 'run'; id: string; step: number | null };

function readRoute(): Route {
    const [, first, id, , step] = location.hash.split('/');
    if (first === 'settings') return { name: 'settings' };
    if (first === 'runs' && id) return { name: 'run', id, step: step === undefined ? null : Number(step) || null };
    return { name: first === 'runs' ? 'runs' : 'home' };
}

export function Panel() {
    const [route, setRoute] = useState(readRoute);
    const [info, setInfo] = useState<ServerInfo | null>(null);
    const { open, newest, reached } = useOpenRuns();
    const main = useRef<HTMLElement>(null);
    useEffect(() => {
        const onRoute = () => {
            setRoute(readRoute());
            main.current?.focus({ preventScroll: true });
        };
        addEventListener('hashchange', onRoute);
        // The address may have changed between the first drawing and this effect.
        setRoute(readRoute());
        return () => {
            removeEventListener('hashchange', onRoute);
        };
    }, []);
    useEffect(() => {
        if (reached) api.info().then(setInfo, () => undefined);
    }, [reached]);
    useFirstRun(open);
    useCalledRun();
    const shown = route.name === 'run' ? (newest.find((run) => run.id === route.id) ?? null) : null;
    return (
        <div class={`panel at-${route.name}`}>
            <Header shown={shown} open={open} />
            {!reached && (
                <p class="offline" role="alert">
                    {x('engine_lost')}
                </p>
            )}
            <main ref={main} tabIndex={-1}>
                {route.name === 'home' && <Home info={info} open={open} newest={newest} />}
                {route.name === 'runs' && <History />}
                {route.name === 'run' && <PanelRun key={route.id} id={route.id} stepNumber={route.step} />}
                {route.name === 'settings' && <Settings />}
            </main>
        </div>
    );
}

/** The notification of a question shows its run in the panel that is open. */
function useCalledRun(): void {
    useEffect(() => {
        const onMessage = (message: { to?: unknown; run?: unknown }, sender: chrome.runtime.MessageSender) => {
            if (!isOwnPage(sender) || message.to !== 'panel' || typeof message.run !== 'string') return;
            location.hash = `#/runs/${encodeURIComponent(message.run)}`;
        };
        chrome.runtime.onMessage.addListener(onMessage);
        return () => {
            chrome.runtime.onMessage.removeListener(onMessage);
        };
    }, []);
}

/** A panel that is opened again shows the run that is under way. */
function useFirstRun(open: RunInfo[] | null): void {
    const isDone = useRef(false);
    useEffect(() => {
        if (isDone.current || open === null) return;
        isDone.current = true;
        const [first] = open;
        if (first && location.hash === '') location.hash = `#/runs/${first.id}`;
    }, [open]);
}

interface HeaderProps {
    shown: RunInfo | null;
    open: RunInfo[] | null;
}

function Header({ shown, open }: HeaderProps) {
    const asked = (open ?? []).filter((run) => run.state === 'waiting' && run.id !== shown?.id);
    return (
        <header class="panel-head">
            <a class="brand" href="#/" aria-label={x('home')}>
                <Logo />
                <span>webhand</span>
            </a>
            {asked[0] && (
                <a class="badge amber" href={`#/runs/${asked[0].id}`} aria-label={x('others_ask', { n: asked.length })}>
                    <Icon name="diamond" />
                    {asked.length}
                </a>
            )}
            <span class="space" />
            <a class="button quiet icon-button" href="#/runs" aria-label={t('runs')} title={t('runs')}>
                <Icon name="clock" />
            </a>
            <a class="button quiet icon-button" href="#/settings" aria-label={t('settings')} title={t('settings')}>
                <Icon name="gear" />
            </a>
            <StopButton run={shown} open={open} />
        </header>
    );
}

/** Stops the run that is shown, or all of them where none is; it never becomes another button. */
function StopButton({ run, open }: { run: RunInfo | null; open: RunInfo[] | null }) {
    const [isStopping, setStopping] = useState(false);
    const state = run?.state;
    useEffect(() => {
        setStopping(false);
    }, [state, open]);
    const isIdle = run ? run.state === 'over' : (open ?? []).length === 0;
    const stop = () => {
        setStopping(true);
        const stopped = run ? api.command(run.id, 'cancel') : stopEverything();
        stopped.catch(stopEverything).catch(() => {
            setStopping(false);
        });
    };
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            if (event.key !== '.' || !event.ctrlKey || isIdle) return;
            event.preventDefault();
            stop();
        };
        addEventListener('keydown', onKey);
        return () => {
            removeEventListener('keydown', onKey);
        };
    });
    return (
        <button
            type="button"
            class="button stop"
            disabled={isIdle || isStopping}
            aria-keyshortcuts="Control+."
            title={run ? t('key_stop') : x('stop_all')}
            onClick={stop}
        >
            <Icon name="stop" />
            {isStopping ? t('stopping') : t('stop')}
        </button>
    );
}

function History() {
    return (
        <section class="panel-history">
            <h1 class="hidden">{t('runs')}</h1>
            <RunList
                current={null}
                onAsked={() => undefined}
                onConnection={() => undefined}
                onHealth={() => undefined}
            />
        </section>
    );
}
