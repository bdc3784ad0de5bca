// The named profiles of the server: log-ins that runs may use.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { ProfileInfo } from '../generated/api.ts';
import { t } from '../texts.ts';

/** The profiles that there are; none while they are read or cannot be. */
export function useProfiles(): [ProfileInfo[], () => void] {
    const [profiles, setProfiles] = useState<ProfileInfo[]>([]);
    const load = () => {
        api.profiles().then(
            (list) => {
                setProfiles(list.profiles);
            },
            () => undefined,
        );
    };
    useEffect(load, []);
    return [profiles, load];
}

export function Profiles() {
    const [profiles, load] = useProfiles();
    const [error, setError] = useState('');
    const remove = (name: string) => {
        if (!confirm(t('profile_remove_sure', { name }))) return;
        setError('');
        api.removeProfile(name).then(load, (problem: unknown) => {
            setError(problem instanceof Error ? problem.message : String(problem));
        });
    };
    return (
        <section class="card">
            <h2>{t('profiles')}</h2>
            <p class="muted">{t('profiles_text')}</p>
            {profiles.length === 0 && <p class="muted">{t('profiles_none')}</p>}
            <ul class="models">
                {profiles.map((profile) => (
                    <li key={profile.name}>
                        <code>{profile.name}</code>
                        <span class="muted">{profile.in_use ? t('profile_in_use') : ''}</span>
                        <button
                            type="button"
                            class="button quiet small"
                            disabled={profile.in_use}
                            aria-label={`${t('remove')} ${profile.name}`}
                            onClick={() => {
                                remove(profile.name);
                            }}
                        >
                            {t('remove')}
                        </button>
                    </li>
                ))}
            </ul>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
        </section>
    );
}
