// The rarer actions on a run: running again, changing the brain, saving, forgetting.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { RunInfo } from '../generated/api.ts';
import { download } from '../parts/download.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';
import { ChangeBrain } from './change_brain.tsx';

export function RunMenu({ info, refresh }: { info: RunInfo; refresh: () => void }) {
    const [note, setNote] = useState('');
    const [isAsking, setAsking] = useState(false);
    const isOver = info.state === 'over';
    const fail = (error: unknown) => {
        setNote(error instanceof Error ? error.message : String(error));
    };
    const startAgain = async (brain?: string) => {
        const { id } = await api.again(info.id, brain);
        location.hash = `#/runs/${id}`;
    };
    const again = () => {
        startAgain().catch(fail);
    };
    const choose = async (brain: string) => {
        if (isOver) {
            await startAgain(brain);
            return;
        }
        await api.changeBrain(info.id, brain);
        refresh();
    };
    const save = () => {
        api.report(info.id).then((report) => {
            download(report, `webhand-${info.id.slice(0, 8)}.html`);
        }, fail);
    };
    const forget = () => {
        if (!confirm(t('forget_sure'))) return;
        api.forget(info.id).then(() => {
            location.hash = '#/';
        }, fail);
    };
    const copy = () => {
        navigator.clipboard.writeText(location.href).then(() => {
            setNote(t('copied'));
        }, fail);
    };
    return (
        <details class="menu">
            <summary class="button" aria-label={t('more')}>
                <Icon name="more" />
            </summary>
            <div class="menu-items">
                <MenuItem text={t('run_again')} onClick={again} />
                <MenuItem
                    text={isOver ? t('again_brain') : t('change_brain')}
                    onClick={() => {
                        setAsking(true);
                    }}
                />
                {HAS_BROWSER.includes(info.state) && <SaveLogIns run={info.id} onNote={setNote} onProblem={fail} />}
                <MenuItem text={t('report')} onClick={save} />
                <MenuItem text={t('copy_link')} onClick={copy} />
                {isOver && <MenuItem text={t('forget')} onClick={forget} />}
                {note !== '' && (
                    <p class="muted" role="status">
                        {note}
                    </p>
                )}
            </div>
            {isAsking && (
                <ChangeBrain
                    info={info}
                    onClose={() => {
                        setAsking(false);
                    }}
                    onChosen={choose}
                />
            )}
        </details>
    );
}

const HAS_BROWSER: readonly RunInfo['state'][] = ['working', 'waiting', 'taken_over', 'paused'];

interface SaveProps {
    run: string;
    onNote: (note: string) => void;
    onProblem: (problem: unknown) => void;
}

function SaveLogIns({ run, onNote, onProblem }: SaveProps) {
    const save = () => {
        const name = prompt(t('profile_name'))?.trim() ?? '';
        if (name === '') return;
        onNote(t('profile_saving'));
        api.saveProfile(run, name).then(() => {
            onNote(t('profile_saved', { name }));
        }, onProblem);
    };
    return <MenuItem text={t('profile_save')} onClick={save} />;
}

function MenuItem({ text, onClick }: { text: string; onClick: () => void }) {
    return (
        <button type="button" class="menu-item" onClick={onClick}>
            {text}
        </button>
    );
}
