// Language, theme, the mark on pages, and what helps to find a fault.

import { useEffect, useState } from 'preact/hooks';

import { chooseLanguage, language, languages, t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import { useTheme } from '../../../ui/src/theme.ts';

/** Keys in `storage.local` that the worker and the engine's page read too. */
export const MARK_PAGES = 'mark_pages';
const DEBUG = 'debug';

export function Appearance() {
    const changeTheme = useTheme();
    return (
        <section class="card" id="settings-appearance">
            <h2>{x('appearance')}</h2>
            <div class="fields">
                <label class="field">
                    <span>{x('language')}</span>
                    <select
                        value={language}
                        onChange={(event) => {
                            chooseLanguage(event.currentTarget.value);
                            location.reload();
                        }}
                    >
                        {languages.map(([name, text]) => (
                            <option key={name} value={name}>
                                {text}
                            </option>
                        ))}
                    </select>
                </label>
                <div class="field">
                    <span>{t('theme')}</span>
                    <button type="button" class="button" onClick={changeTheme}>
                        {x('change_theme')}
                    </button>
                </div>
            </div>
            <Switch name={MARK_PAGES} usual={true} text={x('mark_pages')} hint={x('mark_pages_hint')} />
            <Switch name={DEBUG} usual={false} text={x('debug')} hint={x('debug_hint')} />
            <p class="muted version">{x('version', { version: chrome.runtime.getManifest().version })}</p>
        </section>
    );
}

function Switch({ name, usual, text, hint }: { name: string; usual: boolean; text: string; hint: string }) {
    const [isOn, setOn] = useState(usual);
    useEffect(() => {
        void chrome.storage.local.get(name).then((kept) => {
            setOn((kept[name] as boolean | undefined) ?? usual);
        });
    }, [name]);
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={isOn}
                onChange={(event) => {
                    setOn(event.currentTarget.checked);
                    void chrome.storage.local.set({ [name]: event.currentTarget.checked });
                }}
            />
            <span>
                {text}
                <small class="muted">{hint}</small>
            </span>
        </label>
    );
}
