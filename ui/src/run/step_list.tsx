// The steps of a run: a row for each, and the chosen one whole.

import { count, duration, exactTime, money } from '../format.ts';
import type { IconName } from '../parts/icons.tsx';
import { Icon } from '../parts/icons.tsx';
import { VirtualList } from '../parts/virtual_list.tsx';
import type { TextKey } from '../texts.ts';
import { isTextKey, t } from '../texts.ts';
import type { Item, RunFold, Step } from './fold.ts';
import { stepLine, stepStatus } from './fold.ts';

const LOOKS: Record<ReturnType<typeof stepStatus>, { icon: IconName; tone: string; word: TextKey }> = {
    done: { icon: 'check', tone: 'green', word: 'step_done' },
    failed: { icon: 'cross', tone: 'red', word: 'step_failed' },
    asked: { icon: 'diamond', tone: 'amber', word: 'step_asked' },
    doubt: { icon: 'question', tone: 'amber', word: 'step_doubt' },
    open: { icon: 'half', tone: 'accent', word: 'step_open' },
};

interface Props {
    fold: RunFold;
    chosen: number;
    follows: boolean;
    onChoose: (index: number) => void;
    onFollow: (follows: boolean) => void;
}

export function StepList({ fold, chosen, follows, onChoose, onFollow }: Props) {
    const isOver = fold.outcome !== null;
    return (
        <VirtualList
            count={fold.steps.length}
            rowHeight={ROW}
            label={t('steps')}
            current={chosen}
            follows={follows}
            onFollow={onFollow}
            row={(index) => {
                const step = fold.steps[index];
                return step ? (
                    <Row
                        key={step.seq}
                        step={step}
                        all={fold.steps.length}
                        isChosen={index === chosen}
                        isOver={isOver}
                        onChoose={() => {
                            onChoose(index);
                        }}
                    />
                ) : null;
            }}
        />
    );
}

interface RowProps {
    step: Step;
    all: number;
    isChosen: boolean;
    isOver: boolean;
    onChoose: () => void;
}

function Row({ step, all, isChosen, isOver, onChoose }: RowProps) {
    const status = stepStatus(step);
    const look = isOver && status === 'open' ? LOOKS.done : LOOKS[status];
    return (
        <li class="row" aria-setsize={all} aria-posinset={step.n}>
            <button type="button" class={isChosen ? 'step chosen' : 'step'} aria-current={isChosen} onClick={onChoose}>
                <span class="n">{step.n}</span>
                <span class={`tone ${look.tone}`} title={t(look.word)}>
                    <Icon name={look.icon} spin={look.icon === 'half'} />
                    <span class="hidden">{t(look.word)}</span>
                </span>
                <span class="line">{stepLine(step)}</span>
                <span class="took">{duration(step.end - step.at)}</span>
            </button>
        </li>
    );
}

/** Everything about one step. */
export function StepDetail({ step }: { step: Step }) {
    return (
        <div class="detail">
            <p class="facts muted">
                <span title={exactTime(step.wall)}>{exactTime(step.wall)}</span>
                {step.look && <span>{t('elements', { n: count(step.look.elements) })}</span>}
                {step.tokens > 0 && <span>{`${count(step.tokens)} ${t('tokens').toLowerCase()}`}</span>}
                {step.cost > 0 && <span>{money(step.cost)}</span>}
            </p>
            {step.look && <p class="mono break">{step.look.url}</p>}
            {step.said !== '' && (
                <>
                    <h3>{t('why')}</h3>
                    <p class="said">{step.said}</p>
                </>
            )}
            <ul class="items">
                {step.items.map((item, index) => (
                    <li key={index}>
                        <ItemText item={item} />
                    </li>
                ))}
            </ul>
        </div>
    );
}

function ItemText({ item }: { item: Item }) {
    switch (item.kind) {
        case 'action':
            return (
                <>
                    <p>
                        <strong>{item.text}</strong>
                        {item.byPerson && <span class="badge violet small">{t('action_by_you')}</span>}
                    </p>
                    {item.outcome !== '' && <p class="outcome">{item.outcome}</p>}
                </>
            );
        case 'request':
            return <p class="mono break">{item.text}</p>;
        case 'question':
            return (
                <p>
                    {item.question.text}{' '}
                    {item.answer !== null && <strong>{`${t('answered')}: ${answerWord(item.answer)}`}</strong>}
                </p>
            );
        case 'problem':
            return <p class="error">{item.text}</p>;
        case 'note': {
            const key = `note_${item.word}`;
            return <p class="muted">{isTextKey(key) ? t(key, { text: item.text ?? '' }) : item.word}</p>;
        }
    }
}

function answerWord(answer: string): string {
    return answer === 'yes' ? t('yes') : answer === 'no' ? t('no') : answer;
}

const ROW = 40;
