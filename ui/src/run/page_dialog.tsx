// A dialog of the page (alert, confirm, prompt), which the browser draws in no picture. The person answers it while the page is
// theirs; else the run does.

import { useState } from 'preact/hooks';

import { api } from '../api.ts';
import type { ScreenDialog } from '../generated/api.ts';
import { t } from '../texts.ts';

interface Props {
    run: string;
    dialog: ScreenDialog;
    canAnswer: boolean;
}

export function PageDialog({ run, dialog, canAnswer }: Props) {
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    const isPrompt = dialog.kind === 'prompt';
    const answer = (accept: boolean) => {
        const input = { type: 'dialog' as const, accept, ...(isPrompt && accept ? { text } : {}) };
        api.input(run, [input]).catch((error: unknown) => {
            setProblem(error instanceof Error ? error.message : String(error));
        });
    };
    return (
        <div class="page-dialog card" role="alertdialog" aria-labelledby="page-dialog">
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    answer(true);
                }}
            >
                <h3 id="page-dialog">{t('page_says')}</h3>
                <p class="message">{dialog.message}</p>
                {canAnswer && isPrompt && (
                    <input
                        type="text"
                        autocomplete="off"
                        aria-label={t('answer')}
                        value={text}
                        onInput={(event) => {
                            setText(event.currentTarget.value);
                        }}
                    />
                )}
                {problem !== '' && <p class="error">{problem}</p>}
                {canAnswer && (
                    <div class="buttons">
                        {dialog.kind !== 'alert' && (
                            <button
                                type="button"
                                class="button"
                                onClick={() => {
                                    answer(false);
                                }}
                            >
                                {t('cancel')}
                            </button>
                        )}
                        <button type="submit" class="button primary">
                            {t('ok')}
                        </button>
                    </div>
                )}
            </form>
        </div>
    );
}
