// The shell: header, list of runs, and the view that the address names.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api } from './api.ts';
import type { Health, ServerInfo } from './generated/api.ts';
import { Icon } from './parts/icons.tsx';
import { RunView } from './run/run_view.tsx';
import { isTyping } from './run/run_keys.ts';
import { enter } from './session.ts';
import { t } from './texts.ts';
import { useTheme } from './theme.ts';
import { KeyHelp } from './views/key_help.tsx';
import { Locked } from './views/locked.tsx';
import { NewTask } from './views/new_task.tsx';
import { RunList } from './views/run_list.tsx';
import { SchedulesView } from './views/schedules.tsx';
import { SettingsView } from './views/settings.tsx';

type Route = { name: 'new' | 'settings' | 'runs' | 'schedules' } | { name: 'run'; id: string; step: number | null };

function readRoute(): Route {
    const [, first, id, , step] = location.hash.split('/');
    if (first === 'settings' || first === 'schedules') return { name: first };
    if (first === 'runs' && id) return { name: 'run', id, step: step === undefined ? null : Number(step) || null };
    return first === 'runs' ? { name: 'runs' } : { name: 'new' };
}

export function App() {
    const [info, setInfo] = useState<ServerInfo | 'locked' | null>(null);
    useEffect(() => {
        const begin = async () => {
            try {
                setInfo((await enter()) ? await api.info() : 'locked');
            } catch {
                setInfo('locked');
            }
        };
        void begin();
        // The same tab may be given another code.
        const onCode = () => {
            if (location.hash.startsWith('#code=')) void begin();
        };
        addEventListener('hashchange', onCode);
        return () => {
            removeEventListener('hashchange', onCode);
        };
    }, []);
    if (info === null) return null;
    if (info !== 'locked') return <Dashboard info={info} />;
    return (
        <Locked
            onEntered={() => {
                api.info().then(setInfo, () => {
                    setInfo('locked');
                });
            }}
        />
    );
}

function Dashboard({ info }: { info: ServerInfo }) {
    const [route, setRoute] = useState(readRoute);
    const [asked, setAsked] = useState(0);
    const [health, setHealth] = useState<Health | null>(null);
    const [reached, setReached] = useState(true);
    const main = useRef<HTMLElement>(null);
    const [isHelpShown, setHelpShown] = useState(false);
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
        document.title = asked > 0 ? `(${asked}) webhand` : 'webhand';
    }, [asked]);
    useGlobalKeys(() => {
        setHelpShown((shown) => !shown);
    });
    return (
        <div class={`app at-${route.name}`}>
            <a
                class="skip"
                href="#main"
                onClick={(event) => {
                    event.preventDefault();
                    main.current?.focus();
                }}
            >
                {t('skip')}
            </a>
            <Header health={health} reached={reached} />
            <nav class="sidebar" aria-label={t('runs')}>
                <RunList
                    current={route.name === 'run' ? route.id : null}
                    onAsked={setAsked}
                    onConnection={setReached}
                    onHealth={setHealth}
                />
            </nav>
            <main id="main" ref={main} tabIndex={-1}>
                {!reached && (
                    <p class="offline" role="alert">
                        {t('offline')}
                    </p>
                )}
                {route.name === 'run' && <RunView key={route.id} id={route.id} stepNumber={route.step} />}
                {route.name === 'runs' && <h1 class="runs-title">{t('runs')}</h1>}
                {(route.name === 'new' || route.name === 'runs') && <NewTask info={info} />}
                {route.name === 'settings' && <SettingsView />}
                {route.name === 'schedules' && <SchedulesView info={info} />}
            </main>
            {isHelpShown && (
                <KeyHelp
                    onClose={() => {
                        setHelpShown(false);
                    }}
                />
            )}
        </div>
    );
}

function Header({ health, reached }: { health: Health | null; reached: boolean }) {
    const changeTheme = useTheme();
    return (
        <header class="top">
            <a class="brand" href="#/" aria-label="webhand">
                <img src="/assets/icon.svg" alt="" width="24" height="24" />
                <span>webhand</span>
            </a>
            <span class="server">
                <span class={reached ? 'lamp on' : 'lamp'} aria-hidden="true" />
                {health && t('server_ok', { working: health.working, queued: health.queued })}
            </span>
            <a class="button quiet only-narrow" href="#/runs">
                {t('runs')}
            </a>
            <a class="button quiet" href="#/schedules" aria-label={t('schedules')}>
                <Icon name="clock" />
                <span class="wide">{t('schedules')}</span>
            </a>
            <button type="button" class="button quiet" aria-label={t('theme')} title={t('theme')} onClick={changeTheme}>
                <Icon name="moon" />
            </button>
            <a class="button quiet" href="#/settings" aria-label={t('settings')}>
                <Icon name="gear" />
                <span class="wide">{t('settings')}</span>
            </a>
        </header>
    );
}

/** Where `g` and another key lead. */
const PLACES: Partial<Record<string, string>> = { n: '#/', r: '#/runs', c: '#/schedules', s: '#/settings' };
/** How long the second key may take. */
const CHORD_WITHIN = 1000;

function useGlobalKeys(toggleHelp: () => void): void {
    const began = useRef(-Infinity);
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
            const isSecond = event.timeStamp - began.current < CHORD_WITHIN;
            began.current = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity;
            const place = isSecond ? PLACES[event.key] : undefined;
            if (place !== undefined) {
                location.hash = place;
                // Alone the same key does something else.
                event.stopImmediatePropagation();
                event.preventDefault();
                return;
            }
            if (event.key === '?') toggleHelp();
            if (event.key === '/') {
                event.preventDefault();
                document.querySelector<HTMLInputElement>('.sidebar input')?.focus();
            }
        };
        addEventListener('keydown', onKey, { capture: true });
        return () => {
            removeEventListener('keydown', onKey, { capture: true });
        };
    });
}
