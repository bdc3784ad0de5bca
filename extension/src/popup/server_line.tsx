// Connect and disconnect in one line. The engine is asked only if there is one or the person wants a connection.

import { useEffect, useState } from 'preact/hooks';

import { x } from '../../../ui/src/texts/extension.ts';
import { OFFSCREEN_PAGE } from '../protocol.ts';
import { useServer } from '../settings/server.tsx';

export function ServerLine() {
    const [isUp, setUp] = useState(false);
    useEffect(() => {
        void chrome.runtime
            .getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] })
            .then((contexts) => {
                setUp(contexts.some((context) => context.documentUrl?.endsWith(OFFSCREEN_PAGE)));
            });
    }, []);
    if (isUp) return <Link />;
    return (
        <p class="server-line">
            <span class="lamp off" aria-hidden="true" />
            <span>{x('server_off')}</span>
            <span class="space" />
            <button
                type="button"
                class="button small"
                onClick={() => {
                    setUp(true);
                }}
            >
                {x('connect')}
            </button>
        </p>
    );
}

function Link() {
    const { link, change } = useServer();
    if (link === null) return null;
    const isOn = link.state !== 'off';
    return (
        <p class="server-line">
            <span class={link.state === 'connected' ? 'lamp on' : isOn ? 'lamp' : 'lamp off'} aria-hidden="true" />
            <span>
                {x(`server_${link.state}`)}
                {link.address !== null && <span class="muted"> {link.address}</span>}
            </span>
            <span class="space" />
            {isOn ? (
                <button
                    type="button"
                    class="button small"
                    onClick={() => {
                        change({ connect: false });
                    }}
                >
                    {x('disconnect')}
                </button>
            ) : link.address === null ? (
                <a class="button small" href="options.html#settings-server" target="_blank">
                    {x('connect')}
                </a>
            ) : (
                <button
                    type="button"
                    class="button small"
                    onClick={() => {
                        change({ connect: true });
                    }}
                >
                    {x('connect')}
                </button>
            )}
        </p>
    );
}
