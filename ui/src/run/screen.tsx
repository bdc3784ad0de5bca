// The picture of a run: what its browser shows now, or the picture of a step, with the touched element marked.

import { useEffect, useRef, useState } from 'preact/hooks';

import { followScreen } from '../api.ts';
import { site } from '../format.ts';
import type { ScreenDialog } from '../generated/api.ts';
import { usePicture } from '../parts/pictures.ts';
import { t } from '../texts.ts';
import type { Step } from './fold.ts';
import { touchedBox, touchedNow } from './fold.ts';
import { PageDialog } from './page_dialog.tsx';
import { TakenPage } from './take_over.tsx';

interface Props {
    run: string;
    step: Step | null;
    /** Whether the browser's own picture is shown while there is one. */
    isLive: boolean;
    /** A picture other than the one of the look. */
    other?: string | null;
    /** Whether the person has the page, so that their mouse and keys go to the live picture. */
    isTaken?: boolean;
}

export function Screen({ run, step, isLive, other = null, isTaken = false }: Props) {
    const image = useRef<HTMLImageElement>(null);
    const { url: live, dialog } = useLiveView(run, isLive);
    const kept = usePicture(run, other ?? step?.picture ?? null);
    const url = live ?? kept;
    const touched = step && other === null ? (live === null ? touchedBox(step) : touchedNow(step)) : null;
    const viewport = step?.look?.viewport;
    const title = step?.look?.title ?? '';
    return (
        <figure class="screen">
            <div class="address">
                <span class="lights" aria-hidden="true" />
                <span class="url" title={step?.look?.url}>
                    {step?.look ? `${site(step.look.url)} · ${title}` : ' '}
                </span>
                {live !== null && <span class="badge red small">{t('live')}</span>}
            </div>
            <div class="page">
                {url === null ? (
                    <p class="muted">{t('no_picture')}</p>
                ) : (
                    <img ref={image} src={url} alt={t('picture_of', { title })} decoding="async" />
                )}
                {isTaken && live !== null && dialog === null && <TakenPage run={run} picture={() => image.current} />}
                {dialog !== null && <PageDialog run={run} dialog={dialog} canAnswer={isTaken} />}
                {touched && viewport && url !== null && (
                    <div
                        class="touched"
                        title={t('touched', { label: touched.label })}
                        style={{
                            left: `${(touched.x / viewport[0]) * 100}%`,
                            top: `${(touched.y / viewport[1]) * 100}%`,
                            width: `${(touched.width / viewport[0]) * 100}%`,
                            height: `${(touched.height / viewport[1]) * 100}%`,
                        }}
                    />
                )}
            </div>
        </figure>
    );
}

interface LiveView {
    /** The newest picture of the browser; none when it has no browser. */
    url: string | null;
    /** The dialog that the page shows now. */
    dialog: ScreenDialog | null;
}

const NOTHING: LiveView = { url: null, dialog: null };

/** The state of a run's browser as it is now. Nothing is asked for while the tab is hidden. */
function useLiveView(run: string, isLive: boolean): LiveView {
    const [view, setView] = useState(NOTHING);
    const [isHidden, setHidden] = useState(document.hidden);
    useEffect(() => {
        const onChange = () => {
            setHidden(document.hidden);
        };
        document.addEventListener('visibilitychange', onChange);
        return () => {
            document.removeEventListener('visibilitychange', onChange);
        };
    }, []);
    useEffect(() => {
        if (!isLive || isHidden) return undefined;
        let shown: string | null = null;
        const replace = (next: string | null) => {
            if (shown !== null) URL.revokeObjectURL(shown);
            shown = next;
            setView({ url: next, dialog: null });
        };
        const stop = followScreen(run, {
            onPicture: (picture) => {
                replace(URL.createObjectURL(picture));
            },
            onDialog: (dialog) => {
                setView((before) => ({ ...before, dialog }));
            },
        });
        return () => {
            stop();
            replace(null);
        };
    }, [run, isLive, isHidden]);
    return view;
}
