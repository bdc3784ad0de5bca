// The task box: the task in the person's words, and under it how it is worked on.

import { useEffect, useRef, useState } from 'preact/hooks';

import type { ServerInfo } from '../../../ui/src/generated/api.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { IntentHint } from '../../../ui/src/parts/intent_hint.tsx';
import { t } from '../../../ui/src/texts.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import type { CurrentTab, Level, NewTabRun } from '../ext_api.ts';
import { COMPOSER as PLACE, GIVEN, useModels } from '../views/brain_choice.ts';
import { ext, messageOf } from '../views/ext_requests.ts';

/** The choices that are remembered for the next task. */
interface Choice {
    brain: string;
    mode: 'careful' | 'autonomous';
    level: Level;
    where: 'this' | 'new';
}

const FIRST: Choice = { brain: '', mode: 'careful', level: 'quiet', where: 'this' };

function useChoice(): [Choice, (part: Partial<Choice>) => void] {
    const [choice, setChoice] = useState(FIRST);
    useEffect(() => {
        void chrome.storage.local.get(PLACE).then((kept) => {
            setChoice({ ...FIRST, ...(kept[PLACE] as Partial<Choice> | undefined) });
        });
        // A tab that is given as the brain is remembered here too.
        const take = (changed: Record<string, chrome.storage.StorageChange>) => {
            const given = changed[GIVEN]?.newValue as { brain: string } | undefined;
            if (given !== undefined) setChoice((now) => ({ ...now, brain: given.brain }));
        };
        chrome.storage.local.onChanged.addListener(take);
        return () => {
            chrome.storage.local.onChanged.removeListener(take);
        };
    }, []);
    const change = (part: Partial<Choice>) => {
        const next = { ...choice, ...part };
        setChoice(next);
        void chrome.storage.local.set({ [PLACE]: next });
    };
    return [choice, change];
}

interface Props {
    info: ServerInfo | null;
    tab: CurrentTab | null;
    task: string;
    onTask: (task: string) => void;
}

export function Composer({ info, tab, task, onTask }: Props) {
    const [choice, change] = useChoice();
    const [isSent, setSent] = useState(false);
    const [error, setError] = useState('');
    const box = useRef<HTMLTextAreaElement>(null);
    const canUseThis = tab !== null && tab.refused === null;
    const where = canUseThis ? choice.where : 'new';
    const isEmpty = task.trim() === '';
    useEffect(() => {
        if (task !== '') box.current?.focus();
    }, [task !== '']);
    const start = () => {
        if (isEmpty || isSent) return;
        if (choice.brain.endsWith('/')) {
            setError(x('model_missing', { provider: choice.brain.slice(0, -1) }));
            return;
        }
        setSent(true);
        setError('');
        ext.start(order(task, choice, where === 'this' && tab ? tab.id : null)).then(
            ({ id }) => {
                onTask('');
                location.hash = `#/runs/${id}`;
            },
            (problem: unknown) => {
                setSent(false);
                setError(messageOf(problem));
            },
        );
    };
    return (
        <form
            class="composer"
            onSubmit={(event) => {
                event.preventDefault();
                start();
            }}
        >
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            <div class="composer-box">
                <textarea
                    ref={box}
                    rows={2}
                    aria-label={t('task')}
                    placeholder={x('task_placeholder')}
                    value={task}
                    onInput={(event) => {
                        onTask(event.currentTarget.value);
                    }}
                    onKeyDown={(event) => {
                        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
                        event.preventDefault();
                        start();
                    }}
                />
                <button type="submit" class="button primary send" disabled={isEmpty || isSent} aria-label={t('start')}>
                    <Icon name="play" />
                </button>
            </div>
            <IntentHint task={task} />
            <Choices info={info} choice={choice} change={change} canUseThis={canUseThis} where={where} />
        </form>
    );
}

interface ChoicesProps {
    info: ServerInfo | null;
    choice: Choice;
    change: (part: Partial<Choice>) => void;
    canUseThis: boolean;
    where: Choice['where'];
}

function Choices({ info, choice, change, canUseThis, where }: ChoicesProps) {
    const { brains, provider } = useBrains(choice.brain);
    return (
        <>
            <div class="choices">
                <Choose
                    label={x('level')}
                    value={choice.level}
                    options={[
                        ['quiet', x('level_quiet')],
                        ['debugger', x('level_debugger')],
                    ]}
                    onChange={(level) => {
                        change({ level: level as Level });
                    }}
                />
                <Choose
                    label={x('where')}
                    value={where}
                    options={[...(canUseThis ? [['this', x('this_tab')] as const] : []), ['new', x('new_tab')]]}
                    onChange={(next) => {
                        change({ where: next as Choice['where'] });
                    }}
                />
                <Choose
                    label={x('mode')}
                    value={choice.mode}
                    options={[
                        ['careful', x('mode_careful')],
                        ['autonomous', x('mode_autonomous')],
                    ]}
                    onChange={(mode) => {
                        change({ mode: mode as Choice['mode'] });
                    }}
                />
                <Choose
                    label={t('brain')}
                    value={provider === '' ? choice.brain : provider}
                    options={[['', t('brain_default', { brain: info?.brain ?? '…' })], ...brains]}
                    onChange={(brain) => {
                        change({ brain });
                    }}
                />
                {provider !== '' && (
                    <input
                        class="choose"
                        type="text"
                        aria-label={x('model_name')}
                        placeholder={x('model_name')}
                        value={choice.brain.slice(provider.length)}
                        onInput={(event) => {
                            change({ brain: provider + event.currentTarget.value.trim() });
                        }}
                    />
                )}
            </div>
            <p class="level-text muted" role="status">
                {choice.level === 'quiet' ? x('level_quiet_text') : x('level_debugger_text')}
            </p>
        </>
    );
}

interface Brains {
    brains: (readonly [string, string])[];
    /** The beginning of the chosen brain, if it is a model of a provider whose key is there; with its slash. */
    provider: string;
}

/** Brains that can be used now, and the one that was chosen before even if it cannot. */
function useBrains(chosen: string): Brains {
    const ready = useModels().filter((model) => model.ready);
    const provider = ready.find(({ name }) => name.endsWith('/') && chosen.startsWith(name))?.name ?? '';
    const brains = ready.map(({ name, chat }) => {
        if (name === 'literal') return [name, x('brain_literal')] as const;
        return [name, chat?.title ?? (name.endsWith('/') ? `${name}…` : name)] as const;
    });
    const isListed = chosen === '' || provider !== '' || ready.some(({ name }) => name === chosen);
    return { brains: isListed ? brains : [[chosen, chosen], ...brains], provider };
}

interface ChooseProps {
    label: string;
    value: string;
    options: (readonly [string, string])[];
    onChange: (value: string) => void;
}

function Choose({ label, value, options, onChange }: ChooseProps) {
    return (
        <select
            class="choose"
            aria-label={label}
            title={label}
            value={value}
            onChange={(event) => {
                onChange(event.currentTarget.value);
            }}
        >
            {options.map(([name, text]) => (
                <option key={name} value={name}>
                    {text}
                </option>
            ))}
        </select>
    );
}

function order(task: string, { brain, mode, level }: Choice, tab: number | null): NewTabRun {
    return {
        task: task.trim(),
        mode,
        level,
        tab,
        ...(brain === '' ? {} : { brain }),
        idempotency_key: crypto.randomUUID(),
    };
}
