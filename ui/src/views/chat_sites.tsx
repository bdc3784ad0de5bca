// The chat pages that may be a brain. Each is switched on by itself, after what its site says about automated use was read.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { ChatSite } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';

interface Site extends ChatSite {
    isOn: boolean;
}

export function ChatSites() {
    const [sites, setSites] = useState<readonly Site[]>([]);
    const [error, setError] = useState('');
    const fail = (problem: unknown) => {
        setError(problem instanceof Error ? problem.message : String(problem));
    };
    const load = () => {
        api.models().then(({ models }) => {
            setSites(models.flatMap(({ chat, ready }) => (chat === undefined ? [] : [{ ...chat, isOn: ready }])));
        }, fail);
    };
    useEffect(load, []);
    const turn = (site: Site, isOn: boolean) => {
        const others = sites.filter((one) => one.isOn && one.switch !== site.switch).map((one) => one.switch);
        const names = isOn ? [...others, site.switch] : others;
        api.set('chat_tabs', names.length === 0 ? null : names.join(',')).then(() => {
            setError('');
            setSites(sites.map((one) => (one.switch === site.switch ? { ...one, isOn } : one)));
        }, fail);
    };
    if (sites.length === 0) return null;
    return (
        <section class="card" id="settings-chats">
            <h2>{t('chats')}</h2>
            <p class="muted">{t('chats_text')}</p>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            {sites.map((site) => (
                <SiteSwitch key={site.switch} site={site} onTurn={turn} />
            ))}
            <p class="muted">{t('chats_instead')}</p>
        </section>
    );
}

function SiteSwitch({ site, onTurn }: { site: Site; onTurn: (site: Site, isOn: boolean) => void }) {
    const [isAgreed, setAgreed] = useState(false);
    useEffect(() => {
        setAgreed(false);
    }, [site.isOn]);
    return (
        <details class="provider">
            <summary>
                <span class={site.isOn ? 'tone green' : 'tone neutral'}>
                    <Icon name={site.isOn ? 'check' : 'dot'} />
                </span>
                <span class="provider-name">{site.title}</span>
                <span class="muted">{site.isOn ? t('chats_on') : t('chats_off')}</span>
            </summary>
            <p>{site.terms}</p>
            <p class="muted">{t('chats_ways')}</p>
            {!site.isOn && (
                <label class="check">
                    <input
                        type="checkbox"
                        checked={isAgreed}
                        onInput={(event) => {
                            setAgreed(event.currentTarget.checked);
                        }}
                    />
                    <span>{t('chats_agree')}</span>
                </label>
            )}
            <div class="buttons">
                <button
                    type="button"
                    class="button"
                    disabled={!site.isOn && !isAgreed}
                    onClick={() => {
                        onTurn(site, !site.isOn);
                    }}
                >
                    {site.isOn ? t('switch_off') : t('switch_on')}
                </button>
            </div>
        </details>
    );
}
