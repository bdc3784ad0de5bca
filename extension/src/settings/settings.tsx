// All settings of the extension: of the panel at 360 pixels and of the options page.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../../../ui/src/api.ts';
import type { SettingInfo } from '../../../ui/src/generated/api.ts';
import { t } from '../../../ui/src/texts.ts';
import { ChatSites } from '../../../ui/src/views/chat_sites.tsx';
import { SettingGroups } from '../../../ui/src/views/setting_groups.tsx';
import { messageOf } from '../views/ext_requests.ts';
import { Appearance } from './appearance.tsx';
import { Keys } from './keys.tsx';
import { Server } from './server.tsx';
import { Tools } from './tools.tsx';

export function Settings() {
    const [settings, setSettings] = useState<SettingInfo[]>([]);
    const [error, setError] = useState('');
    useEffect(() => {
        api.settings().then(
            (list) => {
                setSettings(list.settings);
            },
            (problem: unknown) => {
                setError(messageOf(problem));
            },
        );
    }, []);
    return (
        <div class="settings">
            <h1>{t('settings')}</h1>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            <Keys />
            <ChatSites />
            <SettingGroups settings={settings} />
            <Server />
            <Tools />
            <Appearance />
        </div>
    );
}
