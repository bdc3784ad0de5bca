// The panel while nothing runs: the page that is open, what could be done with it, and the task box.

import { useEffect, useState } from 'preact/hooks';

import type { RunInfo, ServerInfo } from '../../../ui/src/generated/api.ts';
import { site } from '../../../ui/src/format.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { StateBadge } from '../../../ui/src/parts/state.tsx';
import type { TextKey } from '../../../ui/src/texts.ts';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import type { CurrentTab } from '../ext_api.ts';
import { chatIn, useModels } from '../views/brain_choice.ts';
import { BrainTab } from '../views/brain_tab.tsx';
import { useCurrentTab } from '../views/current_tab.ts';
import { messageOf } from '../views/ext_requests.ts';
import { Composer } from './composer.tsx';

const EXAMPLES: TextKey[] = ['task_example_1', 'task_example_2', 'task_example_3'];
const MOST_RECENT = 4;
const MOST_OPEN = 3;

interface Props {
    info: ServerInfo | null;
    open: RunInfo[] | null;
    newest: RunInfo[];
}

export function Home({ info, open, newest }: Props) {
    const tab = useCurrentTab();
    const [task, setTask] = useState('');
    const needed = (open ?? []).slice(0, MOST_OPEN);
    const recent = newest.filter((run) => run.state === 'over').slice(0, MOST_RECENT);
    return (
        <div class="home">
            <div class="home-middle">
                <p class="state-line" role="status">
                    {info ? x('ready', { brain: info.brain }) : x('starting')}
                </p>
                {needed.length > 0 && <Runs title={x('under_way')} runs={needed} />}
                <h1>{x('home_title')}</h1>
                <TabCard tab={tab} />
                <BrainOffer key={tab?.id} tab={tab} />
                <section aria-label={t('try_these')}>
                    {EXAMPLES.map((key) => (
                        <button
                            type="button"
                            class="example"
                            key={key}
                            onClick={() => {
                                setTask(t(key));
                            }}
                        >
                            {t(key)}
                        </button>
                    ))}
                </section>
                {recent.length > 0 && <Runs title={x('recent')} runs={recent} />}
                {info && <DataFlow info={info} />}
            </div>
            <Composer info={info} tab={tab} task={task} onTask={setTask} />
        </div>
    );
}

/** Shown where the tab holds a chat that could decide. */
function BrainOffer({ tab }: { tab: CurrentTab | null }) {
    const [error, setError] = useState('');
    const chat = chatIn(tab, useModels());
    if (tab === null || chat === null) return null;
    const act = (done: Promise<unknown>) => {
        done.then(
            () => {
                setError('');
            },
            (problem: unknown) => {
                setError(messageOf(problem));
            },
        );
    };
    return (
        <>
            <BrainTab tab={tab} chat={chat} act={act} />
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
        </>
    );
}

function TabCard({ tab }: { tab: CurrentTab | null }) {
    const [isOpened, setOpened] = useState(false);
    useEffect(() => {
        setOpened(false);
    }, [tab?.id]);
    if (tab === null) return null;
    return (
        <section class={tab.refused === null ? 'tab-card' : 'tab-card refused'} aria-label={x('this_tab')}>
            <p class="tab-title">{tab.title}</p>
            <p class="muted">{site(tab.url)}</p>
            {tab.refused !== null && (
                <>
                    <p>{x(`refused_${tab.refused}`)}</p>
                    <button
                        type="button"
                        class="button small"
                        disabled={isOpened}
                        onClick={() => {
                            setOpened(true);
                            void chrome.tabs.create({ url: 'about:blank' });
                        }}
                    >
                        <Icon name="plus" />
                        {x('open_new_tab')}
                    </button>
                </>
            )}
        </section>
    );
}

function Runs({ title, runs }: { title: string; runs: RunInfo[] }) {
    return (
        <section class="recent">
            <h2>{title}</h2>
            <ul class="runs">
                {runs.map((run) => (
                    <li key={run.id}>
                        <a class="run-row" href={`#/runs/${run.id}`}>
                            <span class="task">{run.task}</span>
                            <span class="meta">
                                <StateBadge run={run} />
                            </span>
                        </a>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function DataFlow({ info }: { info: ServerInfo }) {
    const brain =
        info.sent_to === undefined
            ? t('about_data_brain', { brain: info.brain })
            : t('about_data_remote', { provider: info.sent_to });
    return (
        <details class="data-flow">
            <summary>
                <Icon name="shield" />
                {t('about_data')}
            </summary>
            <ul class="about">
                <li>{brain}</li>
                <li>{t('about_data_judged')}</li>
                <li>{x('about_data_kept')}</li>
            </ul>
        </details>
    );
}
