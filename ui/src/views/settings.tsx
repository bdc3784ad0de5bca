// The person's settings, and the brains that can be named.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { ModelInfo, SettingInfo } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';
import { ChatSites } from './chat_sites.tsx';
import { OtherDevice } from './other_device.tsx';
import { Profiles } from './profiles.tsx';
import { ProviderKeys } from './provider_keys.tsx';
import { SettingGroups } from './setting_groups.tsx';

export function SettingsView() {
    const [settings, setSettings] = useState<SettingInfo[]>([]);
    const [models, setModels] = useState<ModelInfo[]>([]);
    const [error, setError] = useState('');
    useEffect(() => {
        const fail = (problem: unknown) => {
            setError(problem instanceof Error ? problem.message : String(problem));
        };
        api.settings().then((list) => {
            setSettings(list.settings);
        }, fail);
        api.models().then((list) => {
            setModels(list.models);
        }, fail);
    }, []);
    return (
        <div class="settings">
            <h1>{t('settings')}</h1>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            <Models models={models} />
            <ProviderKeys />
            <ChatSites />
            <Profiles />
            <SettingGroups settings={settings} />
            <OtherDevice />
        </div>
    );
}

function Models({ models }: { models: ModelInfo[] }) {
    return (
        <section class="card">
            <h2>{t('models')}</h2>
            <p class="muted">{t('models_text')}</p>
            <ul class="models">
                {models.map((model) => (
                    <li key={model.name}>
                        <span class={model.ready ? 'tone green' : 'tone neutral'}>
                            <Icon name={model.ready ? 'check' : 'dot'} />
                        </span>
                        <code>{model.name}</code>
                        <span class="muted">
                            {model.about === ''
                                ? ''
                                : model.ready
                                  ? t('keys_ready')
                                  : t('keys_missing', { name: model.about })}
                        </span>
                    </li>
                ))}
            </ul>
        </section>
    );
}
