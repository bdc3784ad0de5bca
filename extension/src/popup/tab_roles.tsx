// The tabs that webhand has and what each is for; the tab under the popup can be added, any can be let go.

import { useEffect, useState } from 'preact/hooks';

import { site } from '../../../ui/src/format.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { x } from '../../../ui/src/texts/extension.ts';
import type { RunTab } from '../ext_api.ts';
import { useCurrentTab } from '../views/current_tab.ts';
import { chatIn, useModels } from '../views/brain_choice.ts';
import { BrainTab } from '../views/brain_tab.tsx';
import { ext } from '../views/ext_requests.ts';
import type { PresenceRun } from '../worker/presence/messages.ts';

interface Props {
    runs: readonly PresenceRun[];
    act: (done: Promise<unknown>) => void;
}

export function TabRoles({ runs, act }: Props) {
    const tabs = useRunTabs();
    const current = useCurrentTab();
    const chat = chatIn(current, useModels());
    const isFree = current !== null && tabs.every((tab) => tab.id !== current.id);
    const [first] = runs;
    const canAdd = isFree && chat === null && current.refused === null;
    return (
        <section>
            <h2>{x('tabs')}</h2>
            <ul class="tabs">
                {tabs.map((tab) => (
                    <li key={tab.id}>
                        <button
                            type="button"
                            class="tab-name"
                            onClick={() => {
                                act(ext.tab({ do: 'show', tab: tab.id }));
                            }}
                        >
                            <strong>{tab.title === '' ? site(tab.url) : tab.title}</strong>
                            <span class="muted">{`${site(tab.url)} · ${x(`role_${tab.role}`)}`}</span>
                        </button>
                        <button
                            type="button"
                            class="button quiet icon-button"
                            aria-label={x('release', { title: tab.title })}
                            title={x('release', { title: tab.title })}
                            onClick={() => {
                                act(ext.tab({ do: 'release', tab: tab.id }));
                            }}
                        >
                            <Icon name="cross" />
                        </button>
                    </li>
                ))}
            </ul>
            {canAdd && first && (
                <button
                    type="button"
                    class="button small"
                    onClick={() => {
                        act(ext.tab({ do: 'attach', tab: current.id, run: first.id }));
                    }}
                >
                    <Icon name="plus" />
                    {x('use_tab')}
                </button>
            )}
            {isFree && chat && <BrainTab tab={current} chat={chat} act={act} />}
        </section>
    );
}

function useRunTabs(): readonly RunTab[] {
    const [tabs, setTabs] = useState<readonly RunTab[]>([]);
    useEffect(() => {
        const load = () => {
            ext.tabs().then(
                (list) => {
                    setTabs(list.tabs);
                },
                () => undefined,
            );
        };
        load();
        const again = setInterval(load, REFRESH_EVERY);
        return () => {
            clearInterval(again);
        };
    }, []);
    return tabs;
}

const REFRESH_EVERY = 1000;
