// Another brain for a run: from now on while it is open, or for the same task once more.

import { useEffect, useRef, useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { ModelInfo, RunInfo } from '../generated/api.ts';
import { t } from '../texts.ts';

interface Props {
    info: RunInfo;
    onClose: () => void;
    onChosen: (brain: string) => Promise<void>;
}

export function ChangeBrain({ info, onClose, onChosen }: Props) {
    const dialog = useRef<HTMLDialogElement>(null);
    const [models, setModels] = useState<ModelInfo[]>([]);
    const [brain, setBrain] = useState('');
    const [error, setError] = useState('');
    useEffect(() => {
        dialog.current?.showModal();
        api.models().then(
            (list) => {
                setModels(list.models);
            },
            () => undefined,
        );
    }, []);
    return (
        <dialog class="card" ref={dialog} onClose={onClose} aria-labelledby="other-brain">
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    onChosen(brain.trim()).then(
                        () => dialog.current?.close(),
                        (problem: unknown) => {
                            setError(problem instanceof Error ? problem.message : String(problem));
                        },
                    );
                }}
            >
                <h2 id="other-brain">{info.state === 'over' ? t('again_brain') : t('change_brain')}</h2>
                <label class="field">
                    <span>{t('brain')}</span>
                    <input
                        type="text"
                        list="known-brains"
                        value={brain}
                        placeholder={info.brain ?? ''}
                        onInput={(event) => {
                            setBrain(event.currentTarget.value);
                        }}
                    />
                    <small class="muted">{t('brain_hint')}</small>
                </label>
                <datalist id="known-brains">
                    {models.map((model) => (
                        <option key={model.name} value={model.name} />
                    ))}
                </datalist>
                {error !== '' && (
                    <p class="error" role="alert">
                        {error}
                    </p>
                )}
                <div class="buttons">
                    <button type="button" class="button" onClick={() => dialog.current?.close()}>
                        {t('close')}
                    </button>
                    <button type="submit" class="button primary" disabled={brain.trim() === ''}>
                        {info.state === 'over' ? t('start') : t('save')}
                    </button>
                </div>
            </form>
        </dialog>
    );
}
